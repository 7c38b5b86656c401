import type { ExportBranch } from '#contract';
import { branchesOf, pathOf } from '#core/export/outline.ts';
import { firstWords } from '#core/export/words.ts';
import { plainText } from '#core/tree/text.ts';
import type { ExportWorkspace } from './reading.ts';

/** More than anyone looks through; the graph leads to any other. */
const mostListed = 200;

/** The branches of a conversation, the current one first, then those with the newest leaves. Throws `not_found`. */
export function listBranches(
  { messages }: Pick<ExportWorkspace, 'messages'>,
  conversationId: string,
): ExportBranch[] {
  const skeleton = messages.skeleton(conversationId);
  const names = new Map(skeleton.names.map(({ messageId, name }) => [messageId, name]));
  const places = new Map(skeleton.ids.map((id, at) => [id, at]));
  const placeOf = (leafId: string): number => places.get(leafId) ?? 0;
  const [main, ...others] = branchesOf(skeleton, skeleton.tipId).map(({ ids }) => ({
    first: ids[0] ?? '',
    leafId: ids.at(-1) ?? '',
  }));
  others.sort((a, b) => placeOf(b.leafId) - placeOf(a.leafId));
  const listed = [...(main ? [main] : []), ...others].slice(0, mostListed);
  return listed.map(({ first, leafId }, at) => ({
    leafId,
    words: names.get(first) ?? firstWords(plainText(messages.parts(first))),
    messages: skeleton.depths[placeOf(leafId)] ?? pathOf(skeleton, leafId).length,
    current: at === 0,
  }));
}
