/**
 * Text as it is searched: Unicode form NFC, lower case, and one form of sigma. Applied alike to what is stored and
 * what is looked for; a part of a folded text is the folded part.
 */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
