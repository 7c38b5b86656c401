import {
  Bookmark,
  BookmarkX,
  CornerDownRight,
  Eye,
  FoldVertical,
  GitCompare,
  GitFork,
  MoveDown,
  Tag,
  UnfoldVertical,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/call.ts';
import type { MenuAction, MenuEntry } from '../../ui/menu-entries.ts';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { onOnePath } from './drag/say.ts';
import { canContinue, endOf } from './model/tree.ts';
import { useGraph, useGraphState } from './place.ts';

/** Everything that can be done with the message that has the focus: what dragging does, and more. */
export function useEntries(): MenuEntry[] {
  const moving = useMoving();
  const beside = useBeside();
  const labels = useLabels();
  const run = useRunEntry();
  const groups = [moving, beside, labels, run].filter((group) => group.length > 0);
  return groups.flatMap((group, index) => (index === 0 ? group : [{ kind: 'divider' as const }, ...group]));
}

/** The message that has the focus. */
function useFocused() {
  const drawing = useGraphState((state) => state.drawing);
  const focusId = useGraphState((state) => state.focusId);
  const at = drawing?.tree.placeOf.get(focusId ?? '');
  if (!drawing || at === undefined || at === 0 || focusId === null) return null;
  const item = drawing.layout.items[drawing.layout.itemOf[at] ?? 0];
  return item ? { ...drawing, at, id: focusId, item } : null;
}

function useMoving(): MenuAction[] {
  const { t } = useTranslation('tree');
  const { onContinue, onLeaveFor } = useGraph();
  const focused = useFocused();
  if (!focused) return [];
  const { tree, layout, at, id } = focused;
  const end = endOf(tree, at);
  const off = (to: number) =>
    to === tree.tip ? t('why.here') : canContinue(tree, to) ? undefined : t('why.unfinished');
  const toEnd: MenuAction = {
    label: t('do.end'),
    icon: MoveDown,
    disabledReason: off(end),
    onSelect: () => onContinue(tree.ids[end] ?? id),
  };
  const show: MenuAction = { label: t('do.show'), icon: Eye, onSelect: () => onLeaveFor(id) };
  return [
    {
      label: t('do.continue'),
      icon: CornerDownRight,
      shortcut: 'Enter',
      disabledReason: off(at),
      onSelect: () => onContinue(id),
    },
    ...(end !== at && end !== tree.tip ? [toEnd] : []),
    ...(layout.current[layout.itemOf[at] ?? 0] ? [show] : []),
  ];
}

function useBeside(): MenuAction[] {
  const { t } = useTranslation('tree');
  const { graph, onFork, onCompare } = useGraph();
  const focused = useFocused();
  const picked = useGraphState((state) => state.picked);
  if (!focused) return [];
  const { tree, at, id } = focused;
  const end = tree.ids[endOf(tree, at)] ?? id;
  const onPath = onOnePath(tree, at, tree.tip);
  return [
    {
      label: t('do.fork'),
      icon: GitFork,
      disabledReason: canContinue(tree, at) ? undefined : t('why.unfinished'),
      onSelect: () => onFork(id),
    },
    {
      label: t('do.compare'),
      icon: GitCompare,
      disabledReason: onPath ? t('why.samePath') : undefined,
      onSelect: () => onCompare(tree.ids[tree.tip] ?? id, end),
    },
    picked === null
      ? {
          label: t('do.pick'),
          icon: GitCompare,
          onSelect: () => graph.store.setState({ picked: end }),
        }
      : {
          label: t('do.pickThis'),
          icon: GitCompare,
          onSelect: () => {
            graph.store.setState({ picked: null });
            onCompare(picked, end);
          },
        },
  ];
}

function useLabels(): MenuAction[] {
  const { t } = useTranslation(['tree', 'common']);
  const { graph, onMark, onOpen } = useGraph();
  const failed = useFailureToast();
  const focused = useFocused();
  const marks = useGraphState((state) => state.marks);
  if (!focused) return [];
  const { tree, at, id } = focused;
  const { conversationId } = graph;
  const head = tree.branches[at] ?? at;
  const named = tree.names.has(head);
  const unmark = (label: string): MenuAction => ({
    label: t('do.unmark', { label }),
    icon: BookmarkX,
    onSelect: () => {
      const input = { conversationId, messageId: id, label };
      const undo = () => void call('branches.mark', input).catch(failed);
      call('branches.unmark', input).then(
        () =>
          showToast({
            text: t('mark.gone', { label }),
            action: { label: t('common:undo'), onSelect: undo },
          }),
        failed,
      );
    },
  });
  const setName = () => {
    const headId = tree.ids[head] ?? id;
    graph.uncover(headId);
    graph.store.setState({ focusId: headId, namingId: headId });
  };
  const answer = tree.roles[at] === 'agent' && canContinue(tree, at);
  return [
    { label: t(named ? 'do.rename' : 'do.name'), icon: Tag, shortcut: 'F2', onSelect: setName },
    {
      label: t('do.mark'),
      icon: Bookmark,
      disabledReason: answer ? undefined : t('why.markAnswers'),
      onSelect: () => onMark(id),
    },
    ...(marks.get(at) ?? []).map(({ label }) => unmark(label)),
    ...(tree.forks.get(at) ?? []).map(
      (forkId): MenuAction => ({ label: t('do.openFork'), icon: GitFork, onSelect: () => onOpen(forkId) }),
    ),
  ];
}

function useRunEntry(): MenuAction[] {
  const { t } = useTranslation('tree');
  const { graph } = useGraph();
  const focused = useFocused();
  const run = focused?.item.run ?? null;
  if (!focused || run === null) return [];
  const open = focused.item.kind === 'run';
  return [
    {
      label: t(open ? 'do.open' : 'do.close'),
      icon: open ? UnfoldVertical : FoldVertical,
      onSelect: () => graph.toggleRun(focused.tree.ids[run] ?? ''),
    },
  ];
}
