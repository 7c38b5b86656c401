import { useTranslation } from 'react-i18next';
import type { LadderPreview } from '#contract';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { RoomProgress } from '../notice/RoomProgress.tsx';
import { wayCommands } from '../pass-words.ts';
import { useRoom } from '../room.ts';
import styles from './MakeRoomSheet.module.css';
import { PlanCard } from './PlanCard.tsx';
import { RungCard } from './RungCard.tsx';
import type { RungName } from './Traits.tsx';
import { OutcomeLine, useMakeRoom } from './useMakeRoom.tsx';

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
  const making = useRoom((state) => state.asked.has(conversationId));
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
      footer={making ? <RoomProgress conversationId={conversationId} /> : null}
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
      {preview.status === 'ready' ? <Ways {...props} making={making} ladder={preview.value} /> : null}
    </Dialog>
  );
}

function Ways(props: MakeRoomSheetProps & { making: boolean; ladder: LadderPreview }) {
  const { conversationId, model, running, making, ladder, onClose } = props;
  const { t } = useTranslation('context');
  const act = useMakeRoom(conversationId, onClose);
  const useful = order.some((rung) => ladder.rungs[rung].limit === null);
  const busyReason = making ? t('sheet.making') : running ? t('sheet.running') : undefined;
  return (
    <>
      <OutcomeLine act={act} model={model} />
      <PlanCard
        way="compact"
        preview={ladder.compact}
        window={ladder.window}
        model={model}
        busyReason={busyReason}
        onDo={() => act.run('compact', wayCommands.compact)}
      />
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
              onDo={() => act.run(rung, wayCommands[rung])}
            />
          ))}
        </ol>
      </section>
    </>
  );
}
