/** A model's id taken apart: `claude-opus-4-6` is the words claude and opus, and the version 4.6. */
export interface ParsedModelId {
  words: readonly string[];
  /** Empty where the id names none. */
  version: readonly number[];
}

/**
 * Takes the part after the last slash apart. Dates, sizes (`70b`, `a3b`, `8x7b`) and tags are neither words nor
 * versions.
 */
export function parseModelId(id: string): ParsedModelId {
  const name = id.toLowerCase().split('/').at(-1) ?? '';
  const words: string[] = [];
  let version: number[] = [];
  let open = true;
  for (const token of name.split(/[-_:\s@]+/).filter((part) => part !== '')) {
    const { word, numbers } = readToken(token);
    if (word !== '') words.push(word);
    // A version is one run of numbers: "4-6", "3.3"; what follows other words is something else.
    if (numbers.length > 0 && open) version = [...version, ...numbers];
    else if (version.length > 0) open = false;
  }
  return { words, version };
}

function readToken(token: string): { word: string; numbers: number[] } {
  if (isSize(token)) return { word: '', numbers: [] };
  const letters = takeWhile(token, isLetter);
  const rest = token.slice(letters.length);
  if (rest === '') return { word: letters, numbers: [] };
  const digits = takeWhile(rest, (char) => isDigit(char) || char === '.');
  const tail = rest.slice(digits.length);
  // "4o" is a word with a version in it.
  const word = letters === 'v' && tail === '' ? '' : letters === '' && tail !== '' ? token : letters;
  const numbers = digits.split('.').filter((part) => part !== '');
  const isDate = numbers.length === 1 && (numbers[0]?.length ?? 0) >= 4;
  return { word, numbers: isDate ? [] : numbers.map(Number) };
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const isLetter = (char: string): boolean => char >= 'a' && char <= 'z';

/** Sizes end in b, m or k and are numbers before that, with a letter in front or an x between. */
function isSize(token: string): boolean {
  const unit = token.at(-1) ?? '';
  if (!'bmk'.includes(unit) || token.length < 2) return false;
  const body = 'ae'.includes(token[0] ?? '') ? token.slice(1, -1) : token.slice(0, -1);
  return (
    body !== '' &&
    isDigit(body[0] ?? '') &&
    [...body].every((char) => isDigit(char) || char === '.' || char === 'x')
  );
}

function takeWhile(text: string, take: (char: string) => boolean): string {
  let end = 0;
  while (end < text.length && take(text[end] ?? '')) end += 1;
  return text.slice(0, end);
}

/** Compares versions number by number: 4.10 is after 4.9, and 5 after both. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The models that a row of a table is meant for. */
export interface ModelMatch {
  /** All of these words are in the id. */
  words: readonly string[];
  /** First version that the row holds for; a row without it holds for all. */
  from?: readonly number[];
  /** First version that it no longer holds for. */
  below?: readonly number[];
}

export function matchesModel({ words, version }: ParsedModelId, match: ModelMatch): boolean {
  return (
    match.words.every((word) => words.includes(word)) &&
    (!match.from || compareVersions(version, match.from) >= 0) &&
    (!match.below || compareVersions(version, match.below) < 0)
  );
}
