import { create } from 'zustand';
import type { RoomCommand } from '../../features/context/index.ts';

interface MakeRoomState {
  /** The conversation whose ways to make room are shown. */
  conversationId: string | null;
  /** A command whose effect is shown before it is done; null: all the ways there are. */
  command: RoomCommand | null;
  open: (conversationId: string, command?: RoomCommand) => void;
  close: () => void;
}

/** Whether "Make room" is open, whichever part of the app asked for it. */
export const useMakeRoomSheet = create<MakeRoomState>((set) => ({
  conversationId: null,
  command: null,
  open: (conversationId, command) => set({ conversationId, command: command ?? null }),
  close: () => set({ conversationId: null, command: null }),
}));
