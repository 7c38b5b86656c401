import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OpenChat } from '../../features/chat/index.ts';
import { rename } from '../../features/library/actions.ts';
import { RenameField } from '../../features/library/RenameField.tsx';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ConversationTitle.module.css';

/** The conversation's title; a click, or Enter on it, renames it in its place. */
export function ConversationTitle({ chat }: Pick<OpenChat, 'chat'>) {
  const { t } = useTranslation('chat');
  const [renaming, setRenaming] = useState(false);
  const failed = useFailureToast();
  const title = useStore(chat.store, (state) => state.conversation?.title);
  if (title === undefined) return <VisuallyHidden>{t('list.loading')}</VisuallyHidden>;
  if (renaming)
    return (
      <RenameField
        title={title}
        onDone={(wanted) => {
          setRenaming(false);
          if (wanted !== null) rename(chat.conversationId, wanted).catch(failed);
        }}
      />
    );
  return (
    <button
      type="button"
      title={t('header.rename')}
      className={styles.title}
      onClick={() => setRenaming(true)}
    >
      {title || t('header.untitled')}
    </button>
  );
}
