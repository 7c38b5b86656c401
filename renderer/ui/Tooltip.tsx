import { Tooltip as Radix } from 'radix-ui';
import {
  createContext,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { useFloating } from './floating.ts';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  /** What it says. Without it the child stays bare. */
  text: ReactNode;
  /** One element that takes a ref and the trigger's attributes. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** The key pressed last, or null after a pointer was used. */
const LastKey = createContext<RefObject<string | null>>({ current: null });

/**
 * Shows text on hover, and as the keyboard moves the focus there; not as a closing menu or dialog gives the focus
 * back. Needs `TooltipProvider` once, at the top of the app.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const { anchor, open, onOpenChange, container } = useFloating();
  const lastKey = useContext(LastKey);
  const onFocus = (event: FocusEvent) => {
    if (!/^(Tab|F\d+|Arrow\w+|Home|End)$/.test(lastKey.current ?? '')) event.preventDefault();
  };
  if (!text) return children;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={anchor} onFocus={onFocus}>
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
  const lastKey = useRef<string | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      lastKey.current = event.key;
    };
    const onPointerDown = () => {
      lastKey.current = null;
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
  return (
    <LastKey.Provider value={lastKey}>
      <Radix.Provider delayDuration={500} skipDelayDuration={250} disableHoverableContent>
        {children}
      </Radix.Provider>
    </LastKey.Provider>
  );
}
