/** Programs and formats whose conversations can be taken in. */
export type ImportSource = 'chatgpt' | 'claude' | 'open-webui' | 'librechat' | 'bough' | 'markdown';

/** A file that a message refers to, as its source names it. */
export interface FileRef {
  /** The id in the source, without the scheme of a pointer; empty where there is none. */
  id: string;
  /** Name for people; null where the source knows none. */
  name: string | null;
  /** Content that stands in the archive's text itself: text, or bytes in base64. */
  content?: { encoding: 'utf8' | 'base64'; data: string };
}

/** What a message is made of, before its files were looked for. */
export type ImportPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | {
      type: 'tool';
      id: string;
      name: string;
      input: string;
      state: 'done' | 'failed' | 'stopped';
      result?: string;
    }
  | { type: 'error'; detail: string }
  | { type: 'file'; file: FileRef };

/**
 * What an entry of a source tree is. `placeholder`: nothing in it. `hidden`: kept, never shown. `reasoning` and `tool`:
 * go into the answer that follows. `unreadable`: left out and reported.
 */
export type EntryKind = 'placeholder' | 'hidden' | 'reasoning' | 'tool' | 'shown' | 'unreadable';

/** One entry of a source tree, classified. */
export interface Entry {
  /** Its id in the source: unique in the conversation. */
  key: string;
  /** Null: it stands at the root. */
  parentKey: string | null;
  kind: EntryKind;
  role: 'user' | 'agent';
  /** Milliseconds since the epoch; null where the source does not say or says nonsense. */
  createdAt: number | null;
  model: string | null;
  status: 'complete' | 'interrupted' | 'failed';
  parts: ImportPart[];
  /** What no message shows: a hidden entry, blocks of a kind that nobody knows. Kept as it came. */
  raw: unknown[];
}

/** What a source keeps of a conversation, for which this app has no place: the report names it. */
export interface SourceMark {
  kind: 'archived' | 'starred' | 'pinned' | 'project' | 'folder' | 'tag' | 'assistant';
  /** Empty where there is none, or the source gives none. */
  name: string;
}

/** One conversation of a source, classified, before its tree is put in order. */
export interface SourceConversation {
  source: ImportSource;
  /** Its id in the source; empty where it has none. */
  key: string;
  /** Empty where it has none. */
  title: string;
  /** What a title can be made of where there is none. */
  summary: string;
  createdAt: number | null;
  updatedAt: number | null;
  /** Model of the answers that name none. */
  model: string | null;
  /** The entry that the source points to; null where it points to none. */
  tipKey: string | null;
  entries: Entry[];
  /** Blocks and content types, and how often each occurs. */
  types: Record<string, number>;
  /** Kinds of content that this app does not know, and how often each occurs. */
  unknownTypes: Record<string, number>;
  /** Branches that the source itself lost: two neighbours of one sender in a flat list. */
  lostForks: number;
  marks: SourceMark[];
}

/** A message as it will be stored, its files not yet looked for. */
export interface ImportMessage {
  key: string;
  /** Null: it continues from the invisible root message. */
  parentKey: string | null;
  role: 'user' | 'agent';
  status: 'complete' | 'interrupted' | 'failed';
  parts: ImportPart[];
  model: string | null;
  createdAt: number | null;
}

/** Something that is kept beside a conversation without being shown. */
export interface ImportExtra {
  key: string;
  /** The message that it belongs to or follows; null at the beginning. */
  messageKey: string | null;
  raw: unknown;
}

/** How many entries were of which kind: every entry is one of them. */
export interface Tally extends Record<EntryKind, number> {
  /** All entries of the source tree. */
  nodes: number;
  unknownType: number;
  /** Branches: kept entries without a kept child. */
  leaves: number;
}

/** What was put right in a source tree. */
export interface Repairs {
  /** Entries whose parent does not exist: they hang on the root. */
  missingParent: number;
  /** Circles that were cut at their earliest entry. */
  cycle: number;
  /** The pointer to the last message led nowhere. */
  danglingTip: number;
}

/** A conversation whose tree is in order: parents stand before their children. */
export interface ImportConversation {
  source: ImportSource;
  key: string;
  title: string;
  summary: string;
  createdAt: number | null;
  updatedAt: number | null;
  messages: ImportMessage[];
  extras: ImportExtra[];
  /** Key of the message that the next one continues from; null in a conversation without a message. */
  tipKey: string | null;
  /** Id of the entry that the source points to, or of the leaf written last. */
  sourceTip: string | null;
  tally: Tally;
  repairs: Repairs;
  types: Record<string, number>;
  unknownTypes: Record<string, number>;
  lostForks: number;
  marks: SourceMark[];
}
