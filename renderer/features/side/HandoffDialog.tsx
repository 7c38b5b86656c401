import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/call.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { ProgressLine } from '../../ui/ProgressLine.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './SideCard.module.css';
import type { Side } from './side.ts';
import { closeSide, errorOf, stopSide, useSide, wordsOf } from './side.ts';

export interface HandoffDialogProps {
  conversationId: string;
  /** Of the conversation, for the name of the file. */
  title: string;
  render: (text: string, streaming: boolean) => ReactNode;
  /** Begins a new conversation with the document in its message box. */
  onContinue: (document: string) => Promise<void>;
}

/** A hand-over document being written, and what can be done with it. */
export function HandoffDialog({ conversationId, ...rest }: HandoffDialogProps) {
  const side = useSide((state) => state.side);
  if (side?.conversationId !== conversationId || side.kind !== 'handoff') return null;
  return <Handoff side={side} {...rest} />;
}

function Handoff({
  side,
  title,
  render,
  onContinue,
}: Omit<HandoffDialogProps, 'conversationId'> & { side: Side }) {
  const { t } = useTranslation('side');
  const { t: common } = useTranslation('common');
  const tellFailure = useFailureToast();
  const [busy, setBusy] = useState(false);
  const running = side.status === 'running';
  const document = wordsOf(side);
  const error = errorOf(side);
  const act = (work: () => Promise<void>) => {
    setBusy(true);
    work()
      .catch(tellFailure)
      .finally(() => setBusy(false));
  };
  const save = async () => {
    if (await saveDocument(document, t('handoff.file', { title }))) showToast({ text: t('handoff.saved') });
  };
  const goOn = async () => {
    await onContinue(document);
    closeSide();
  };
  const waiting = running || document === '' ? t('handoff.wait') : undefined;
  return (
    <Dialog
      open
      onOpenChange={closeSide}
      size="large"
      title={t('handoff.title')}
      description={t('handoff.text')}
      footer={
        <>
          {running ? (
            <Button onClick={stopSide}>{t('stop')}</Button>
          ) : (
            <Button onClick={closeSide}>{common('close')}</Button>
          )}
          <Button
            disabledReason={waiting ?? (busy ? t('handoff.busy') : undefined)}
            onClick={() => act(save)}
          >
            {t('handoff.save')}
          </Button>
          <Button
            variant="primary"
            disabledReason={waiting ?? (busy ? t('handoff.busy') : undefined)}
            onClick={() => act(goOn)}
          >
            {t('handoff.continue')}
          </Button>
        </>
      }
    >
      <div aria-busy={running} className={styles.document}>
        {running ? <ProgressLine label={t('working')} /> : null}
        {document === '' ? null : render(document, running)}
        {document === '' || running ? null : <CopyButton text={document} name={t('copy')} />}
        {side.status === 'interrupted' ? <p className={styles.note}>{t('stopped')}</p> : null}
        {error ? <FailureState look="inline" failure={error} /> : null}
      </div>
    </Dialog>
  );
}

/** @returns false where the user chose no place */
async function saveDocument(document: string, name: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(document);
  const { hash } = await call('attachments.add', { name, bytes });
  return (await call('attachments.saveCopy', { hash, name })).saved;
}
