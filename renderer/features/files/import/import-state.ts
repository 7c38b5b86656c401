import { create } from 'zustand';
import type { ImportProgress, ImportSummary } from '#contract';
import { importChunkBytes } from '#contract/limits.ts';
import { call } from '../../../bridge/call.ts';
import { onEvent } from '../../../bridge/events.ts';
import { reportError } from '../../../bridge/report.ts';

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
  await call('import.cancel', { id });
}

/** Hands dropped files over piece by piece, and starts. A failure is kept for the dialog. */
export async function importDropped(files: readonly File[]): Promise<void> {
  openImports();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const name = files[0]?.name ?? '';
  let id = '';
  try {
    ({ id } = await call('import.dropBegin', {
      files: files.map((file) => ({ name: file.name, bytes: file.size })),
    }));
    const idle = { conversations: 0, messages: 0, phase: 'reading' } as const;
    let done = 0;
    for (const [at, file] of files.entries()) {
      for (let start = 0; start < file.size; start += importChunkBytes) {
        const piece = await file.slice(start, start + importChunkBytes).arrayBuffer();
        await call('import.dropChunk', { id, file: at, bytes: new Uint8Array(piece) });
        done += piece.byteLength;
        set({ running: { id, name, done, total, ...idle } });
      }
    }
    await call('import.dropEnd', { id });
  } catch (failure) {
    set({ failure, running: null });
    if (id !== '') await call('import.cancel', { id }).catch(reportError);
  }
}
