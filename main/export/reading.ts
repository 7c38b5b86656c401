import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Conversation, ErrorCode, Message } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { BoughConversation, BoughMessage } from '#core/export/bough-format.ts';
import type { DocumentFiles } from '#core/export/document.ts';
import type { Media } from '../imaging/media.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { BoughSource, BoughTranscript } from './bough.ts';

/** Messages that are read, and written, between two moments in which everything else gets its turn. */
const together = 10;

export type ExportWorkspace = Pick<
  Workspace,
  'conversations' | 'messages' | 'transcripts' | 'attachments' | 'agents' | 'exporting'
>;

/** Some messages at a time, so that the others in the process get their turn in between. */
export async function* inPieces(
  workspace: Pick<ExportWorkspace, 'messages'>,
  ids: readonly string[],
): AsyncGenerator<Message[]> {
  for (let at = 0; at < ids.length; at += together) {
    yield ids.slice(at, at + together).map((id) => workspace.messages.get(id));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The files of a workspace, for documents. */
export function documentFiles(
  { attachments }: Pick<ExportWorkspace, 'attachments'>,
  media: Pick<Media, 'fit'>,
  page: DocumentFiles['page'],
): DocumentFiles {
  const read = (hash: string): Promise<Uint8Array> => attachments.read(hash);
  return {
    attachment: ({ hash }) => orMissing(() => read(hash), null),
    fitted: (attachment, most) =>
      orMissing(async () => {
        const fitted = await media.fit(attachment, { ...most, types: ['image/png', 'image/jpeg'] }, read);
        const { mime, width, height } = fitted;
        return { mime, width, height, bytes: await fitted.read() };
      }, null),
    has: ({ hash, bytes }) =>
      orMissing(async () => (await stat(attachments.path(hash))).size === bytes, false),
    page,
  };
}

/** What Bough's own format is written from. */
export function boughSource(workspace: ExportWorkspace): BoughSource {
  const { conversations, messages, attachments, agents } = workspace;
  return {
    agents: () => agents.list(),
    conversation: (id) => boughConversation(workspace, conversations.get(id)),
    agentIds: (id) => [
      conversations.get(id).agentId,
      ...messages.skeleton(id).agentIds,
      ...workspace.exporting.agentsWithTranscript(id),
    ],
    async *messages(conversationId) {
      const { ids, roles } = messages.skeleton(conversationId);
      const shown = ids.filter((_, at) => roles[at] !== 'root');
      for await (const some of inPieces(workspace, shown)) {
        yield some.map((message) => boughMessage(message, workspace.exporting.sourceKey(message.id)));
      }
    },
    extras: (conversationId) => workspace.exporting.extras(conversationId),
    transcripts: (conversationId) => transcriptsOf(workspace, conversationId),
    async attachment(hash) {
      const info = attachments.info(hash);
      const whole = await orMissing(() => isWhole(attachments.path(hash), hash), false);
      return { attachment: { hash, ...info }, whole };
    },
    bytes: (hash) => createReadStream(attachments.path(hash)),
  };
}

async function* transcriptsOf(
  { transcripts, exporting }: Pick<ExportWorkspace, 'transcripts' | 'exporting'>,
  conversationId: string,
): AsyncGenerator<BoughTranscript> {
  for (const agentId of exporting.agentsWithTranscript(conversationId)) {
    const loaded = await transcripts.load(conversationId, agentId);
    if (loaded.kind === 'loaded') yield { agentId, transcript: loaded.transcript };
    else if (loaded.kind === 'quarantined') yield { agentId, reason: loaded.reason };
    else if (loaded.kind === 'missing') yield { agentId, reason: 'missing' };
  }
}

function boughConversation(workspace: ExportWorkspace, conversation: Conversation): BoughConversation {
  const { id, title, titleSource, agentId, reader, rootId, tipId, createdAt, updatedAt, trashedAt } =
    conversation;
  const { names } = workspace.messages.skeleton(id);
  const origin = workspace.exporting.origin(id);
  const imported = workspace.exporting.imported(id);
  const facts = { id, title, titleSource, agentId, reader, rootId, tipId, createdAt, updatedAt, trashedAt };
  return { ...facts, branchNames: names, origin, imported };
}

function boughMessage(message: Message, sourceKey: string | null): BoughMessage {
  const { id, parentId, role, agentId, model, usage, createdAt, cutOff, parts } = message;
  const status = message.status === 'streaming' ? 'interrupted' : message.status;
  const more = { ...(cutOff && { cutOff }), ...(sourceKey !== null && { sourceKey }) };
  return { id, parentId, role, agentId, status, model, usage, createdAt, ...more, parts };
}

/** Whether a file is what its hash says, without holding it. */
async function isWhole(path: string, hash: string): Promise<boolean> {
  const sum = createHash('sha256');
  const handle = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(256 * 1024);
    for (let bytes = -1; bytes !== 0; ) {
      bytes = (await handle.read(buffer, 0, buffer.length)).bytesRead;
      sum.update(buffer.subarray(0, bytes));
    }
  } finally {
    await handle.close();
  }
  return sum.digest('hex') === hash;
}

/** What a file is that cannot be had any more, or not in the form that a document needs. */
const lost: readonly ErrorCode[] = ['attachment_missing', 'attachment_unsupported', 'attachment_too_large'];

/** Files go missing, and documents say so; every other failure is one. */
async function orMissing<T, Missing>(read: () => Promise<T>, missing: Missing): Promise<T | Missing> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof BoughError && lost.includes(thrown.code)) return missing;
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return missing;
    throw thrown;
  }
}
