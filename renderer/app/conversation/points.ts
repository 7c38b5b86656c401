import { create } from 'zustand';

interface PointDialogs {
  /** The answer whose end is being marked. */
  markId: string | null;
  /** The points to go back to are being looked at. */
  rewinding: boolean;
  mark: (messageId: string) => void;
  rewind: () => void;
  close: () => void;
}

/** Which question about marks is open, whichever part of the app began it. */
export const usePointDialogs = create<PointDialogs>((set) => ({
  markId: null,
  rewinding: false,
  mark: (messageId) => set({ markId: messageId, rewinding: false }),
  rewind: () => set({ markId: null, rewinding: true }),
  close: () => set({ markId: null, rewinding: false }),
}));
