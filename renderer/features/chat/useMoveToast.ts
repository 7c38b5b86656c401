import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/toasts.ts';
import { useChatPlace, useChatState } from './context.ts';

/** Says that the conversation now continues from elsewhere, with a way back. */
export function useMoveToast(): void {
  const { t } = useTranslation(['chat', 'common']);
  const { chat, acts } = useChatPlace();
  const moved = useChatState((state) => state.moved);
  useEffect(() => {
    if (!moved) return;
    chat.store.setState({ moved: null });
    showToast({
      text: t('moved.text'),
      action: { label: t('common:undo'), onSelect: () => void acts.undoMove(moved) },
    });
  }, [moved, chat, acts, t]);
}
