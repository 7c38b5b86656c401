import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportDialog } from '../../app/conversation/export.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { moveSeveralToTrash, restoreSeveral } from './actions.ts';
import { chooseAll, chosenIds, stopChoosing } from './selection.ts';
import { conversations } from './shelf.ts';

/** What can be done with the chosen conversations. With none chosen nothing is done. */
export interface ChosenActions {
  /** Opens the export dialog for them; they stay chosen. */
  exportChosen: () => void;
  /** [B5] Moves them to the trash, with a way back. */
  trashChosen: () => void;
  /** Chooses every conversation of the list, also those that are not loaded yet. */
  chooseAll: () => void;
  stopChoosing: () => void;
}

/** @param onTrashed called for each: where it was open something else must be */
export function useChosenActions(onTrashed: (id: string) => void): ChosenActions {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const tellFailure = useFailureToast();
  return useMemo(() => {
    const trash = async (ids: readonly string[]) => {
      const [only = ''] = ids;
      const title = conversations.find(only)?.title || t('untitled');
      const moved = await moveSeveralToTrash(ids);
      stopChoosing();
      for (const id of moved) onTrashed(id);
      showToast({
        text: ids.length === 1 ? t('trashed', { title }) : t('choose.trashed', { count: moved.length }),
        action: { label: common('undo'), onSelect: () => void restoreSeveral(moved).catch(tellFailure) },
      });
    };
    const all = async () => chooseAll((await conversations.loadAll()).map(({ id }) => id));
    return {
      exportChosen: () => {
        const conversationIds = chosenIds();
        const [only, ...others] = conversationIds;
        if (only === undefined) return;
        const title = others.length > 0 ? null : conversations.find(only)?.title || t('untitled');
        useExportDialog.getState().open({ conversationIds, title });
      },
      trashChosen: () => {
        const ids = chosenIds();
        if (ids.length > 0) void trash(ids).catch(tellFailure);
      },
      chooseAll: () => void all().catch(tellFailure),
      stopChoosing,
    };
  }, [t, common, tellFailure, onTrashed]);
}
