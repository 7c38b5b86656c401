import type { ImportReport } from '#contract';
import type { ImportRequest } from './importer.ts';

/** What the worker of an import is started with. Any message to it cancels. */
export interface ImportWorkerSetup {
  /** Of the workspace. */
  folder: string;
  nativeBinding: string | undefined;
  request: ImportRequest;
}

export type FromImportWorker =
  | { type: 'progress'; done: number; total: number; conversations: number; messages: number }
  /** The report is in the database. */
  | { type: 'ended'; report: ImportReport };
