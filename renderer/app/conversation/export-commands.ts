import { useTranslation } from 'react-i18next';
import type { OpenChat } from '../../features/chat/index.ts';
import { formatNamed } from '../../features/files/export/choice.ts';
import { copyBranch } from '../../features/files/export/copy-branch.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { useExportDialog } from './export.ts';

/** `/export` opens the dialog, with the format that was typed behind it; `/dump` copies the branch. */
export function useExportCommands({ chat }: Pick<OpenChat, 'chat'>) {
  const { t } = useTranslation('export');
  const { t: words } = useTranslation('chat');
  const failed = useFailureToast();
  const open = useExportDialog((state) => state.open);
  const { conversationId } = chat;
  return {
    export: (typed: string) => {
      const title = chat.store.getState().conversation?.title || words('header.untitled');
      const format = formatNamed(typed);
      open({ conversationIds: [conversationId], title, ...(format && { format }) });
    },
    dump: () => {
      copyBranch(conversationId).then((count) => showToast({ text: t('copied', { count }) }), failed);
    },
  };
}
