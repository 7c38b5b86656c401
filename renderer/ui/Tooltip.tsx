import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { useFloating } from './floating.ts';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** What it says. Without it the child stays bare. */
  text: ReactNode;
  /** One element that takes a ref and the trigger's attributes. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** Shows text on hover and on keyboard focus. Needs `TooltipProvider` once, at the top of the app. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const { anchor, open, onOpenChange, container } = useFloating();
  if (!text) return children;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={anchor}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content className={styles.tip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Shares the delays of all tooltips below it: half a second first, none while moving along a row. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={250} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}
