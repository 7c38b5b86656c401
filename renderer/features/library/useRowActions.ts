import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportDialog } from '../../app/conversation/export.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { moveToTrash, rename, restore } from './actions.ts';
import type { RowActions } from './ConversationRow.tsx';
import { extendChosen, isChoosing, toggleChosen } from './selection.ts';
import { conversations } from './shelf.ts';
import { useChosenActions } from './useChosenActions.ts';
import type { ListFocus } from './useListFocus.ts';

interface Options {
  focus: ListFocus;
  currentId: string | null;
  onOpen: (id: string) => void;
  onTrashed: (id: string) => void;
}

/** What the rows can do, the same object for as long as the list lives, and which row is being renamed. */
export function useRowActions(options: Options): { actions: RowActions; renamingId: string | null } {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const [renamingId, setRenaming] = useState<string | null>(null);
  const tellFailure = useFailureToast();
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });

  const onTrashed = useCallback((id: string) => newest.current.onTrashed(id), []);
  const chosen = useChosenActions(onTrashed);

  const actions = useMemo<RowActions>(() => {
    const trash = async (id: string) => {
      const title = conversations.find(id)?.title || t('untitled');
      newest.current.focus.wantNeighbour(id);
      await moveToTrash(id);
      newest.current.onTrashed(id);
      showToast({
        text: t('trashed', { title }),
        action: { label: common('undo'), onSelect: () => void restore(id).catch(tellFailure) },
      });
    };
    return {
      ...chosen,
      choose: toggleChosen,
      press: (id, { shiftKey, ctrlKey, metaKey }) => {
        const order = conversations.useShelf.getState().items.map((item) => item.id);
        if (shiftKey) extendChosen(order, newest.current.currentId ?? undefined, id);
        else if (ctrlKey || metaKey || isChoosing()) toggleChosen(id);
        else newest.current.onOpen(id);
      },
      reach: (id) => newest.current.focus.reach(id),
      rename: setRenaming,
      export: (id) => {
        const title = conversations.find(id)?.title || t('untitled');
        useExportDialog.getState().open({ conversationIds: [id], title });
      },
      renamed: (id, title) => {
        setRenaming(null);
        newest.current.focus.want(id);
        if (title !== null) rename(id, title).catch(tellFailure);
      },
      trash: (id) => void trash(id).catch(tellFailure),
    };
  }, [t, common, tellFailure, chosen]);
  return { actions, renamingId };
}
