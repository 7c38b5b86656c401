import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LadderPreview } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { failedWith } from '../../../bridge/call.ts';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { RoomProgress } from '../notice/RoomProgress.tsx';
import { limitSentence, type Way, wayCommands } from '../pass-words.ts';
import { makeRoom, useRoom } from '../room.ts';
import { useRoomReport } from '../useRoomCommand.ts';
import { Arithmetic } from './Arithmetic.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import styles from './MakeRoomSheet.module.css';
import { moneySentence, planParts } from './plan-words.ts';
import { RungCard, type RungName } from './RungCard.tsx';

export interface MakeRoomSheetProps {
  conversationId: string;
  /** How the model is called. */
  model: string;
  /** An answer is being written: nothing can be set aside meanwhile. */
  running: boolean;
  onClose: () => void;
}

const order: readonly RungName[] = ['elide', 'shed', 'snapshots', 'summary'];

/** [L8] What each way to make room would do, before it is done; and the doing, with progress. */
export default function MakeRoomSheet(props: MakeRoomSheetProps) {
  const { conversationId, onClose } = props;
  const { t } = useTranslation(['context', 'common']);
  const [preview, again] = useAnswer('context.preview', { conversationId });
  useEvent('gauge', ({ gauge }) => {
    if (gauge.conversationId === conversationId) again();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('makeRoom')}
      description={t('sheet.description')}
      size="large"
    >
      {preview.status === 'loading' ? <Skeleton label={t('sheet.loading')} lines={9} /> : null}
      {preview.status === 'failed' ? (
        <FailureState
          failure={preview.failure}
          actions={
            <Button variant="primary" onClick={again}>
              {t('common:retry')}
            </Button>
          }
        />
      ) : null}
      {preview.status === 'ready' ? <Ways {...props} ladder={preview.value} /> : null}
    </Dialog>
  );
}

function Ways(props: MakeRoomSheetProps & { ladder: LadderPreview }) {
  const { conversationId, model, running, ladder, onClose } = props;
  const { t } = useTranslation('context');
  const making = useRoom((state) => state.asked.has(conversationId));
  const act = useMakeRoom(conversationId, onClose);
  const useful = order.some((rung) => ladder.rungs[rung].limit === null);
  const busyReason = making ? t('sheet.making') : running ? t('sheet.running') : undefined;
  return (
    <>
      {making ? <RoomProgress conversationId={conversationId} /> : null}
      {act.failure ? <FailureState failure={act.failure} look="inline" /> : null}
      {act.outcome ? (
        <p role="status" className={styles.outcome}>
          {act.outcome === 'stopped'
            ? t('room.stopped')
            : limitSentence(t, act.outcome.way, act.outcome.limit, model)}
        </p>
      ) : null}
      <Recommended ladder={ladder} model={model} busyReason={busyReason} onDo={() => act.run('compact')} />
      <section className={styles.steps}>
        <h3 className={styles.heading}>{t(useful ? 'sheet.steps' : 'sheet.ways')}</h3>
        <ol className={styles.list}>
          {order.map((rung) => (
            <RungCard
              key={rung}
              rung={rung}
              preview={ladder.rungs[rung]}
              window={ladder.window}
              model={model}
              busyReason={busyReason}
              onDo={() => act.run(rung)}
            />
          ))}
        </ol>
      </section>
    </>
  );
}

interface RecommendedProps {
  ladder: LadderPreview;
  model: string;
  busyReason: string | undefined;
  onDo: () => void;
}

function Recommended({ ladder, model, busyReason, onDo }: RecommendedProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const { compact, window } = ladder;
  if (compact.limit !== null || compact.frees <= 0)
    return (
      <section className={styles.recommended}>
        <h3 className={styles.heading}>{t('sheet.nothing')}</h3>
        <p className={styles.text}>{limitSentence(t, 'compact', compact.limit ?? 'nothing', model)}</p>
      </section>
    );
  const what = format.list(planParts(t, compact));
  const asks = compact.calls.count > 0 ? t('plan.asks', { count: compact.calls.count }) : t('plan.free');
  return (
    <section className={styles.recommended} data-on="true">
      <div className={styles.plan}>
        <h3 className={styles.heading}>{t('sheet.recommended')}</h3>
        <p className={styles.text}>
          {[t('sheet.would', { what }), asks, moneySentence(t, format, compact)].filter(Boolean).join(' ')}
        </p>
      </div>
      <BeforeAfter window={window} before={compact.before} after={compact.after} />
      <div className={styles.foot}>
        <Arithmetic preview={compact} model={model} />
        <Button variant="primary" disabledReason={busyReason} onClick={onDo}>
          {t('makeRoom')}
        </Button>
      </div>
    </section>
  );
}

type Outcome = 'stopped' | { way: Way; limit: NonNullable<LadderPreview['compact']['limit']> };

/** Goes one of the ways, closes when room was made, and tells when there was none to make. */
function useMakeRoom(conversationId: string, onClose: () => void) {
  const [failure, setFailure] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const report = useRoomReport();
  const here = useHere();
  const run = (way: Way) => {
    setFailure(null);
    setOutcome(null);
    makeRoom(conversationId, wayCommands[way]).then(
      (made) => {
        if (!here.current) report.made(way, made);
        else if (made.pass) onClose();
        else setOutcome({ way, limit: made.limit ?? 'nothing' });
      },
      (caught: unknown) => {
        if (!here.current) report.failed(caught);
        else if (failedWith(caught, 'cancelled')) setOutcome('stopped');
        else setFailure(caught);
      },
    );
  };
  return { failure, outcome, run };
}

/** Whether the sheet is still open: work that was begun in it goes on without it. */
function useHere() {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
