import type { TFunction } from 'i18next';
import type { PassPreview } from '#contract';
import type { Format } from '../../../app/i18n/format.ts';

type T = TFunction<'context'>;

/** What a pass would do, as a list of its parts. */
export function planParts(t: T, { results, images, folds, pages }: PassPreview): string[] {
  const parts: string[] = [];
  if (results > 0) parts.push(t('count.results', { count: results }));
  if (images > 0) parts.push(t('count.images', { count: images }));
  if (pages.count > 0) parts.push(t('plan.pages', { count: pages.count }));
  if (folds.some(({ as }) => as === 'summary')) parts.push(t('plan.summary'));
  if (folds.some(({ as }) => as === 'omission')) parts.push(t('plan.omission'));
  return parts;
}

/** The same of one way, with the stretch of the conversation that it is about. */
export function wayDetail(t: T, { results, images, folds, pages }: PassPreview): string {
  if (results > 0) return t('count.results', { count: results });
  if (images > 0) return t('count.images', { count: images });
  const from = Math.min(...folds.map((fold) => fold.from));
  const to = Math.max(...folds.map((fold) => fold.to));
  const turns = from === to ? t('part.turn', { turn: from }) : t('part.turns', { from, to });
  const what = pages.count > 0 ? t('count.pages', { count: pages.count }) : t('edit.as.summary');
  return folds.length > 0 ? `${turns}: ${what}` : '';
}

/** That its pages would have small letters; null where none would. */
export function lettersSentence(t: T, { pages }: PassPreview): string | null {
  return pages.small > 0 ? t('plan.small') : null;
}

/** What it costs and saves in money, in a sentence; null where the prices are not known or nothing is charged. */
export function moneySentence(t: T, format: Format, { money }: PassPreview): string | null {
  if (!money || (money.once === 0 && money.perRequest === 0)) return null;
  return t('plan.money', { once: format.money(money.once), saved: format.money(money.perRequest) });
}
