import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import { deepestDrop, importChunkBytes, mostDroppedFiles } from './limits.ts';
import type { BridgeError } from './result.ts';

/** Programs and formats whose conversations can be brought in. */
export type ImportSourceName = 'chatgpt' | 'claude' | 'open-webui' | 'librechat' | 'bough' | 'markdown';

/** `interrupted`: the app ended in it. Whatever was brought in until then is whole. */
export type ImportState = 'running' | 'done' | 'cancelled' | 'failed' | 'interrupted';

/** How far an import is. */
export interface ImportProgress {
  id: string;
  name: string;
  /** `reading`: looking through the archive, or taking it over from the window. */
  phase: 'reading' | 'importing';
  /** Bytes of conversations read, of all; `total` 0 while it is not known. */
  done: number;
  total: number;
  conversations: number;
  messages: number;
}

/** Every entry of a source tree is one of these. */
export interface ImportTally {
  nodes: number;
  placeholder: number;
  hidden: number;
  reasoning: number;
  tool: number;
  shown: number;
  unreadable: number;
  unknownType: number;
  leaves: number;
}

/** What a conversation was where it came from, for which Bough has no place. `assistant`: a custom GPT. */
export interface ImportMark {
  kind: 'archived' | 'starred' | 'pinned' | 'project' | 'folder' | 'tag' | 'assistant';
  /** Empty where there is none, or its source gives none. */
  name: string;
}

/** A conversation that was brought in, as the report tells of it. */
export interface ImportedConversation {
  conversationId: string;
  source: ImportSourceName;
  /** As the source has it; empty where it had none. */
  title: string;
  /** Messages that were added. */
  messages: number;
  /** It was here before, and grew. */
  grown: boolean;
  /** Id of the message in the source that the tip stands on. */
  tip: string | null;
  tally: ImportTally;
  repairs: { missingParent: number; cycle: number; danglingTip: number };
  /** Blocks and content types of the source, and how often each occurs. */
  types: Record<string, number>;
  /** Missing in reports of before it was told. */
  marks?: ImportMark[];
}

/** Something that did not come in, or was put right. `title` is the conversation's in the source. */
export type ImportProblem =
  | { kind: 'file_missing'; file: string }
  | { kind: 'category_missing'; category: string; file: string }
  /** Cut off or not JSON: `rescued` conversations before the damage came in. */
  | { kind: 'file_damaged'; file: string; rescued: number }
  | { kind: 'file_encoding'; file: string }
  | { kind: 'entry_unreadable'; file: string; place: number; title: string }
  | { kind: 'entry_too_large'; file: string; place: number; bytes: number }
  | { kind: 'conversation_empty'; title: string; createdAt: number | null }
  | { kind: 'messages_unreadable'; title: string; count: number }
  | { kind: 'repaired'; title: string; missingParent: number; cycle: number; danglingTip: number }
  | { kind: 'unknown_type'; title: string; type: string; count: number }
  | { kind: 'forks_lost'; title: string; count: number }
  | { kind: 'attachment_missing'; title: string; id: string; name: string | null }
  | { kind: 'attachment_damaged' | 'attachment_too_large'; title: string; name: string }
  | { kind: 'attachment_unused'; file: string; name: string }
  /** `count` conversations had such a mark, with these names among others. */
  | { kind: 'marks'; mark: ImportMark['kind']; count: number; names: string[] }
  | { kind: 'projects'; count: number; documents: number }
  /** A manifest of Claude's that came alone: it holds links only. */
  | { kind: 'links_only'; file: string }
  /** A transcript that the file says was lost before it was written. */
  | { kind: 'transcript_lost'; title: string };

export interface ImportReport {
  id: string;
  /** Of the file or folder. */
  name: string;
  state: ImportState;
  sources: ImportSourceName[];
  startedAt: number;
  endedAt: number | null;
  /** Why it ended early; null otherwise. */
  failure: BridgeError | null;
  /** Entries of all whole files that were or should have been conversations. */
  entries: number;
  /** Conversations that are new, and those that were here and grew. */
  imported: number;
  grown: number;
  /** Copies of conversations that were here already, in this import or before. */
  duplicates: number;
  /** Entries without a message. */
  empty: number;
  unreadable: number;
  messages: number;
  attachments: { referenced: number; found: number };
  /** Sums over all conversations. */
  tally: ImportTally;
  conversations: ImportedConversation[];
  problems: ImportProblem[];
}

/** A report without its lists. */
export type ImportSummary = Omit<ImportReport, 'conversations' | 'problems'> & { problemCount: number };

const one = z.strictObject({ id: idSchema });

/** A file that was dropped, or that lies in a folder that was. */
const droppedFileSchema = z.strictObject({
  /** Number of the file or folder that it came with. */
  item: z.number().int().nonnegative().max(mostDroppedFiles),
  /** Its name, or its path from the dropped folder on, with `/`. */
  path: z
    .string()
    .max(4096)
    .refine((path) => {
      const names = path.split('/');
      return names.length <= deepestDrop && names.every((name) => !['', '.', '..'].includes(name));
    }, 'not_a_path'),
  bytes: z.number().int().nonnegative(),
});

export const importMethods = {
  /** Asks for files or a folder and starts; null when the dialog was cancelled. Throws `import_busy` while one runs. */
  'import.choose': method<{ id: string } | null>()(z.strictObject({ what: z.enum(['files', 'folder']) })),
  /**
   * Takes over files and folders that were dropped on the window: `dropBegin`, their bytes in order, then `dropEnd`
   * starts. Throws `import_busy` while an import runs.
   */
  'import.dropBegin': method<{ id: string }>()(
    z.strictObject({ files: z.array(droppedFileSchema).min(1).max(mostDroppedFiles) }),
  ),
  'import.dropChunk': method<{ taken: true }>()(
    one.extend({
      file: z.number().int().nonnegative(),
      bytes: z
        .instanceof(Uint8Array)
        .refine((bytes) => bytes.byteLength <= importChunkBytes, 'chunk_too_large'),
    }),
  ),
  'import.dropEnd': method<{ started: true }>()(one),
  /** Ends it; the conversations that are in stay. */
  'import.cancel': method<{ cancelled: boolean }>()(one),
  'import.running': method<ImportProgress | null>()(z.strictObject({})),
  /** Newest first. */
  'import.list': method<ImportSummary[]>()(z.strictObject({})),
  'import.report': method<ImportReport>()(one),
  /** Asks where, and writes the report as a text file. False when cancelled. */
  'import.saveReport': method<{ saved: boolean }>()(one.extend({ text: z.string().max(50_000_000) })),
};
