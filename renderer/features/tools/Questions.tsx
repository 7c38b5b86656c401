import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#contract';
import { useEvent } from '../../bridge/events.ts';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { Question } from './Question.tsx';
import styles from './Questions.module.css';

export interface QuestionsProps {
  conversationId: string;
  /** Goes to a conversation that waits. */
  onGo: (conversationId: string) => void;
}

/** What agents ask before they act: the questions of this conversation, and a way to those of others. */
export function Questions({ conversationId, onGo }: QuestionsProps) {
  const [asked, again] = useAnswer('tools.pending', {});
  useEvent('approvals', again);
  const pending: readonly ApprovalRequest[] = asked.status === 'ready' ? asked.value : [];
  const here = pending.filter((request) => request.conversationId === conversationId);
  const elsewhere = pending.filter((request) => request.conversationId !== conversationId);
  const [next] = elsewhere;
  return (
    <div className={styles.questions} aria-live="polite">
      {here.map((request) => (
        <Question key={request.id} request={request} />
      ))}
      {next ? <Elsewhere count={elsewhere.length} onGo={() => onGo(next.conversationId)} /> : null}
    </div>
  );
}

function Elsewhere({ count, onGo }: { count: number; onGo: () => void }) {
  const { t } = useTranslation('tools');
  return (
    <p className={styles.elsewhere}>
      <span>{t('asks.elsewhere', { count })}</span>
      <Button variant="plain" size="small" onClick={onGo}>
        {t('asks.go')}
      </Button>
    </p>
  );
}
