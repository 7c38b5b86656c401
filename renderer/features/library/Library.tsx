import { MessagesSquare, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../app/commands/commands.ts';
import { keysOf } from '../../app/commands/shortcuts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { ConversationList, type ConversationListProps } from './ConversationList.tsx';
import { Finder } from './Finder.tsx';
import styles from './Library.module.css';
import { followRunning } from './running.ts';
import { beginChoosing, followChosen, stopChoosing, useChosen } from './selection.ts';
import { conversations } from './shelf.ts';
import { TrashView } from './TrashView.tsx';
import { useChosenActions } from './useChosenActions.ts';

export interface LibraryProps extends Omit<ConversationListProps, 'onOpen'> {
  /** Opens a conversation; at a message where a search hit was chosen. */
  onOpen: (conversationId: string, messageId?: string) => void;
  onNew: () => void;
  /** Buttons at the end of the bottom line, beside the trash. */
  footer?: ReactNode;
}

/** The left column: search, new conversation, every conversation by day, and the trash. */
export function Library({ currentId, onOpen, onNew, onTrashed, footer }: LibraryProps) {
  const { t } = useTranslation('library');
  const [text, setText] = useState('');
  const [inTrash, setInTrash] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const trashButton = useRef<HTMLButtonElement>(null);
  useEffect(() => conversations.open(), []);
  useEffect(() => followRunning(), []);
  useEffect(() => followChosen(), []);
  const chosen = useChosen();
  const actions = useChosenActions(onTrashed);
  const column = useRef<HTMLDivElement>(null);
  useFocusBack(column, chosen !== null);
  /** What takes the focus when the view it is in is drawn. */
  const next = useRef<'search' | 'trash' | null>(null);
  useEffect(() => {
    if (inTrash) return;
    if (next.current === 'search') input.current?.select();
    if (next.current === 'trash') trashButton.current?.focus();
    next.current = null;
  }, [inTrash]);
  const show = (focus: 'search' | 'trash') => {
    next.current = focus;
    setInTrash(false);
  };
  useCommand('focusSearch', () => (inTrash ? show('search') : input.current?.select()));

  if (inTrash)
    return (
      <div className={styles.library}>
        <TrashView onLeave={() => show('trash')} onOpen={onOpen} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the controls inside
    <div
      ref={column}
      className={styles.library}
      data-drop="conversations"
      data-own-escape={chosen ? true : undefined}
      onKeyDown={(event) => {
        if (chosen && isOwnEscape(event)) stopChoosing();
      }}
    >
      <Finder text={text} onTextChange={setText} inputRef={input} onOpen={onOpen}>
        <div className={styles.top}>
          <Tooltip text={keysOf('new')} side="right">
            <button type="button" className={styles.new} onClick={onNew}>
              <Icon icon={Plus} />
              {t('new')}
            </button>
          </Tooltip>
          <ChooseButton onAll={chosen ? actions.chooseAll : null} />
        </div>
        <VisuallyHidden>
          <h2>{t('conversations')}</h2>
        </VisuallyHidden>
        <Conversations currentId={currentId} onOpen={onOpen} onTrashed={onTrashed} />
      </Finder>
      {chosen ? (
        <ChosenBar count={chosen.size} actions={actions} />
      ) : (
        <footer className={styles.footer}>
          <button ref={trashButton} type="button" className={styles.trash} onClick={() => setInTrash(true)}>
            <Icon icon={Trash2} />
            {t('trash.title')}
          </button>
          {footer}
        </footer>
      )}
    </div>
  );
}

/** The way to choose several for those who know neither Shift nor Ctrl. Not there while there is nothing to choose. */
function ChooseButton({ onAll }: { onAll: (() => void) | null }) {
  const { t } = useTranslation('library');
  const empty = conversations.useShelf(({ items }) => items.length === 0);
  if (empty) return null;
  return (
    <button
      type="button"
      className={styles.choose}
      aria-label={onAll ? t('choose.all') : undefined}
      onClick={onAll ?? (() => beginChoosing())}
    >
      {onAll ? t('choose.allShort') : t('choose.begin')}
    </button>
  );
}

/** Escape in the column itself: not in a menu of it, which is drawn elsewhere. */
function isOwnEscape({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  return key === 'Escape' && target instanceof Node && currentTarget.contains(target);
}

/** As choosing ends, what had the focus may go: then the list has it. */
function useFocusBack(column: React.RefObject<HTMLElement | null>, choosing: boolean): void {
  const was = useRef(choosing);
  useEffect(() => {
    const ended = was.current && !choosing;
    was.current = choosing;
    if (!ended || document.activeElement !== document.body) return;
    const find = (selector: string) => column.current?.querySelector<HTMLElement>(selector);
    (find('[data-row][tabindex="0"]') ?? find('input'))?.focus();
  }, [choosing, column]);
}

/** The list in its four states. */
function Conversations(props: ConversationListProps) {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const { status, failure, items } = conversations.useShelf();
  if (status === 'loading' && items.length === 0)
    return (
      <div className={styles.loading}>
        <Skeleton label={t('loading')} lines={6} />
      </div>
    );
  if (status === 'failed')
    return (
      <FailureState
        failure={failure}
        actions={<Button onClick={() => void conversations.load()}>{common('retry')}</Button>}
      />
    );
  if (items.length === 0)
    return (
      <EmptyState icon={MessagesSquare} title={t('empty')}>
        {t('emptyHint')}
      </EmptyState>
    );
  return <ConversationList {...props} />;
}
