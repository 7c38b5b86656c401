import { create } from 'zustand';

interface ForkState {
  /** The last message that the fork would copy. */
  messageId: string | null;
  ask: (messageId: string) => void;
  close: () => void;
}

/** Whether a fork of the open conversation is being asked about, whichever part of the app began it. */
export const useFork = create<ForkState>((set) => ({
  messageId: null,
  ask: (messageId) => set({ messageId }),
  close: () => set({ messageId: null }),
}));
