import { foldedTalk } from '../context/talk.ts';
import type { Rig } from '../run/rig.ts';

/** A conversation of which the ladder turned the middle into pages. Returns its id, and the pages' hashes in order. */
export async function foldedConversation(rig: Rig): Promise<{ id: string; hashes: string[] }> {
  const { id, pass } = await foldedTalk(rig, 'claude-opus-5-5-lab-128k');
  const folds = pass.edits.flatMap((edit) => (edit.kind === 'fold' ? [edit.recallId] : []));
  const hashes: string[] = [];
  for (const foldId of folds) {
    const { pages } = await rig.call('context.pages', { conversationId: id, foldId });
    hashes.push(...pages.map(({ hash }) => hash));
  }
  return { id, hashes };
}
