import { writeBough } from '../../../main/export/bough.ts';
import { boughSource } from '../../../main/export/reading.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';

/** All conversations of a workspace in Bough's own format, without the moment of the writing. */
export async function exported(workspace: Workspace): Promise<string> {
  const pieces: string[] = [];
  const all = [true, false].flatMap((trashed) => workspace.conversations.list({ trashed, limit: 200 }).items);
  await writeBough({
    source: boughSource(workspace),
    conversationIds: all.map(({ id }) => id).sort(),
    app: 'test',
    exportedAt: 1_800_000_000_000,
    attachments: 'inline',
    out: { write: async (piece) => void pieces.push(Buffer.from(piece).toString('utf8')) },
  });
  return pieces.join('');
}
