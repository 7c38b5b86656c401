import type { TFunction } from 'i18next';
import type { ContextItem, ContextPart } from '#contract';
import type { Format } from '../../../app/i18n/format.ts';
import type { Block } from './parts.ts';

type T = TFunction<'context'>;

/** What a part, or several turns together, are called. */
export function blockName(t: T, { parts }: Pick<Block, 'parts'>): string {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return '';
  return parts.length === 1 ? partName(t, first) : t('part.turns', { from: first.turn, to: last.turn });
}

export function partName(t: T, part: ContextPart): string {
  if (part.kind === 'system') return t('kind.system');
  if (part.kind === 'tools') return t('kind.tools');
  if (part.kind === 'turn') return t('part.turn', { turn: part.turn });
  const pages = part.items.filter(({ what }) => what === 'page').length;
  return pages > 0 ? t('part.pages', { count: pages }) : t('part.fold');
}

/** What an item is and whom it is from. */
export function itemName(t: T, { what, from }: ContextItem): string {
  if (what === 'text') return t(from === 'user' ? 'item.you' : 'item.agent');
  if (what === 'system' || what === 'reasoning' || what === 'image' || what === 'file' || what === 'page')
    return t(`item.${what}`);
  return t(`item.${what}`, { tool: toolName(t, from) });
}

const knownTools = ['read_attachment', 'search_workspace', 'recall'] as const;

/** What people call a tool; the name of one that is not the app's own is left as it is. */
export function toolName(t: T, name: string): string {
  const known = knownTools.find((candidate) => candidate === name);
  return known ? t(`tools.${known}`) : name;
}

/** Tokens with their share of the window. */
export function tokensAndShare(t: T, format: Format, tokens: number, share: number): string {
  return t('part.size', { tokens: format.number(tokens), share: shareText(format, share) });
}

/** A share that is not quite nothing is not shown as nothing. */
export function shareText(format: Format, share: number): string {
  return share > 0 && share < 0.005 ? `<${format.percent(0.01)}` : format.percent(share);
}
