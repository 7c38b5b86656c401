import { create } from 'zustand';
import type { ExportFormat } from '#contract';

/** What is to be exported. */
export interface ExportRequest {
  conversationIds: readonly string[];
  /** Of the one conversation; null for several. */
  title: string | null;
  format?: ExportFormat;
}

interface ExportState {
  request: ExportRequest | null;
  open: (request: ExportRequest) => void;
  close: () => void;
}

/** Whether the export dialog is open, whichever part of the app asked for it. */
export const useExportDialog = create<ExportState>((set) => ({
  request: null,
  open: (request) => set({ request }),
  close: () => set({ request: null }),
}));
