import { useEffect } from 'react';
import { create } from 'zustand';
import type { OpenChat } from '../../features/chat/index.ts';

/** The conversation in the main column, for what stands beside it. */
export const useOpenedChat = create<{ open: OpenChat | null }>(() => ({ open: null }));

/** Hands an open conversation to what stands beside it, for the life of a component. */
export function useOffered(open: OpenChat): void {
  useEffect(() => {
    useOpenedChat.setState({ open });
    return () => {
      if (useOpenedChat.getState().open === open) useOpenedChat.setState({ open: null });
    };
  }, [open]);
}
