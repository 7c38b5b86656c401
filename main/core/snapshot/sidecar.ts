/**
 * Strings that a reader may misread from pixels, one letter for another and silently: they travel as text beside the
 * pages [S7]. A pattern is tried on one word without its punctuation; the kinds that hurt most when misread come first.
 */
const wordPatterns: readonly { kind: ExactKind; pattern: RegExp }[] = [
  { kind: 'address', pattern: /^(?:https?|ftp|file):\/\/\S+$/ },
  { kind: 'address', pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/ },
  { kind: 'id', pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
  { kind: 'date', pattern: /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}\S*)?$/ },
  { kind: 'date', pattern: /^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d{4}[./]\d{1,2}[./]\d{1,2}$/ },
  { kind: 'date', pattern: /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?$/ },
  { kind: 'id', pattern: /^(?=.*\d)(?=.*[a-z])[a-z0-9]+(?:[_-][a-z0-9]+)+$/i },
  { kind: 'id', pattern: /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$/i },
  { kind: 'id', pattern: /^0x[0-9a-f]{2,64}$|^[a-z0-9]{2,10}:[0-9a-f]{7,128}$|^#\d{2,12}$/i },
  { kind: 'id', pattern: /^v\d+(?:\.\d+)+(?:-[\w.]+)?$|^\d+\.\d+\.\d+(?:-[\w.]+)?$/i },
  { kind: 'id', pattern: /^(?=.*\d)(?=.*[a-z])[\w-]{16,}(?:\.[\w-]+)*$/i },
  { kind: 'path', pattern: /^(?:[a-z]:\\|\\\\|~?\/|\.{1,2}\/)[\w.@+\\/-]*\w$/i },
  { kind: 'path', pattern: /^[\w-]+\.(?:pdf|docx?|xlsx?|csv|txt|md|png|jpe?g|zip|json|ts|js|py|html?)$/i },
  { kind: 'number', pattern: /^[€$£¥฿]?\d[\d.,:]*(?:%|°C?|[€$£¥฿]|[a-zA-Zµ²³]{1,4})$/ },
  { kind: 'number', pattern: /^[\d.,]{5,}$|^[€$£¥฿]\d[\d.,]*$/ },
  { kind: 'path', pattern: /^(?=[^/]+\/[^/]*[./:])[\w.@-]+(?:\/[\w.@+-]+)+(?::\d+){0,2}$/ },
  {
    kind: 'name',
    pattern: /^[a-z]+(?:[A-Z][a-z0-9]+)+$|^(?:[A-Z][a-z0-9]+){2,}$|^\w+(?:_\w+)+$|^--[a-z][\w-]*(?:=\S+)?$/,
  },
  { kind: 'name', pattern: /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]+(?::\d{2,5})?(?:\/\S*)?$/i },
];

