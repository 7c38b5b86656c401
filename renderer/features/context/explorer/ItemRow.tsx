import {
  Bot,
  Brain,
  ChevronRight,
  File,
  Image,
  type LucideIcon,
  ScanText,
  ScrollText,
  User,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextItem } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { ItemContent } from './ItemContent.tsx';
import styles from './ItemRow.module.css';
import { itemName } from './part-words.ts';

const icons: Record<ContextItem['what'], LucideIcon> = {
  system: ScrollText,
  tool: Wrench,
  text: Bot,
  reasoning: Brain,
  call: Wrench,
  result: Wrench,
  image: Image,
  file: File,
  page: ScanText,
};

export interface ItemRowProps {
  conversationId: string;
  stamp: string;
  item: ContextItem;
  /** Whether its content is shown from the start. */
  opened: boolean;
  onStale: () => void;
}

/** One thing in a part of the window; opens to what the model really sees. */
export function ItemRow({ conversationId, stamp, item, opened, onStale }: ItemRowProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const [open, setOpen] = useState(opened);
  const icon = item.what === 'text' && item.from === 'user' ? User : icons[item.what];
  return (
    <div>
      <button type="button" aria-expanded={open} className={styles.head} onClick={() => setOpen(!open)}>
        <Icon icon={icon} size={16} className={styles.icon} />
        <span className={styles.name}>{itemName(t, item)}</span>
        <span className={styles.tokens}>{t('part.tokens', { tokens: format.number(item.tokens) })}</span>
        <Icon icon={ChevronRight} size={16} className={styles.chevron} />
      </button>
      {open ? (
        <ItemContent conversationId={conversationId} stamp={stamp} item={item} onStale={onStale} />
      ) : null}
    </div>
  );
}
