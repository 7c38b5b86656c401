import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RoomWork } from '#contract';
import { Button } from '../../../ui/Button.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { stopMakingRoom, useRoom } from '../room.ts';
import styles from './RoomProgress.module.css';

/** What is being done to make room, and a button that ends it where it was asked for. */
export function RoomProgress({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('context');
  const failed = useFailureToast();
  const work = useRoom((state) => state.work.get(conversationId));
  const asked = useRoom((state) => state.asked.has(conversationId));
  if (!work && !asked) return null;
  const label = workSentence(t, work);
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        <span role="status" className={styles.text}>
          {label}
        </span>
        {asked ? (
          <Button
            variant="plain"
            size="small"
            onClick={() => void stopMakingRoom(conversationId).catch(failed)}
          >
            {t('room.stop')}
          </Button>
        ) : null}
      </div>
      <ProgressLine label={label} value={shareDone(work)} />
    </div>
  );
}

function workSentence(t: TFunction<'context'>, work: RoomWork | undefined): string {
  if (work?.kind === 'drawing') return t('room.drawing');
  if (work?.kind !== 'summarising') return t('room.planning');
  const { piece, pieces } = work;
  return pieces > 1 ? t('room.summarisingPiece', { piece, pieces }) : t('room.summarising');
}

/** Of a summary in pieces the finished ones; of everything else nothing is known. */
function shareDone(work: RoomWork | undefined): number | undefined {
  return work?.kind === 'summarising' && work.pieces > 1 ? (work.piece - 1) / work.pieces : undefined;
}
