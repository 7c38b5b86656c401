import { useTranslation } from 'react-i18next';
import styles from './ChatView.module.css';
import { useChatState } from './context.ts';

/** How many branches the conversation has, once it has more than one. */
export function BranchCount() {
  const { t } = useTranslation('chat');
  const count = useChatState((state) => state.conversation?.branchCount ?? 0);
  if (count < 2) return null;
  return <span className={styles.branches}>{t('header.branches', { count })}</span>;
}
