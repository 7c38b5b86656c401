import { useRef, useState } from 'react';

/** Parts of the page that screen readers list; a dialog also hides all that is outside of it. */
const landmarks = '[role="dialog"], [role="alertdialog"], main, nav, aside';

/**
 * Where a menu or tooltip is drawn: inside the landmark or dialog of its trigger. In the body it would lie outside
 * of every landmark, and a dialog would hide it from screen readers.
 */
export function useFloating() {
  const anchor = useRef<HTMLElement & HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const onOpenChange = (next: boolean) => {
    if (next) setContainer(anchor.current?.closest<HTMLElement>(landmarks) ?? null);
    setOpen(next);
  };
  return { anchor, open, onOpenChange, container };
}
