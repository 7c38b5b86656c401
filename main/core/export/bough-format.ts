import type { Agent, Attachment, MessageUsage, Part, Reader } from '#contract';
import type { Pass } from '../context/passes.ts';
import type { Checkpoint, Turn } from '../transcript/types.ts';

/**
 * Bough's own lossless format, as `docs/bough-json.md` describes it: a JSON array of records, one record a line, in the
 * order
 *
 *     header agent* ( attachment* conversation message* extra* ( transcript turn* pass* | lostTranscript )* )* end
 *
 * so that it can be written and read piece by piece. What belongs to a conversation or transcript follows it.
 */
export type BoughRecord =
  | HeaderRecord
  | { type: 'agent'; agent: Agent }
  | AttachmentRecord
  | { type: 'conversation'; conversation: BoughConversation }
  | { type: 'message'; message: BoughMessage }
  | { type: 'extra'; extra: BoughExtra }
  | TranscriptRecord
  | { type: 'turn'; turn: Turn }
  | { type: 'pass'; pass: Pass }
  | LostTranscriptRecord
  | EndRecord;

/** Raised when a reader of the version before would lose something or take it wrongly. All older ones are read. */
export const boughVersion = 2;

/** The folder of the attachments where they lie beside the records. A file's name there is its hash. */
export const attachmentFolder = 'attachments';

/** The name of the records where attachments lie beside them. */
export const recordFile = 'bough.json';

export interface HeaderRecord {
  type: 'bough';
  version: 1 | typeof boughVersion;
  /** Version of the app that wrote it. */
  app: string;
  /** Milliseconds since the epoch. */
  exportedAt: number;
  /** Bytes of attachments: `inline` in their records, `beside` as `attachments/<hash>` in the same zip or folder. */
  attachments: 'inline' | 'beside';
}

/** A file, once, before the first conversation that needs it. Its names are in the parts that use it. */
export interface AttachmentRecord {
  type: 'attachment';
  attachment: Omit<Attachment, 'name'>;
  /** Base64 of the bytes; null where they lie beside, or where `missing`. */
  data: string | null;
  /** The workspace had lost it, or it was damaged. */
  missing: boolean;
}

/** A conversation without its messages. All its messages follow, of all branches. */
export interface BoughConversation {
  id: string;
  title: string;
  titleSource: 'auto' | 'user';
  agentId: string;
  reader: Reader | null;
  /** The invisible root, which has no record of its own. */
  rootId: string;
  /** A message, or the root. */
  tipId: string;
  createdAt: number;
  updatedAt: number;
  trashedAt: number | null;
  /** Names that people gave to branches, by the first message of each. */
  branchNames: { messageId: string; name: string }[];
  /** What it was forked from; null for one that is no fork. */
  origin: BoughOrigin | null;
  /** Where it was brought in from, so that it is known there too when it comes again; null for one that was not. */
  imported: BoughImported | null;
}

/** The conversation of another program that a conversation was brought in from. */
export interface BoughImported {
  source: string;
  /** Its id there. */
  key: string;
  /** The title and the tip that it had when it came: where ours are others now, the user changed them. */
  title: string;
  tipId: string;
}

/** What came along with an import without being a message: hidden entries, and blocks that nobody knows. */
export interface BoughExtra {
  /** Id of the entry in the source, and a number where one entry has several. */
  key: string;
  place: number;
  /** The message that it belongs to or follows; null at the beginning. */
  messageId: string | null;
  /** As it came. */
  content: unknown;
}

/** Where a fork came from. */
export interface BoughOrigin {
  /** Null where it was deleted for good. It need not be in the file. */
  conversationId: string | null;
  title: string;
  /** The message in it after which the two part. */
  messageId: string;
  /** The first so many messages of the path are copies. */
  copied: number;
  createdAt: number;
}

/**
 * One message. Messages come in the order in which they were made: a parent before its children, siblings as they are
 * counted. One that was still being written when it was exported is `interrupted`.
 */
export interface BoughMessage {
  id: string;
  parentId: string;
  role: 'user' | 'agent';
  agentId: string | null;
  status: 'complete' | 'interrupted' | 'failed';
  model: string | null;
  usage: MessageUsage | null;
  createdAt: number;
  /** It was being written when the app closed. Only where it is `interrupted`. */
  cutOff?: true | undefined;
  /** Its id in the source that the conversation was brought in from. */
  sourceKey?: string | undefined;
  parts: Part[];
}

/** What one agent saw in the conversation: its turns and its passes follow, in their order. */
export interface TranscriptRecord {
  type: 'transcript';
  /** Of the transcript's own format. */
  version: 1;
  agentId: string;
  checkpoints: Checkpoint[];
}

/** A transcript that the workspace had lost. The messages are whole; how they were sent is not known any more. */
export interface LostTranscriptRecord {
  type: 'lostTranscript';
  agentId: string;
  reason: 'missing' | 'unreadable' | 'newer';
}

/** Ends every whole file. Numbers of the records before it. */
export interface EndRecord {
  type: 'end';
  agents: number;
  attachments: number;
  conversations: number;
  messages: number;
  extras: number;
  transcripts: number;
  turns: number;
  passes: number;
}

/** What a file holds so far, for its last record. */
export function emptyCounts(): EndRecord {
  const none = {
    agents: 0,
    attachments: 0,
    conversations: 0,
    messages: 0,
    extras: 0,
    transcripts: 0,
    turns: 0,
    passes: 0,
  };
  return { type: 'end', ...none };
}

const counters: Partial<Record<BoughRecord['type'], Exclude<keyof EndRecord, 'type'>>> = {
  agent: 'agents',
  attachment: 'attachments',
  conversation: 'conversations',
  message: 'messages',
  extra: 'extras',
  transcript: 'transcripts',
  turn: 'turns',
  pass: 'passes',
};

/** Counts a record. What is no part of the counts (header, lost transcripts) leaves them as they are. */
export function countRecord(counts: EndRecord, type: BoughRecord['type']): void {
  const counter = counters[type];
  if (counter) counts[counter] += 1;
}

/**
 * The text of a record in its file, with what stands between it and the one before: `[` before the header, a comma and
 * a line end before all others, and `]` behind the last.
 */
export function recordText(record: BoughRecord): string {
  const json = JSON.stringify(record);
  if (record.type === 'bough') return `[${json}`;
  return record.type === 'end' ? `,\n${json}]\n` : `,\n${json}`;
}

/**
 * The two halves of the text of an attachment's record, for bytes that are written between them as base64: a large
 * file is never a string in memory.
 */
export function attachmentHalves(
  attachment: AttachmentRecord['attachment'],
): [before: string, after: string] {
  const text = recordText({ type: 'attachment', attachment, data: '', missing: false });
  const at = text.indexOf('"data":""') + '"data":"'.length;
  return [text.slice(0, at), text.slice(at)];
}
