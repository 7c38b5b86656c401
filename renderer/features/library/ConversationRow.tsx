import { Check, FileOutput, ListChecks, MoreHorizontal, Pencil, Trash2, X } from 'lucide-react';
import { type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '#contract';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ContextMenu, Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/menu-entries.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './ConversationRow.module.css';
import { RenameField } from './RenameField.tsx';
import { useIsAnswering } from './running.ts';

/** What a row asks its list for. */
export interface RowActions {
  /** A click that opens, or chooses: with Shift, with Ctrl or Cmd, or while something is being chosen. */
  press: (id: string, event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>) => void;
  /** The focus arrived on it. */
  reach: (id: string) => void;
  rename: (id: string) => void;
  export: (id: string) => void;
  /** @param title null when it stays as it was */
  renamed: (id: string, title: string | null) => void;
  trash: (id: string) => void;
  /** Begins to choose with one, or adds it. */
  choose: (id: string) => void;
  chooseAll: () => void;
  exportChosen: () => void;
  trashChosen: () => void;
  stopChoosing: () => void;
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
  /** Whether it is among the chosen; null while nothing is being chosen. */
  chosen: boolean | null;
  actions: RowActions;
}

/** One conversation: a button that opens it, or a box to tick while several are chosen, and its menu. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, current, tabbable, focused, renaming, chosen, actions } = props;
  const { t } = useTranslation('library');
  const { id } = conversation;
  const title = conversation.title || t('untitled');
  const choosing = chosen !== null;
  const own = useEntries(id, actions);
  const common = useChosenEntries(actions);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused && !renaming) button.current?.focus({ preventScroll: true });
  }, [focused, renaming]);

  if (renaming)
    return <RenameField title={conversation.title} onDone={(wanted) => actions.renamed(id, wanted)} />;
  const reach = { tabIndex: tabbable ? 0 : -1, onFocus: () => actions.reach(id) };
  const tick = choosing ? { role: 'checkbox', 'aria-checked': chosen } : {};
  return (
    <div
      className={cx(styles.row, choosing ? styles.choosing : styles.menued)}
      data-current={current || undefined}
    >
      <ContextMenu entries={choosing ? common : own}>
        <button
          {...reach}
          {...tick}
          ref={button}
          type="button"
          data-row={id}
          className={styles.open}
          aria-current={current ? 'page' : undefined}
          onClick={(event) => actions.press(id, event)}
          onDoubleClick={() => choosing || actions.rename(id)}
          // The menu is about what is chosen: this one belongs to it now.
          onContextMenu={() => chosen === false && actions.choose(id)}
        >
          {choosing ? <Tick on={chosen} /> : null}
          <Answering id={id} />
          <span className={conversation.title ? styles.title : styles.untitled} dir="auto" title={title}>
            {title}
          </span>
          <Branches count={conversation.branchCount} />
        </button>
      </ContextMenu>
      {choosing ? null : (
        <span className={styles.more}>
          <Menu
            align="end"
            trigger={
              <IconButton {...reach} icon={MoreHorizontal} name={t('menu.of', { title })} size="small" />
            }
            entries={own}
          />
        </span>
      )}
    </div>
  );
});

function useEntries(id: string, actions: RowActions): readonly MenuEntry[] {
  const { t } = useTranslation('library');
  return useMemo(
    () => [
      { label: t('menu.rename'), icon: Pencil, shortcut: 'F2', onSelect: () => actions.rename(id) },
      { label: t('menu.export'), icon: FileOutput, onSelect: () => actions.export(id) },
      { label: t('choose.begin'), icon: ListChecks, onSelect: () => actions.choose(id) },
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

/** What can be done with all that is chosen. */
function useChosenEntries(actions: RowActions): readonly MenuEntry[] {
  const { t } = useTranslation('library');
  return useMemo(
    () => [
      { label: t('menu.export'), icon: FileOutput, onSelect: actions.exportChosen },
      { label: t('choose.all'), icon: ListChecks, onSelect: actions.chooseAll },
      { label: t('choose.stop'), icon: X, onSelect: actions.stopChoosing },
      { kind: 'divider' },
      {
        label: t('menu.trash'),
        icon: Trash2,
        shortcut: t('menu.deleteKey'),
        danger: true,
        onSelect: actions.trashChosen,
      },
    ],
    [t, actions],
  );
}

function Tick({ on }: { on: boolean }) {
  return (
    <span className={cx(styles.tick, on && styles.ticked)} aria-hidden="true">
      {on ? <Icon icon={Check} size={12} /> : null}
    </span>
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
