import { create } from 'zustand';

interface MakeRoomState {
  /** The conversation whose ways to make room are shown. */
  conversationId: string | null;
  open: (conversationId: string) => void;
  close: () => void;
}

/** Whether "Make room" is open, whichever part of the app asked for it. */
export const useMakeRoomSheet = create<MakeRoomState>((set) => ({
  conversationId: null,
  open: (conversationId) => set({ conversationId }),
  close: () => set({ conversationId: null }),
}));
