import { ArrowLeft, Trash2, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { deleteForGood, restore } from './actions.ts';
import { trash } from './shelf.ts';
import styles from './TrashView.module.css';

export interface TrashViewProps {
  onLeave: () => void;
  /** Opens a conversation that was just restored. */
  onOpen: (conversationId: string) => void;
}

/** [B5] What was moved to the trash: to be restored, or deleted for good after a question that names it. */
export function TrashView({ onLeave, onOpen }: TrashViewProps) {
  const { t } = useTranslation('library');
  const [doomed, setDoomed] = useState<readonly Conversation[] | null>(null);
  const tellFailure = useFailureToast();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => trash.open(), []);
  useEffect(() => heading.current?.focus(), []);

  const bringBack = async ({ id, title }: Conversation) => {
    await restore(id);
    // Its row is gone, and the focus with it.
    heading.current?.focus();
    showToast({
      text: t('trash.restored', { title: title || t('untitled') }),
      action: { label: t('trash.open'), onSelect: () => onOpen(id) },
    });
  };
  return (
    <>
      <header className={styles.header}>
        <IconButton icon={ArrowLeft} name={t('trash.back')} onClick={onLeave} />
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {t('trash.title')}
        </h2>
      </header>
      <TrashContent
        onRestore={(conversation) => void bringBack(conversation).catch(tellFailure)}
        onDelete={(conversation) => setDoomed([conversation])}
        onEmpty={() => void trash.loadAll().then(setDoomed, tellFailure)}
      />
      <DeleteForGood
        doomed={doomed}
        onClose={() => setDoomed(null)}
        onDelete={(ids) => {
          deleteForGood(ids).then(() => heading.current?.focus(), tellFailure);
        }}
      />
    </>
  );
}

interface TrashContentProps {
  onRestore: (conversation: Conversation) => void;
  onDelete: (conversation: Conversation) => void;
  onEmpty: () => void;
}

function TrashContent({ onRestore, onDelete, onEmpty }: TrashContentProps) {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const { status, failure, items, next, more } = trash.useShelf();
  if (status === 'loading') return <Skeleton label={t('loading')} lines={4} />;
  if (status === 'failed')
    return (
      <FailureState
        failure={failure}
        actions={<Button onClick={() => void trash.load()}>{common('retry')}</Button>}
      />
    );
  if (items.length === 0)
    return (
      <EmptyState icon={Trash2} title={t('trash.empty')}>
        {t('trash.emptyHint')}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.hint}>{t('trash.hint')}</p>
      <ul className={styles.list} aria-label={t('trash.title')}>
        {items.map((conversation) => (
          <TrashedRow
            key={conversation.id}
            conversation={conversation}
            onRestore={() => onRestore(conversation)}
            onDelete={() => onDelete(conversation)}
          />
        ))}
        {next === null ? null : (
          <li>
            <Button variant="plain" size="small" onClick={() => void trash.loadMore()}>
              {more === 'failed' ? common('retry') : t('trash.showMore')}
            </Button>
          </li>
        )}
      </ul>
      <footer className={styles.footer}>
        <Button size="small" icon={Trash2} onClick={onEmpty}>
          {t('trash.emptyAction')}
        </Button>
      </footer>
    </>
  );
}

interface TrashedRowProps {
  conversation: Conversation;
  onRestore: () => void;
  onDelete: () => void;
}

function TrashedRow({ conversation, onRestore, onDelete }: TrashedRowProps) {
  const { t } = useTranslation('library');
  const { day } = useFormat();
  const title = conversation.title || t('untitled');
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name} dir="auto" title={title}>
          {title}
        </span>
        <span className={styles.when}>
          {t('trash.since', { day: day(conversation.trashedAt ?? conversation.updatedAt, Date.now()) })}
        </span>
      </div>
      <IconButton icon={Undo2} name={t('trash.restore', { title })} size="small" onClick={onRestore} />
      <IconButton
        icon={X}
        name={t('trash.delete', { title })}
        size="small"
        variant="danger"
        onClick={onDelete}
      />
    </li>
  );
}

/** Names written out in the question before the rest becomes a number. */
const named = 6;

interface DeleteForGoodProps {
  /** What the question is about; null: not asked. */
  doomed: readonly Conversation[] | null;
  onClose: () => void;
  onDelete: (ids: readonly string[]) => void;
}

/** The question before anything is deleted for good: it names what will go. */
function DeleteForGood({ doomed, onClose, onDelete }: DeleteForGoodProps) {
  const { t } = useTranslation('library');
  const { list } = useFormat();
  const all = doomed ?? [];
  const count = all.length;
  const titles = all.slice(0, named).map(({ title }) => t('trash.quoted', { title: title || t('untitled') }));
  if (count > named) titles.push(t('trash.others', { count: count - named }));
  const title = titles[0] ?? '';
  return (
    <ConfirmDialog
      open={doomed !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      danger
      title={count === 1 ? t('trash.askOne', { title }) : t('trash.ask', { count })}
      description={
        count === 1 ? t('trash.askHint', { count }) : `${list(titles)}. ${t('trash.askHint', { count })}`
      }
      action={count === 1 ? t('trash.confirmOne', { title }) : t('trash.confirm', { count })}
      onConfirm={() => onDelete(all.map(({ id }) => id))}
    />
  );
}
