import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PassEdit } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Verbatim } from '../Verbatim.tsx';
import styles from './EditRow.module.css';
import { Original } from './Original.tsx';
import { toolName } from './part-words.ts';

export interface EditRowProps {
  conversationId: string;
  edit: PassEdit;
  onPages: (foldId: string) => void;
}

/** [L7] One thing that was set aside; opens to the original. */
export function EditRow({ conversationId, edit, onPages }: EditRowProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const why = edit.kind === 'result' ? t(`reason.${edit.reason}`) : null;
  return (
    <div className={styles.edit}>
      <button type="button" aria-expanded={open} className={styles.head} onClick={() => setOpen(!open)}>
        <span className={styles.name}>
          <EditName edit={edit} />
          {why ? <span className={styles.why}>{why}</span> : null}
        </span>
        <span className={styles.tokens}>{t('part.tokens', { tokens: format.number(edit.tokens) })}</span>
        <Icon icon={ChevronRight} size={16} className={styles.chevron} />
      </button>
      {open ? (
        <div className={styles.body}>
          {edit.kind === 'fold' && edit.pages > 0 ? (
            <Button size="small" onClick={() => onPages(edit.recallId)}>
              {t('part.lookAtPages')}
            </Button>
          ) : null}
          {edit.kind === 'fold' && edit.summary ? (
            <div>
              <p className={styles.label}>{t('edit.summaryBy', { model: edit.summary.model })}</p>
              <Verbatim label={t('edit.summary')} text={edit.summary.text} rest={0} onMore={nothing} />
            </div>
          ) : null}
          <div>
            <p className={styles.label}>{t('edit.original')}</p>
            <Original conversationId={conversationId} id={edit.recallId} />
          </div>
        </div>
      ) : null}
    </div>
  );
}

const nothing = () => {};

function EditName({ edit }: { edit: PassEdit }) {
  const { t } = useTranslation('context');
  if (edit.kind === 'image') return edit.attachment?.name ?? t('item.image');
  if (edit.kind === 'result') return edit.tool ? toolName(t, edit.tool) : t('edit.result');
  const { from, to, as, pages } = edit;
  const turns = from === to ? t('part.turn', { turn: from }) : t('part.turns', { from, to });
  return `${turns}: ${as === 'pages' ? t('count.pages', { count: pages }) : t(`edit.as.${as}`)}`;
}
