import { useRef } from 'react';

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so only for a trigger it knows, and
 * our dialogs are opened from menus, shortcuts and commands as well.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
  };
}
