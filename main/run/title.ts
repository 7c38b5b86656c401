/** Longest automatic title, in UTF-16 units. */
const longest = 60;
/** A title is looked for no further than this: people paste whole books. */
const looked = 2000;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Makes a conversation's title of the first words of a message: its first line with something to read in it, without
 * Markdown's signs, cut between words of any script.
 *
 * @returns null when there is nothing to name it by
 */
export function titleOf(text: string): string | null {
  const line = text
    .slice(0, looked)
    .split('\n')
    .map(cleaned)
    .find((candidate) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(candidate));
  return line === undefined ? null : cutWords(line, longest);
}

/**
 * The first words of a message, on one line and without Markdown's signs; empty where there is nothing to read.
 *
 * @param most UTF-16 units
 */
export function firstWords(text: string, most: number): string {
  const lines = text.slice(0, most * 4).split('\n');
  return cutWords(lines.map(cleaned).filter(Boolean).join(' '), most);
}

/** Cuts a line between words of any script. */
function cutWords(line: string, most: number): string {
  if (line.length <= most) return line;
  let kept = '';
  for (const { segment } of words.segment(line.slice(0, most + 1))) {
    if (kept.length + segment.length >= most) break;
    kept += segment;
  }
  // A single word of this length has no better place to be cut than between two characters.
  const whole = kept.trim() || [...line].slice(0, most / 2).join('');
  return `${whole.replace(/[\s,.;:–—-]+$/u, '')}…`;
}

function cleaned(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}\s|>\s?|[-*+]\s|\d+[.)]\s)+/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]{1,3}(\S(?:.*?\S)?)[*`~]{1,3}/g, '$1')
    .replace(/(?<![\p{L}\p{N}])_{1,3}(\S(?:.*?\S)?)_{1,3}(?![\p{L}\p{N}])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
