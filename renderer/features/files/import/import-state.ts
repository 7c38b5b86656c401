import { create } from 'zustand';
import type { ImportProgress, ImportSummary } from '#contract';
import { importChunkBytes } from '#contract/limits.ts';
import { BridgeFailure, call } from '../../../bridge/call.ts';
import { onEvent } from '../../../bridge/events.ts';
import { reportError } from '../../../bridge/report.ts';
import { type Dropped, type DroppedFile, filesIn } from './dropped.ts';

interface ImportState {
  open: boolean;
  running: ImportProgress | null;
  /** The import whose report is shown. */
  reportId: string | null;
  /** What could not be started, for a sentence in the dialog. */
  failure: unknown;
}

/** What the window knows of imports. */
export const useImports = create<ImportState>(() => ({
  open: false,
  running: null,
  reportId: null,
  failure: null,
}));

const { setState: set, getState: get } = useImports;

export function openImports(reportId: string | null = null): void {
  set({ open: true, reportId, failure: null });
}

export function closeImports(): void {
  set({ open: false, reportId: null, failure: null });
}

export function showReport(reportId: string | null): void {
  set({ reportId, failure: null });
}

/**
 * Follows imports for the life of the window. Returns the function that ends it.
 *
 * @param onEnded called for one that ends while nobody looks at it
 */
export function followImports(onEnded: (summary: ImportSummary) => void): () => void {
  call('import.running', {}).then((running) => {
    if (running) set({ running });
  }, reportError);
  const stops = [
    onEvent('import', ({ progress }) => set({ running: progress })),
    onEvent('imported', ({ summary }) => {
      const { open } = get();
      set({ running: null, ...(open && { reportId: summary.id }) });
      if (!open) onEnded(summary);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Asks the system for files or a folder. A failure is kept for the dialog. */
export async function chooseImport(what: 'files' | 'folder'): Promise<void> {
  set({ failure: null, reportId: null });
  await call('import.choose', { what }).catch((failure: unknown) => set({ failure }));
}

export async function stopImport(id: string): Promise<void> {
  if (handing) handing.stopped = true;
  if (id !== '') await call('import.cancel', { id });
}

/** A drop whose files are on their way to main; one at a time. */
let handing: { stopped: boolean } | null = null;

/** Hands dropped files and folders over piece by piece, and starts. A failure is kept for the dialog. */
export async function importDropped(dropped: readonly Dropped[]): Promise<void> {
  openImports();
  if (handing || get().running) {
    set({ failure: new BridgeFailure({ code: 'import_busy', message: 'An import is running' }) });
    return;
  }
  const mine = { stopped: false };
  handing = mine;
  const name = dropped[0]?.name ?? '';
  let id = '';
  const show = (done: number, total: number) =>
    set({ running: { id, name, done, total, conversations: 0, messages: 0, phase: 'reading' } });
  try {
    show(0, 0);
    const files = await filesIn(dropped);
    if (files.length === 0) throw new BridgeFailure({ code: 'import_nothing', message: 'An empty folder' });
    const announced = files.map(({ item, path, file }) => ({ item, path, bytes: file.size }));
    ({ id } = await call('import.dropBegin', { files: announced }));
    await handOver(id, files, mine, show);
    if (mine.stopped) throw new Stopped();
    await call('import.dropEnd', { id });
  } catch (failure) {
    // Who stops it need not be told that it was stopped.
    set({ failure: mine.stopped ? null : failure, running: null });
    if (id !== '') await call('import.cancel', { id }).catch(reportError);
  } finally {
    handing = null;
  }
}

class Stopped extends Error {}

async function handOver(
  id: string,
  files: readonly DroppedFile[],
  mine: { stopped: boolean },
  show: (done: number, total: number) => void,
): Promise<void> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  for (const [at, { file }] of files.entries()) {
    for (let start = 0; start < file.size; start += importChunkBytes) {
      if (mine.stopped) return;
      const piece = await file.slice(start, start + importChunkBytes).arrayBuffer();
      await call('import.dropChunk', { id, file: at, bytes: new Uint8Array(piece) });
      done += piece.byteLength;
      show(done, total);
    }
  }
}
