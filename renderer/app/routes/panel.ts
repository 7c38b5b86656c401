import { create } from 'zustand';

/** What the side panel can show of a conversation, in the order of its tabs. */
export type ConversationPanelName = 'branches' | 'memory' | 'pages';
/** What the side panel can show, one at a time. */
export type PanelName = 'help' | ConversationPanelName;

interface PanelState {
  panel: PanelName | null;
  /** What to show in it: a pass in `memory`, a fold in `pages`. */
  detail: string | null;
  open: (panel: PanelName, detail?: string) => void;
  close: () => void;
}

export const usePanel = create<PanelState>((set) => ({
  panel: null,
  detail: null,
  open: (panel, detail) => set({ panel, detail: detail ?? null }),
  close: () => set({ panel: null, detail: null }),
}));

/** The panel that is in sight: those of a conversation only beside one. */
export function shownPanel(panel: PanelName | null, view: string): PanelName | null {
  return panel === 'help' || view === 'conversation' ? panel : null;
}
