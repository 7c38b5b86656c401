import { useTranslation } from 'react-i18next';
import type { Gauge, PassPreview } from '#contract';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import type { Asked } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { RoomProgress } from '../notice/RoomProgress.tsx';
import { focusOf, limitSentence, wayOf } from '../pass-words.ts';
import { type RoomCommand, useRoom } from '../room.ts';
import styles from './CommandSheet.module.css';
import type { MakeRoomSheetProps } from './MakeRoomSheet.tsx';
import { PlanCard } from './PlanCard.tsx';
import { OutcomeLine, useMakeRoom } from './useMakeRoom.tsx';

export interface CommandSheetProps extends MakeRoomSheetProps {
  command: RoomCommand;
  /** Shows all the ways instead. */
  onWays: () => void;
}

/** [L8] What one command would do, before it is done: Enter does it, Escape leaves everything as it is. */
export default function CommandSheet(props: CommandSheetProps) {
  const { conversationId, command, model, running, onWays, onClose } = props;
  const { t } = useTranslation(['context', 'common']);
  const { t: words } = useTranslation('context');
  const [plan, again] = usePlan(conversationId, command);
  const making = useRoom((state) => state.asked.has(conversationId));
  const act = useMakeRoom(conversationId, onClose);
  const way = wayOf(command);
  const reasonNot = (): string | undefined => {
    if (plan.status !== 'ready') return t('sheet.loading');
    const { limit, frees } = plan.value.preview;
    if (limit !== null || frees <= 0) return limitSentence(words, way, limit ?? 'nothing', model);
    return running ? t('sheet.running') : undefined;
  };
  const buttons = (
    <>
      <span className={styles.others}>
        <Button variant="plain" onClick={onWays}>
          {t('sheet.others')}
        </Button>
      </span>
      <Button onClick={onClose}>{t('common:cancel')}</Button>
      <Button
        variant="primary"
        data-focus-first
        disabledReason={reasonNot()}
        onClick={() => act.run(way, command)}
      >
        {t('makeRoom')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('makeRoom')}
      description={t('sheet.description')}
      footer={making ? <RoomProgress conversationId={conversationId} /> : buttons}
    >
      <OutcomeLine act={act} model={model} />
      {plan.status === 'loading' ? <Skeleton label={t('sheet.loading')} lines={6} /> : null}
      {plan.status === 'failed' ? (
        <FailureState failure={plan.failure} actions={<Button onClick={again}>{t('common:retry')}</Button>} />
      ) : null}
      {plan.status === 'ready' ? (
        <PlanCard {...{ way, model }} {...plan.value} focus={focusOf(command)} />
      ) : null}
    </Dialog>
  );
}

/** What the command would do, and the tokens of the window that it would do it in. */
function usePlan(
  conversationId: string,
  command: RoomCommand,
): [Asked<{ preview: PassPreview; window: number }>, () => void] {
  const [gauge, countAgain] = useAnswer('context.gauge', { conversationId });
  const [preview, planAgain] = useAnswer('context.previewCommand', { conversationId, ...command });
  useEvent('gauge', (event) => {
    if (event.gauge.conversationId === conversationId) planAgain();
  });
  const again = () => {
    countAgain();
    planAgain();
  };
  return [both(gauge, preview), again];
}

function both(gauge: Asked<Gauge>, preview: Asked<PassPreview>) {
  if (gauge.status === 'failed') return gauge;
  if (preview.status !== 'ready') return preview;
  if (gauge.status === 'loading') return gauge;
  return { status: 'ready' as const, value: { preview: preview.value, window: gauge.value.window } };
}
