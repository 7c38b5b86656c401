/** Longest automatic title, in UTF-16 units. */
const longest = 60;

/**
 * Makes a conversation's title of the first words of a message: its first line with letters in it, without
 * Markdown's signs, cut between words of any script.
 *
 * @returns null when there is nothing to name it by
 */
export function titleOf(text: string): string | null {
  const line = text
    .split('\n')
    .map(cleaned)
    .find((candidate) => /[\p{L}\p{N}]/u.test(candidate));
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
    .replace(/[*_`~]{1,3}(\S(?:.*?\S)?)[*_`~]{1,3}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
