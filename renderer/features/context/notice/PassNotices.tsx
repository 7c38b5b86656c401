import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { useFailure } from '../../../ui/failure.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { noticeSentence } from '../pass-words.ts';
import { dismissNotice, noticesOf, type RoomNotice, undoPass, useRoom } from '../room.ts';
import styles from './PassNotices.module.css';

export interface PassNoticesProps {
  conversationId: string;
  /** The message that they stand below. */
  messageId: string;
  /** Shows what the pass did. */
  onSee: (passId: string) => void;
  /** Shows the pages that it drew. */
  onPages: () => void;
}

/** [L8] What was set aside, said quietly at the place where it happened, with a look at it and a way back. */
export function PassNotices({ conversationId, messageId, onSee, onPages }: PassNoticesProps) {
  const notices = useRoom((state) => noticesOf(state, conversationId));
  return notices
    .filter(({ anchorId }) => anchorId === messageId)
    .map((notice) => (
      <Notice
        key={notice.pass.id}
        notice={notice}
        conversationId={conversationId}
        onSee={() => (isPagesAlone(notice) ? onPages() : onSee(notice.pass.id))}
      />
    ));
}

/** Pages are looked at where they are; anything else is seen in the list of what was set aside. */
function isPagesAlone({ pass: { counts } }: RoomNotice): boolean {
  return counts.pages > 0 && counts.results + counts.images + counts.summaries + counts.omissions === 0;
}

interface NoticeProps {
  notice: RoomNotice;
  conversationId: string;
  onSee: () => void;
}

function Notice({ notice, conversationId, onSee }: NoticeProps) {
  const { t } = useTranslation(['context', 'common']);
  const { t: words } = useTranslation('context');
  const { pass, state, failure } = notice;
  // Its failure is shown in the notice.
  const undo = () => void undoPass(conversationId, pass.id).catch(() => {});
  const undone = state === 'undone';
  return (
    <div role="status" className={styles.notice} data-copy="skip">
      <p className={styles.text}>
        {undone ? t('notice.undone') : noticeSentence(words, pass)}
        {failure === null ? null : <WhyNot failure={failure} />}
      </p>
      <span className={styles.actions}>
        {undone ? null : (
          <>
            <Button variant="plain" size="small" onClick={onSee}>
              {isPagesAlone(notice) ? words('notice.look', { count: pass.counts.pages }) : t('notice.see')}
            </Button>
            <Button
              variant="plain"
              size="small"
              disabledReason={state === 'undoing' ? t('notice.undoing') : undefined}
              onClick={undo}
            >
              {t(state === 'undoing' ? 'notice.undoing' : 'common:undo')}
            </Button>
          </>
        )}
        <IconButton
          icon={X}
          name={t('common:close')}
          size="small"
          onClick={() => dismissNotice(conversationId, pass.id)}
        />
      </span>
    </div>
  );
}

function WhyNot({ failure }: { failure: unknown }) {
  const { title, text } = useFailure(failure);
  return (
    <span className={styles.failure}>
      {title} {text}
    </span>
  );
}
