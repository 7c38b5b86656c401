import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call, failedWith, toBridgeError } from '../../bridge/call.ts';
import type { OpenChat } from '../../features/chat/index.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';

/** [T10] Goes back to a marked point of the current branch, with a way to undo it; or says which points there are. */
export function useRewind({ chat, acts }: OpenChat): (label: string) => void {
  const { t } = useTranslation(['fork', 'common']);
  const failed = useFailureToast();
  return useCallback(
    (label) => {
      const rewind = async () => {
        const { mark: _mark, ...move } = await call('branches.rewind', {
          conversationId: chat.conversationId,
          label,
        });
        chat.show(null);
        showToast({
          text: t('rewind.done', { label }),
          action: { label: t('common:undo'), onSelect: () => void acts.undoMove(move) },
        });
      };
      rewind().catch((caught: unknown) => {
        const labels = toBridgeError(caught).params?.['labels'];
        if (failedWith(caught, 'no_checkpoint')) showToast({ text: t('rewind.unknown', { label, labels }) });
        else failed(caught);
      });
    },
    [chat, acts, t, failed],
  );
}
