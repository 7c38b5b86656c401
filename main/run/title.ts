/** Longest automatic title, in UTF-16 units. */
const longest = 60;
/** A title is looked for no further than this: people paste whole books. */
const looked = 2000;

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
  if (line === undefined) return null;
  if (line.length <= longest) return line;
  let title = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line)) {
    if (title.length + segment.length >= longest) break;
    title += segment;
  }
  // A single word of this length has no better place to be cut than between two characters.
  const words = title.trim() || [...line].slice(0, longest / 2).join('');
  return `${words.replace(/[\s,.;:–—-]+$/u, '')}…`;
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
