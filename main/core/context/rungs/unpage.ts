import type { Fold } from '../passes.ts';
import { base64Bytes } from '../reader.ts';
import { recallIdFor } from '../short-id.ts';
import { type Rung, takenIds } from './rung.ts';

/**
 * For a request with too many bytes when all other images are gone: the oldest pages give way to their names. Their
 * text stays with the fold that they were made for.
 */
export const unpage: Rung = (input) => {
  const { now, images } = input;
  const taken = takenIds(input);
  const edits: Fold[] = [];
  let { count, bytes } = now.images;
  for (const { fold, form } of now.applied.folds.values()) {
    if (count <= images.count && bytes <= images.bytes) break;
    if (form.kind !== 'pages') continue;
    const id = recallIdFor(`omission ${fold.id}`, taken);
    taken.add(id);
    edits.push({
      ...fold,
      id,
      as: 'omission',
      source: [{ kind: 'fold', id: fold.id }],
      forms: [{ kind: 'omission' }],
    });
    count -= form.pages.length;
    bytes -= form.pages.reduce((sum, page) => sum + base64Bytes(page.bytes), 0);
  }
  return { edits, work: [], limit: edits.length === 0 ? 'nothing' : null };
};
