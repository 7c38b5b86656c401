import { create } from 'zustand';

/** What the side panel can show, one at a time. */
export type PanelName = 'help';

interface PanelState {
  panel: PanelName | null;
  open: (panel: PanelName) => void;
  close: () => void;
}

export const usePanel = create<PanelState>((set) => ({
  panel: null,
  open: (panel) => set({ panel }),
  close: () => set({ panel: null }),
}));
