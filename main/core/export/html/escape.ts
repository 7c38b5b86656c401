const characters: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Text for HTML and XML, between tags and in quoted attributes. Characters that neither may hold become the one that
 * stands for what cannot be shown.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => characters[character] ?? character);
}
