import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Drawer.module.css';
import { useDialogFocus } from './focus.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the drawer for screen readers. */
  title: string;
  side: 'left' | 'right';
  /** Takes the whole window: for what needs all the room there is. */
  full?: boolean;
  children: ReactNode;
}

/**
 * Escape belongs to what has a use for it first, marked with `data-own-escape`: a field to be cleared, say. Radix
 * hears it before anything inside does.
 */
function leaveToWhatIsInIt(event: KeyboardEvent) {
  if (event.target instanceof Element && event.target.closest('[data-own-escape]')) event.preventDefault();
}

/** A side of the app that slides over it in a narrow window. Escape and a click outside close it. */
export function Drawer({ open, onOpenChange, title, side, full = false, children }: DrawerProps) {
  const focus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={styles.scrim}>
          <Radix.Content
            aria-modal
            {...focus}
            aria-describedby={undefined}
            onEscapeKeyDown={leaveToWhatIsInIt}
            className={cx(styles.drawer, styles[side], full && styles.full)}
          >
            <VisuallyHidden>
              <Radix.Title>{title}</Radix.Title>
            </VisuallyHidden>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
