import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';

export const exportFormats = ['markdown', 'html', 'pdf', 'word', 'text', 'bough'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What of a conversation leaves the app. Bough's own format always holds everything. */
export const exportScopeSchema = z.discriminatedUnion('kind', [
  /** The path to a message; without one, to the tip. */
  z.strictObject({ kind: z.literal('branch'), leafId: idSchema.optional() }),
  z.strictObject({ kind: z.literal('tree') }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;

export const exportOptionsSchema = z.strictObject({
  reasoning: z.boolean(),
  /** `folded`: the call, and the result behind a fold or, on paper, its beginning. */
  tools: z.enum(['none', 'folded', 'full']),
  images: z.boolean(),
  /** The snapshot pages that stand for a part of the branch in its reader's window. */
  pages: z.boolean(),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const defaultExportOptions: ExportOptions = {
  reasoning: false,
  tools: 'folded',
  images: true,
  pages: false,
};

/** How several files are kept together. */
export const exportContainers = ['folder', 'zip'] as const;
export type ExportContainer = (typeof exportContainers)[number];

const request = {
  conversationIds: z.array(idSchema).min(1).max(100_000),
  /** Of a single conversation; several are exported along their current branches, or whole. */
  scope: exportScopeSchema,
  format: z.enum(exportFormats),
  options: exportOptionsSchema,
  container: z.enum(exportContainers),
};

/** What would be exported. */
export interface ExportPreview {
  /** Name of the file, zip or folder, with its ending. */
  name: string;
  /** What is made: one file, or several kept together. */
  as: 'file' | ExportContainer;
  messages: number;
  branches: number;
  /** Null for several conversations: to count it, all of them would have to be read. */
  holds: ExportHoldings | null;
}

/** What is in a conversation besides words. */
export interface ExportHoldings {
  /** Attachments that go along in this format, in the file or beside it, and their bytes. */
  images: number;
  files: number;
  bytes: number;
  /** Attachments that the workspace has lost: the document names them. */
  missing: number;
  /** Tool calls, passages of reasoning and snapshot pages, whether they are wanted or not. */
  tools: number;
  reasoning: number;
  pages: number;
}

/** One branch that can be chosen. */
export interface ExportBranch {
  leafId: string;
  /** First words of where it leaves the others. */
  words: string;
  messages: number;
  /** The tip stands on it. */
  current: boolean;
}

/** How far an export is. */
export interface ExportWork {
  id: string;
  /** Messages written, of all; of several conversations, conversations. */
  done: number;
  total: number;
  /** `finishing`: pages are laid out, or files copied, which cannot be counted in messages. */
  phase: 'writing' | 'finishing';
}

/** What came of an export. */
export interface ExportOutcome {
  /** Name of the file, zip or folder; null when the dialog was cancelled. */
  name: string | null;
  messages: number;
  /** Attachments that the workspace had lost. */
  missing: number;
}

export const exportMethods = {
  'export.preview': method<ExportPreview>()(z.strictObject(request)),
  /** The branches of a conversation, the current one first, then the newest. At most 200. */
  'export.branches': method<ExportBranch[]>()(z.strictObject({ conversationId: idSchema })),
  /** Asks where, and writes. `id` is the caller's: `export` events carry it, and `export.cancel` takes it. */
  'export.run': method<ExportOutcome>()(z.strictObject({ id: z.string().min(1).max(64), ...request })),
  'export.cancel': method<{ cancelled: boolean }>()(z.strictObject({ id: z.string().min(1).max(64) })),
  /** Opens the folder that an export of this session was written to. */
  'export.show': method<{ shown: boolean }>()(z.strictObject({ id: z.string().min(1).max(64) })),
  /** Puts a branch on the clipboard: Markdown as its text, and formatted beside it. */
  'export.copy': method<{ messages: number }>()(
    z.strictObject({ conversationId: idSchema, scope: exportScopeSchema, options: exportOptionsSchema }),
  ),
};
