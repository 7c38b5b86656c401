import type { TFunction } from 'i18next';
import type { PassCounts, PassNotice, RungLimit } from '#contract';
import type { RoomCommand } from './room.ts';

/** Ways to make room, cheapest first; `both` sets tool results and pictures aside, `compact` is what Bough would do. */
export type Way = 'elide' | 'shed' | 'both' | 'snapshots' | 'summary' | 'compact';

export const wayCommands: Record<Way, RoomCommand> = {
  elide: { command: 'shake', args: 'tools' },
  shed: { command: 'shake', args: 'images' },
  both: { command: 'shake', args: 'all' },
  snapshots: { command: 'compact', args: 'snapshots' },
  summary: { command: 'compact', args: 'summary' },
  compact: { command: 'compact', args: '' },
};

/** The way that a command goes, whatever else was typed behind it. */
export function wayOf({ command, args = '' }: RoomCommand): Way {
  const word = args.trim().toLowerCase().split(/\s+/)[0];
  if (command === 'shake') return word === 'images' ? 'shed' : word === 'all' ? 'both' : 'elide';
  return word === 'snapshots' || word === 'summary' ? word : 'compact';
}

/** What a summary should keep above all, as it was typed behind `/compact`; empty where nothing was. */
export function focusOf({ command, args = '' }: RoomCommand): string {
  if (command === 'shake') return '';
  return args
    .trim()
    .replace(/^(snapshots|summary)(?=\s|$)/i, '')
    .trim();
}

/** What a pass did, in sentences. */
export function passSentence(t: TFunction<'context'>, counts: PassCounts): string {
  const { results, images, pages, summaries, omissions } = counts;
  const sentences: string[] = [];
  if (results > 0 && images > 0)
    sentences.push(
      t('pass.both', {
        results: t('count.results', { count: results }),
        images: t('count.images', { count: images }),
      }),
    );
  else if (results > 0) sentences.push(t('pass.results', { count: results }));
  else if (images > 0) sentences.push(t('pass.images', { count: images }));
  if (pages > 0) sentences.push(t('pass.pages', { count: pages }));
  if (summaries > 0) sentences.push(t('pass.summary'));
  if (omissions > 0) sentences.push(t('pass.omission'));
  return sentences.length > 0 ? sentences.join(' ') : t('pass.plain');
}

/** The same for the notice, which says first why it was done where nobody asked for it. */
export function noticeSentence(t: TFunction<'context'>, { trigger, counts }: PassNotice): string {
  const done = passSentence(t, counts);
  return trigger === 'refusal' ? `${t('notice.refused')} ${done}` : done;
}

/** Why a way would free nothing. */
export function limitSentence(t: TFunction<'context'>, way: Way, limit: RungLimit, model: string): string {
  if (limit === 'nothing') return t(`limit.nothing.${way}`);
  return t(`limit.${limit}`, { model });
}
