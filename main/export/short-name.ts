/**
 * Most bytes of a name in UTF-8. Linux takes 255, which are 85 letters of Thai; a number, an ending or a temporary name
 * may still be added.
 */
const longest = 150;

/** A file's name, shortened where it is too long for any system, with its ending. Whole characters are left. */
export function shortName(name: string, most = longest): string {
  if (Buffer.byteLength(name) <= most) return name;
  const ending = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? '';
  const room = most - Buffer.byteLength(ending);
  let stem = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - ending.length))) {
    used += Buffer.byteLength(segment);
    if (used > room) break;
    stem += segment;
  }
  return `${stem.replace(/[\s.]+$/, '')}${ending}`;
}
