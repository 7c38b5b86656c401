import { attachLog, readerWith, talkAboutLog } from '../context/talk.ts';
import type { Rig } from '../run/rig.ts';

/** A conversation of which the ladder turned the middle into pages. Returns its id, and the pages' hashes in order. */
export async function foldedConversation(rig: Rig): Promise<{ id: string; hashes: string[] }> {
  const sees = await readerWith(rig, rig.readers.anthropic, 'claude-opus-5-5-lab-128k', { vision: true });
  const id = await rig.conversation(sees);
  await talkAboutLog(rig, id, 12, { file: await attachLog(rig), answerTokens: 900 });
  const { pass } = await rig.call('context.run', {
    conversationId: id,
    command: 'compact',
    args: 'snapshots',
  });
  const folds = (pass?.edits ?? []).flatMap((edit) => (edit.kind === 'fold' ? [edit.recallId] : []));
  const hashes: string[] = [];
  for (const foldId of folds) {
    const { pages } = await rig.call('context.pages', { conversationId: id, foldId });
    hashes.push(...pages.map(({ hash }) => hash));
  }
  return { id, hashes };
}
