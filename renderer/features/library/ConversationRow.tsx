import { FileOutput, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '#contract';
import { IconButton } from '../../ui/IconButton.tsx';
import { ContextMenu, Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/menu-entries.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ConversationRow.module.css';
import { RenameField } from './RenameField.tsx';
import { useIsAnswering } from './running.ts';

/** What a row asks its list for. */
export interface RowActions {
  open: (id: string) => void;
  /** The focus arrived on it. */
  reach: (id: string) => void;
  rename: (id: string) => void;
  export: (id: string) => void;
  /** @param title null when it stays as it was */
  renamed: (id: string, title: string | null) => void;
  trash: (id: string) => void;
}

export interface ConversationRowProps {
  conversation: Conversation;
  /** It is what the main column shows. */
  current: boolean;
  /** The one row that Tab reaches. */
  tabbable: boolean;
  /** Takes the focus as soon as it is drawn. */
  focused: boolean;
  renaming: boolean;
  actions: RowActions;
}

/** One conversation: a button that opens it, and its menu on hover, focus and right click. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, current, tabbable, focused, renaming, actions } = props;
  const { t } = useTranslation('library');
  const { id } = conversation;
  const title = conversation.title || t('untitled');
  const entries = useEntries(id, actions);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused && !renaming) button.current?.focus({ preventScroll: true });
  }, [focused, renaming]);

  if (renaming)
    return <RenameField title={conversation.title} onDone={(wanted) => actions.renamed(id, wanted)} />;
  const reach = { tabIndex: tabbable ? 0 : -1, onFocus: () => actions.reach(id) };
  return (
    <div className={styles.row} data-current={current || undefined}>
      <ContextMenu entries={entries}>
        <button
          {...reach}
          ref={button}
          type="button"
          data-row={id}
          className={styles.open}
          aria-current={current ? 'page' : undefined}
          onClick={() => actions.open(id)}
          onDoubleClick={() => actions.rename(id)}
        >
          <Answering id={id} />
          <span className={conversation.title ? styles.title : styles.untitled} dir="auto" title={title}>
            {title}
          </span>
          <Branches count={conversation.branchCount} />
        </button>
      </ContextMenu>
      <span className={styles.more}>
        <Menu
          align="end"
          trigger={
            <IconButton {...reach} icon={MoreHorizontal} name={t('menu.of', { title })} size="small" />
          }
          entries={entries}
        />
      </span>
    </div>
  );
});

function useEntries(id: string, actions: RowActions): readonly MenuEntry[] {
  const { t } = useTranslation('library');
  return useMemo(
    () => [
      { label: t('menu.rename'), icon: Pencil, shortcut: 'F2', onSelect: () => actions.rename(id) },
      { label: t('menu.export'), icon: FileOutput, onSelect: () => actions.export(id) },
      { kind: 'divider' },
      {
        label: t('menu.trash'),
        icon: Trash2,
        shortcut: t('menu.deleteKey'),
        danger: true,
        onSelect: () => actions.trash(id),
      },
    ],
    [t, id, actions],
  );
}

function Branches({ count }: { count: number }) {
  const { t } = useTranslation('library');
  if (count < 2) return null;
  const words = t('branches', { count });
  return (
    <span className={styles.count} title={words}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{`, ${words}`}</VisuallyHidden>
    </span>
  );
}

function Answering({ id }: { id: string }) {
  const { t } = useTranslation('library');
  if (!useIsAnswering(id)) return null;
  return (
    <span className={styles.answering} title={t('answering')}>
      <VisuallyHidden>{`${t('answering')}: `}</VisuallyHidden>
    </span>
  );
}
