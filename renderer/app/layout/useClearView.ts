import { useCallback } from 'react';
import { usePanel } from '../routes/panel.ts';
import { panelNeeds } from './layout.ts';

/** Closes the side panel where it lies over the conversation, so that what is shown there can be seen. */
export function useClearView(): () => void {
  const close = usePanel((state) => state.close);
  return useCallback(() => {
    if (!window.matchMedia(`(min-width: ${panelNeeds}px)`).matches) close();
  }, [close]);
}
