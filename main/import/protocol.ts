import type { BridgeError, ImportReport } from '#contract';
import type { Transcript } from '#core/transcript/types.ts';
import type { ImportRequest } from './importer.ts';

/** What the worker of an import is started with. */
export interface ImportWorkerSetup {
  /** Of the workspace. */
  folder: string;
  nativeBinding: string | undefined;
  request: ImportRequest;
}

export type ToImportWorker =
  | { type: 'cancel' }
  /** Answers `merge`; null where it went well. */
  | { type: 'merged'; number: number; error: BridgeError | null };

export type FromImportWorker =
  /** Asks main for a merge into a transcript that is here: main owns it. */
  | { type: 'merge'; number: number; transcript: Transcript; added: ReadonlySet<string> }
  | { type: 'progress'; done: number; total: number; conversations: number; messages: number }
  /** The report is in the database. */
  | { type: 'ended'; report: ImportReport };
