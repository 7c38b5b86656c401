import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import { useDialogFocus } from './focus.ts';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence below the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** 420, 560 or 880 px wide at most; `full` takes the whole window. */
  size?: 'small' | 'normal' | 'large' | 'full';
}

/**
 * A dialog over everything: Escape and a click outside close it, and the focus returns to where it was.
 * Radix's own overlay is left out because it injects a style tag, which our content security policy forbids.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'normal' } = props;
  const { t } = useTranslation('common');
  const focus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={styles.scrim}>
          <Radix.Content
            data-modal
            aria-modal
            {...focus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(styles.dialog, styles[size])}
          >
            <header className={styles.header}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon={X} name={t('close')} size="small" className={styles.close} />
              </Radix.Close>
            </header>
            <div className={styles.body}>
              {description ? (
                <Radix.Description className={styles.description}>{description}</Radix.Description>
              ) : null}
              {children}
            </div>
            {footer ? <footer className={styles.footer}>{footer}</footer> : null}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
