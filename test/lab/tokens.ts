import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import type { LabModel } from './models.ts';

// Text that happens to spell a control token is ordinary text to a vendor.
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const CACHE_LIMIT = 20_000;
const counts = new Map<string, number>();

function countO200k(text: string): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  const count = o200k.countTokens(text, PLAIN);
  if (counts.size >= CACHE_LIMIT) counts.clear();
  counts.set(text, count);
  return count;
}

/** Tokens of a text for a model. Claude 4.7 and later count about 30 % more than o200k. */
export function countText(text: string, model: Pick<LabModel, 'tokenFactor'>): number {
  return Math.ceil(countO200k(text) * model.tokenFactor);
}

/** The longest beginning of a text that has at most `limit` tokens, cut at a whole character. */
export function cutText(text: string, limit: number, model: Pick<LabModel, 'tokenFactor'>): string {
  if (countText(text, model) <= limit) return text;
  const kept = o200k.encode(text, PLAIN).slice(0, Math.max(0, Math.floor(limit / model.tokenFactor)));
  const cut = o200k.decode(kept);
  let end = 0;
  while (end < cut.length && cut[end] === text[end]) end += 1;
  return text.slice(0, end).replace(/[\uD800-\uDBFF]$/u, '');
}

const WORDS = [
  'the',
  'river',
  'runs',
  'under',
  'old',
  'trees',
  'and',
  'every',
  'branch',
  'keeps',
  'its',
  'leaf',
];

/** Prose in paragraphs of exactly `tokens` tokens for a model, always the same for the same figure. */
export function proseOf(tokens: number, model: Pick<LabModel, 'tokenFactor'>): string {
  const wanted = Math.floor(tokens / model.tokenFactor);
  const paragraphs: string[] = [];
  let left = wanted;
  while (left > 0) {
    // A paragraph of n words costs n tokens, the break behind it one more together with the full stop.
    const words = Math.min(left > 62 ? 60 : left, left);
    const start = paragraphs.length;
    const text = Array.from({ length: words }, (_, i) => WORDS[(start + i) % WORDS.length]).join(' ');
    paragraphs.push(text);
    left -= words + 1;
  }
  return padTo(paragraphs.join('.\n\n'), wanted);
}

function padTo(text: string, wanted: number): string {
  let fitted = text;
  for (let count = countO200k(fitted); count !== wanted; count = o200k.countTokens(fitted, PLAIN)) {
    fitted = count > wanted ? fitted.slice(0, fitted.lastIndexOf(' ')) : `${fitted} leaf`;
    if (!fitted.includes(' ') && count > wanted) return fitted;
  }
  return fitted;
}
