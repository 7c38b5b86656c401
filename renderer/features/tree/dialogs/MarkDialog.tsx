import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxLabelLength, plainLabel } from '#contract/label.ts';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';

export interface MarkDialogProps {
  conversationId: string;
  messageId: string;
  onClose: () => void;
}

/** [T10] Asks for the label of a mark. */
export default function MarkDialog({ conversationId, messageId, onClose }: MarkDialogProps) {
  const { t } = useTranslation(['tree', 'common']);
  const formId = useId();
  const [label, setLabel] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const mark = async () => {
    const name = plainLabel(label);
    if (name === '') return;
    try {
      const { movedFrom } = await call('branches.mark', { conversationId, messageId, label: name });
      showToast({
        text: t(movedFrom === null ? 'mark.done' : 'mark.moved', { label: name }),
        action: {
          label: t('common:undo'),
          onSelect: () => void takeBack(conversationId, messageId, name, movedFrom).catch(setFailure),
        },
      });
      onClose();
    } catch (caught) {
      setFailure(caught);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('mark.title')}
      description={t('mark.text')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('mark.do')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void mark();
        }}
      >
        <TextField
          label={t('mark.label')}
          value={label}
          maxLength={maxLabelLength}
          onChange={(event) => setLabel(event.target.value)}
        />
      </form>
      {failure ? <FailureState failure={failure} look="inline" /> : null}
    </Dialog>
  );
}

/** A label that was elsewhere before goes back there; a new one goes. */
async function takeBack(
  conversationId: string,
  messageId: string,
  label: string,
  movedFrom: string | null,
): Promise<void> {
  if (movedFrom === null) await call('branches.unmark', { conversationId, messageId, label });
  else await call('branches.mark', { conversationId, messageId: movedFrom, label });
}
