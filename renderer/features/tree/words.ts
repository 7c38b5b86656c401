import { useTranslation } from 'react-i18next';
import { useGraph, useGraphState } from './place.ts';
import { useOnDemand } from './store/on-demand.ts';

/** What an item of the canvas is called. */
export interface Words {
  /** On the canvas. */
  short: string;
  /** With who said it, for where that is not seen. */
  full: string;
  /** It bears the name of its branch. */
  named: boolean;
}

/** The words of an item: the name of the branch that begins there, its first words, or how many it holds. */
export function useWords(id: string, item: number): Words {
  const { t } = useTranslation('tree');
  const { graph, agents } = useGraph();
  const it = useGraphState((state) => state.drawing?.layout.items[item]);
  const tree = useGraphState((state) => state.drawing?.tree);
  const excerpt = useOnDemand(graph.excerpts, it?.kind === 'message' ? id : null);
  if (!it || !tree) return { short: '', full: '', named: false };
  if (it.kind === 'root') return { short: t('start'), full: t('start'), named: false };
  if (it.kind === 'run') {
    const count = t('run', { count: it.count });
    return { short: count, full: count, named: false };
  }
  const name = tree.branches[it.first] === it.first ? tree.names.get(it.first) : undefined;
  const files = excerpt && excerpt.attachments > 0 ? t('files', { count: excerpt.attachments }) : '';
  const text = excerpt ? withoutTables(excerpt.text) || files || t('noWords') : '';
  const agent = tree.agents[it.first];
  const who = tree.roles[it.first] === 'user' ? t('you') : ((agent && agents.get(agent)?.name) ?? t('agent'));
  return { short: name ?? text, full: t('said', { who, text }), named: name !== undefined };
}

/** The lines between the cells of a table say nothing in a single line. */
export function withoutTables(text: string): string {
  return text.replaceAll(/\s*\|[\s|:-]*/g, ' ').trim();
}
