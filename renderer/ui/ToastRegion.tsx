import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './ToastRegion.module.css';
import { type Toast, useToasts } from './toasts.ts';

/** With an action it stays longer: it takes time to read, decide and reach it. In ms. */
const stay = { plain: 5000, withAction: 10_000 };

/** Where toasts appear; announced politely. F8 moves the focus here. Once, at the top of the app. */
export function ToastRegion() {
  const { t } = useTranslation('common');
  const toasts = useToasts((state) => state.toasts);
  return (
    <Radix.Provider swipeDirection="down" label={t('toast.label')}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport label={t('toast.region')} className={styles.region} />
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('common');
  const dismiss = useToasts((state) => state.dismiss);
  const { text, action } = toast;
  return (
    <Radix.Root
      type="background"
      duration={action ? stay.withAction : stay.plain}
      onOpenChange={(open) => {
        if (!open) dismiss(toast.id);
      }}
      className={styles.toast}
    >
      <Radix.Description className={styles.text}>{text}</Radix.Description>
      {action ? (
        <Radix.Action asChild altText={action.label}>
          <Button variant="plain" size="small" onClick={action.onSelect}>
            {action.label}
          </Button>
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        <IconButton icon={X} name={t('close')} size="small" />
      </Radix.Close>
    </Radix.Root>
  );
}
