import { Slot } from 'radix-ui';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import type { TipHost } from './TooltipProvider.tsx';

export interface TooltipProps {
  /** What it says; nothing is shown without it. */
  text: ReactNode;
  /** One element that takes a ref and handlers. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** Who shows the tooltips; nobody outside of a `TooltipProvider`. */
export const TipContext = createContext<TipHost | null>(null);

/**
 * Shows text on hover, and as the keyboard moves the focus there; not as a closing menu or dialog gives the focus
 * back. A chat draws hundreds of these, so the tooltip itself is one for the whole app.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const host = useContext(TipContext);
  if (!host) return children;
  // The child keeps its place in the tree, and with it the focus, as its text comes and goes.
  const tip = text ? { text, side } : null;
  return (
    <Slot.Root
      onPointerEnter={(event) => {
        if (tip && event.pointerType !== 'touch') host.hovered(event.currentTarget, tip);
      }}
      onPointerLeave={host.hide}
      onPointerDown={host.hide}
      onFocus={(event) => tip && host.focused(event.currentTarget, tip)}
      onBlur={host.hide}
    >
      {children}
    </Slot.Root>
  );
}
