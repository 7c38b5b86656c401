import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PassInfo } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import type { Asked } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { passSentence } from '../pass-words.ts';
import { undoPass } from '../room.ts';
import { EditRow } from './EditRow.tsx';
import styles from './PassList.module.css';

export interface PassListProps {
  conversationId: string;
  passes: Asked<PassInfo[]>;
  /** A pass that is opened and brought into view. */
  openId: string | null;
  onAgain: () => void;
  onPages: (foldId: string) => void;
}

/** [L8] What was set aside so far, newest first, with a look at each thing and a way back. */
export function PassList({ conversationId, passes, openId, onAgain, onPages }: PassListProps) {
  const { t } = useTranslation(['context', 'common']);
  if (passes.status === 'loading') return <Skeleton label={t('passes.loading')} lines={2} />;
  if (passes.status === 'failed')
    return (
      <FailureState
        failure={passes.failure}
        look="inline"
        actions={
          <Button size="small" onClick={onAgain}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  if (passes.value.length === 0) return <p className={styles.nothing}>{t('passes.nothing')}</p>;
  return (
    <ul className={styles.passes}>
      {passes.value.toReversed().map((pass) => (
        <li key={pass.id}>
          <PassCard
            conversationId={conversationId}
            pass={pass}
            opened={pass.id === openId}
            onUndone={onAgain}
            onPages={onPages}
          />
        </li>
      ))}
    </ul>
  );
}

interface PassCardProps {
  conversationId: string;
  pass: PassInfo;
  opened: boolean;
  onUndone: () => void;
  onPages: (foldId: string) => void;
}

function PassCard({ conversationId, pass, opened, onUndone, onPages }: PassCardProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const card = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(opened);
  const undo = useUndo(conversationId, pass.id, onUndone);
  useEffect(() => {
    if (opened) setOpen(true);
  }, [opened]);
  useEffect(() => {
    if (!opened || !open) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [opened, open]);
  const when = `${format.day(pass.createdAt, Date.now())}, ${format.time(pass.createdAt)}`;
  const state = pass.undone ? t('passes.undone') : pass.onBranch ? null : t('passes.elsewhere');
  return (
    <div ref={card} tabIndex={-1} className={styles.pass} data-undone={pass.undone}>
      <p className={styles.text}>{passSentence(t, pass.counts)}</p>
      <p className={styles.facts}>
        {when} · {t(`trigger.${pass.trigger}`)} ·{' '}
        {t('passes.tokens', { before: format.number(pass.before), after: format.number(pass.after) })}
        {state ? <strong className={styles.state}> · {state}</strong> : null}
      </p>
      <div className={styles.actions}>
        <Button variant="plain" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'passes.hide' : 'passes.see')}
        </Button>
        {pass.undone ? null : (
          <Button
            variant="plain"
            size="small"
            disabledReason={undo.busy ? t('notice.undoing') : undefined}
            onClick={undo.run}
          >
            {t('passes.undo')}
          </Button>
        )}
      </div>
      {open ? (
        <ul className={styles.edits}>
          {pass.edits.map((edit) => (
            <li key={edit.recallId}>
              <EditRow conversationId={conversationId} edit={edit} onPages={onPages} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function useUndo(conversationId: string, passId: string, onUndone: () => void) {
  const failed = useFailureToast();
  const [busy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    undoPass(conversationId, passId)
      .then(onUndone, failed)
      .finally(() => setBusy(false));
  };
  return { busy, run };
}
