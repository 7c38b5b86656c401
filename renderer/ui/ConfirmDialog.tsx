import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';
import { useFocusReturn } from './focus.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question. */
  title: string;
  /** What will happen, and what stays. */
  description: ReactNode;
  /** The act with the thing's name in it, for example "Empty the trash: 3 conversations". Never just "OK". */
  action: string;
  onConfirm: () => void;
  danger?: boolean;
}

/** Asks before an act that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, action, onConfirm, danger = false } = props;
  const { t } = useTranslation('common');
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className={styles.scrim}>
          <Radix.Content data-modal aria-modal {...focus} className={cx(styles.dialog, styles.small)}>
            <header className={styles.header}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
            </header>
            <div className={styles.body}>
              <Radix.Description className={styles.description}>{description}</Radix.Description>
            </div>
            <footer className={styles.footer}>
              <Radix.Cancel asChild>
                <Button>{t('cancel')}</Button>
              </Radix.Cancel>
              <Radix.Action asChild>
                <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
                  {action}
                </Button>
              </Radix.Action>
            </footer>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
