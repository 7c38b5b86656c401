import { diffArrays } from 'diff';

/** A stretch of a text: in both, or only here. */
export interface Stretch {
  text: string;
  only: boolean;
}

/** Longest that a comparison of two texts may take, in ms. */
const patience = 150;

/**
 * Where two texts differ, word by word, in any script.
 *
 * @returns null where they are too long or too different for that to be found out in time
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
  for (const { value, added, removed } of changes) {
    const text = value.join('');
    if (!added) sides.left.push({ text, only: removed });
    if (!removed) sides.right.push({ text, only: added });
  }
  return sides;
}
