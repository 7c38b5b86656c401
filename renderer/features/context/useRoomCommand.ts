import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MethodOutput } from '#contract';
import { failedWith } from '../../bridge/call.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { limitSentence, type Way, wayOf } from './pass-words.ts';
import { makeRoom, type RoomCommand } from './room.ts';

/** Tells what came of making room where nothing on screen stands for it. A pass tells of itself. */
export function useRoomReport() {
  const { t } = useTranslation('context');
  const failed = useFailureToast();
  return useMemo(
    () => ({
      made: (way: Way, { pass, limit }: MethodOutput<'context.run'>) => {
        if (!pass) showToast({ text: limitSentence(t, way, limit ?? 'nothing', t('theModel')) });
      },
      failed: (caught: unknown) => {
        if (failedWith(caught, 'cancelled')) showToast({ text: t('room.stopped') });
        else failed(caught);
      },
    }),
    [failed, t],
  );
}

/** [L10] Runs `/shake` or `/compact`. */
export function useRoomCommand(conversationId: string): (command: RoomCommand) => void {
  const report = useRoomReport();
  return useCallback(
    (command) => {
      makeRoom(conversationId, command).then((made) => report.made(wayOf(command), made), report.failed);
    },
    [conversationId, report],
  );
}
