import { diffArrays } from 'diff';

/** A stretch of a text: in both, or only here. */
export interface Stretch {
  text: string;
  only: boolean;
}

/** Texts that share less than this are different throughout: to mark all of it would say nothing. */
const alike = 0.35;
/** Longest that a comparison of two texts may take, in ms. */
const patience = 150;

/**
 * Where two texts differ, word by word, in any script.
 *
 * @returns null where they have little in common, or where finding out would take too long
 */
export function differences(
  left: string,
  right: string,
  language: string,
): { left: Stretch[]; right: Stretch[] } | null {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const cut = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);
  const changes = diffArrays(cut(left), cut(right), { timeout: patience });
  if (!changes) return null;
  const sides: { left: Stretch[]; right: Stretch[] } = { left: [], right: [] };
  let shared = 0;
  for (const { value, added, removed } of changes) {
    const text = value.join('');
    if (!added && !removed) shared += text.trim().length;
    if (!added) add(sides.left, { text, only: removed });
    if (!removed) add(sides.right, { text, only: added });
  }
  return shared < alike * Math.max(left.length, right.length) ? null : sides;
}

/** Two stretches that only here exist are one, with the space between them. */
function add(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  const before = stretches.at(-2);
  if (next.only && last && !last.only && last.text.trim() === '' && before?.only) {
    stretches.splice(-2, 2, { text: before.text + last.text + next.text, only: true });
  } else stretches.push(next);
}