/** Strings of several words. Every repetition has a bound, so that no text makes the search quadratic. */
const phrasePatterns: readonly { kind: ExactKind; pattern: RegExp }[] = [
  {
    kind: 'number',
    pattern:
      /\d{1,12}(?:[ \u00a0\u202f]\d{3}){0,4}(?:[.,]\d{1,9})?[ \u00a0\u202f](?:%|°C|mm|cm|m|km|m²|g|kg|ml|l|kWh|kW|W|V|A|KB|MB|GB|ms|s|min|h|Kč|EUR|USD|€)(?![\p{L}\p{N}])/gu,
  },
  { kind: 'number', pattern: /\+\d{1,3}(?:[ \u00a0-]?\d{2,4}){2,5}/g },
  { kind: 'id', pattern: /\b[A-Z]{2}\d{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,4})?\b/g },
  {
    kind: 'number',
    pattern:
      /[\d๐-๙][\d๐-๙.,]{0,15}[ \u00a0]?(?:円|元|원|万|만|個|人|台|畳|平米|บาท|ซม|กม|กก|เมตร|ลิตร|นาที|ชั่วโมง|วัน|คน)/g,
  },
  { kind: 'date', pattern: /\d{1,2}\. ?\d{1,2}\. ?\d{4}|\d{4}[年년] ?\d{1,2}[月월](?: ?\d{1,2}[日일])?/g },
  {
    kind: 'date',
    pattern: /(?<!\d)\d{1,2}\.?(?: de)? [^\s\d.,;:!?]{3,12},?(?: de)? \d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}/g,
  },
  {
    kind: 'quote',
    pattern:
      /`[^`\n]{2,80}`|"[^"\n]{2,60}"|“[^”\n]{2,60}”|„[^“”\n]{2,60}[“”]|«[^»\n]{2,60}»|「[^」\n]{2,60}」|『[^』\n]{2,60}』/g,
  },
];

export type ExactKind = 'address' | 'id' | 'path' | 'date' | 'number' | 'name' | 'quote';

/** One exact string and the pages it stands on, counted from 1. */
export interface ExactString {
  text: string;
  kind: ExactKind;
  pages: number[];
}

interface Match {
  text: string;
  kind: ExactKind;
  /** In UTF-16 units. */
  offset: number;
}

/** Most words of a text are of no kind, and need not be held against every pattern. */
const plainWord = /^[A-Z]?[a-z]+[.,;:!?]*$/;
/** What every pattern for words asks for: without a digit, a mark inside or a hump a word is of no kind. */
const oddities = /[\d@_/.\\:#-]|[a-z][A-Z]/;

/** Longer strings are left out of the sidecar: they would be data, which `recall` gives whole. */
const longest = 300;

/**
 * Finds the exact strings of a fold, each once: words by kind, then phrases by kind, each in reading order.
 *
 * @param pageStarts offset of each page's first character in `source`
 */
export function exactStrings(source: string, pageStarts: readonly number[]): ExactString[] {
  const byKind = wordPatterns.map((): Match[] => []);
  for (const match of source.matchAll(/\S+/g)) {
    if (match[0].length > longest || plainWord.test(match[0])) continue;
    const text = trimPunctuation(match[0]);
    if (text.length < 2 || !oddities.test(text)) continue;
    const rank = wordPatterns.findIndex(({ pattern }) => pattern.test(text));
    const pattern = wordPatterns[rank];
    if (pattern) byKind[rank]?.push({ text, kind: pattern.kind, offset: match.index });
  }
  const phrases = phrasePatterns.flatMap(({ kind, pattern }) =>
    Array.from(source.matchAll(pattern), (match): Match => ({ text: match[0], kind, offset: match.index })),
  );
  const found = new Map<string, ExactString>();
  for (const { text, kind, offset } of [...byKind.flat(), ...phrases]) {
    const page = pageAt(pageStarts, offset);
    const known = found.get(text);
    if (!known) found.set(text, { text, kind, pages: [page] });
    else if (!known.pages.includes(page)) known.pages.push(page);
  }
  return [...found.values()];
}

/**
 * The sidecar as the reader gets it: a line for each page, as many strings as the budget allows. What is dropped
 * first is what comes last in the order of kinds.
 *
 * @param budget tokens
 */
export function sidecarText(
  strings: readonly ExactString[],
  budget: number,
  countTokens: (text: string) => number,
): string {
  const byPage = new Map<number, string[]>();
  let used = 0;
  for (const { text, pages } of strings) {
    const [first = 1, ...others] = pages;
    const item = others.length > 0 ? `${text} (also page ${others.join(', ')})` : text;
    const cost = countTokens(item) + 2;
    if (used + cost > budget) continue;
    used += cost;
    byPage.set(first, [...(byPage.get(first) ?? []), item]);
  }
  return [...byPage]
    .sort(([a], [b]) => a - b)
    .map(([page, items]) => `page ${page}: ${items.join(' | ')}`)
    .join('\n');
}

/** Brackets, quotes and a sentence's own marks are not part of a word. */
function trimPunctuation(word: string): string {
  return word.replace(/^[("'“„«[{<`]+/, '').replace(/[)"'”“»\]}>`.,;:!?…]+$/, '');
}

function pageAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
