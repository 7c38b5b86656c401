import { create } from 'zustand';

interface LayoutState {
  /** Shown as a column where the window is wide enough. */
  libraryShown: boolean;
  /** Shown over the app, where it is not. */
  drawerOpen: boolean;
  setLibraryShown: (shown: boolean) => void;
  setDrawerOpen: (open: boolean) => void;
}

/** Which sides are in sight. Lives as long as the window. */
export const useLayout = create<LayoutState>((set) => ({
  libraryShown: true,
  drawerOpen: false,
  setLibraryShown: (libraryShown) => set({ libraryShown }),
  setDrawerOpen: (drawerOpen) => set({ drawerOpen }),
}));

/** Below these widths in px the library becomes a drawer, and the side panel an overlay. */
export const libraryNeeds = 760;
export const panelNeeds = 1080;
