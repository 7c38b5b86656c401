import { useRef } from 'react';

/**
 * Where the focus goes as a dialog opens: to what is marked with `data-focus-first`, else to the first field in it,
 * else to the dialog itself, so that its title is read and no button is pressed by mistake. As it closes the focus returns to what had it before; Radix does
 * so only for a trigger that it knows, and our dialogs open from menus, shortcuts and commands as well.
 */
export function useDialogFocus() {
  const { onOpenAutoFocus: remember, onCloseAutoFocus } = useFocusReturn();
  return {
    onOpenAutoFocus: (event: Event) => {
      remember();
      event.preventDefault();
      if (!(event.target instanceof HTMLElement)) return;
      const marked = event.target.querySelector<HTMLElement>('[data-focus-first]');
      const field = event.target.querySelector<HTMLElement>('input, textarea, select');
      (marked ?? field ?? event.target).focus();
    },
    onCloseAutoFocus,
  };
}

/** Only the return. For a dialog that Radix focuses rightly itself, such as one that asks. */
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
