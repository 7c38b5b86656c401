import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';
import { useChatState } from '../context.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import styles from './Fold.module.css';

export interface ReasoningProps {
  text: string;
  streaming: boolean;
  /** Where the state keeps how long it took. */
  timeKey: string;
}

/** What a model thought before it spoke, folded away. */
export function Reasoning({ text, streaming, timeKey }: ReasoningProps) {
  const { t } = useTranslation('chat');
  const [open, setOpen] = useState(false);
  const took = useChatState((state) => state.thinking.get(timeKey)?.took);
  const seconds = Math.round((took ?? 0) / 1000);
  const words = streaming
    ? t('reasoning.now')
    : seconds > 0
      ? t('reasoning.took', { count: seconds })
      : t('reasoning.past');
  return (
    <div className={styles.fold} data-copy="skip">
      <button type="button" aria-expanded={open} className={styles.head} onClick={() => setOpen(!open)}>
        {streaming ? <span className={styles.pulse} aria-hidden="true" /> : null}
        {words}
        <Icon icon={ChevronRight} size={16} className={styles.chevron} />
      </button>
      {open ? (
        <div className={styles.thought}>
          <Markdown text={text} streaming={streaming} />
        </div>
      ) : null}
    </div>
  );
}
