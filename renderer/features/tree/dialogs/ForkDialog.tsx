import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge/call.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';

export interface ForkDialogProps {
  conversationId: string;
  /** The last message that is copied. */
  messageId: string;
  /** Title of the conversation that is copied. */
  title: string;
  onOpen: (conversationId: string) => void;
  onClose: () => void;
}

/** Characters of a title. */
const longest = 200;

/** [B7] Says what a fork copies before it is made, and asks for its title. */
export default function ForkDialog({ conversationId, messageId, title, onOpen, onClose }: ForkDialogProps) {
  const { t } = useTranslation(['tree', 'common']);
  const formId = useId();
  const [wanted, setWanted] = useState(title === '' ? '' : t('fork.copyOf', { title }).slice(0, longest));
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [preview] = useAnswer('branches.previewFork', { conversationId, messageId });
  const fork = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const named = wanted.trim() === '' ? {} : { title: wanted.trim() };
      const made = await call('branches.fork', { conversationId, messageId, ...named });
      showToast({
        text: t('fork.done', { count: made.messages }),
        action: { label: t('fork.open'), onSelect: () => onOpen(made.conversation.id) },
      });
      onClose();
    } catch (caught) {
      setFailure(caught);
      setBusy(false);
    }
  };
  const ready = preview.status === 'ready' ? preview.value : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('fork.title')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabledReason={ready ? undefined : t('common:loading')}
          >
            {t('fork.do')}
          </Button>
        </>
      }
    >
      {preview.status === 'loading' ? <Skeleton label={t('common:loading')} lines={2} /> : null}
      {preview.status === 'failed' ? <FailureState failure={preview.failure} look="inline" /> : null}
      {ready ? (
        <>
          <p>{t('fork.text', { count: ready.messages })}</p>
          {ready.attachments > 0 ? <p>{t('fork.files', { count: ready.attachments })}</p> : null}
          {ready.marks > 0 ? <p>{t('fork.marks', { count: ready.marks })}</p> : null}
        </>
      ) : null}
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void fork();
        }}
      >
        <TextField
          label={t('fork.name')}
          value={wanted}
          maxLength={longest}
          onChange={(event) => setWanted(event.target.value)}
        />
      </form>
      {failure ? <FailureState failure={failure} look="inline" /> : null}
    </Dialog>
  );
}
