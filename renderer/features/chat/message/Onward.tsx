import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { useChatPlace, useChatState } from '../context.ts';
import styles from './Message.module.css';

/**
 * Below the message that the tip stands on: what was said after it before one went back, and the way there. Below a
 * question also that it has no answer here: its answer was stopped before its first word, or is on another branch.
 */
export function Onward({ message }: { message: Message }) {
  const here = useChatState(
    (state) => state.phase === 'ready' && state.path.tipId === message.id && state.path.leafId === null,
  );
  return here ? <Ways message={message} /> : null;
}

function Ways({ message: { id, conversationId, role } }: { message: Message }) {
  const { t } = useTranslation('chat');
  const { acts } = useChatPlace();
  const [asked] = useAnswer('tree.ahead', { conversationId, messageId: id });
  if (asked.status === 'loading') return null;
  const ahead = asked.status === 'ready' ? asked.value : null;
  if (!ahead && role === 'agent') return null;
  return (
    <p data-copy="skip" className={styles.onward}>
      {ahead ? t('message.ahead', { count: ahead.messages }) : t('message.unanswered')}
      {ahead ? (
        <Button variant="plain" size="small" onClick={() => void acts.continueFrom(ahead.leafId)}>
          {t('actions.ahead')}
        </Button>
      ) : null}
      {role === 'user' ? (
        <Button variant="plain" size="small" onClick={() => void acts.regenerate(id)}>
          {t('actions.ask')}
        </Button>
      ) : null}
    </p>
  );
}
