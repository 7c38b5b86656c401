import type { Attachment } from '#contract';
import { wordsOf } from './language.ts';
import { phrases } from './phrases/index.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { Situation } from './situation.ts';

/** What the user wants, as far as words give it away. */
export type Intent =
  | { kind: 'greet' | 'thank' | 'show' | 'fill' | 'branches' }
  | { kind: 'write'; words: number }
  | { kind: 'search'; query: string }
  | { kind: 'recall'; id: string }
  /** Files to read, with the tool; and pictures and others to name. */
  | { kind: 'attached'; read: Attachment | null; others: readonly Attachment[] }
  | { kind: 'ask' };

/** Shortest and longest text that is written at request, in words. */
const wordRange = { least: 50, most: 20_000 };

export function intentOf(situation: Situation): Intent {
  const { text, attachments } = situation;
  const say = phrases[situation.language];
  const words = wordsOf(text);
  const asked = wordCount(text, say);
  if (asked !== null) return { kind: 'write', words: asked };
  if (startsWithAny(text, say.fillVerbs)) return { kind: 'fill' };
  if (startsWithAny(text, say.branchVerbs)) return { kind: 'branches' };
  if (situation.filled > 0 && words.length <= 3 && startsWithAny(text, say.goOn)) return { kind: 'fill' };
  const recalled = [...situation.recallable].find((id) => text.includes(id));
  if (recalled !== undefined) return { kind: 'recall', id: recalled };
  const named = [...attachments, ...situation.earlier].find((file) => mentions(text, file));
  if (attachments.length > 0 || named) return attached(attachments, named);
  if (words.some((word) => say.formatting.some((stem) => word.includes(stem)))) return { kind: 'show' };
  const query = searchQuery(text, say);
  if (query !== null) return { kind: 'search', query };
  if (words.length <= 5 && startsWithAny(text, say.greetings)) return { kind: 'greet' };
  if (words.length <= 6 && startsWithAny(text, say.thanks)) return { kind: 'thank' };
  return words.length === 0 ? { kind: 'greet' } : { kind: 'ask' };
}

function attached(attachments: readonly Attachment[], named: Attachment | undefined): Intent {
  const read =
    (named?.kind === 'text' ? named : undefined) ?? attachments.find((file) => file.kind === 'text') ?? null;
  const all = named && !attachments.includes(named) ? [named, ...attachments] : attachments;
  return { kind: 'attached', read, others: all.filter((file) => file.kind !== 'text') };
}

const mentions = (text: string, { name }: Attachment): boolean =>
  text.toLowerCase().includes(name.toLowerCase());

/** The number in "write 2,000 words", within reason; null where none is asked for. */
function wordCount(text: string, say: Phrases): number | null {
  const counted = say.words.map((word) => new RegExp(`(\\d[\\d.,\\s]*)\\s*${word}`, 'iu').exec(text)?.[1]);
  const digits = counted.find((found) => found !== undefined)?.replace(/\D/g, '');
  if (!digits) return null;
  return Math.min(wordRange.most, Math.max(wordRange.least, Number(digits)));
}

/** Where a request to search may begin at the latest, in characters. */
const latestVerb = 20;

/** What to search for: the words in quotes, or the first ones after the verb that mean something. */
function searchQuery(text: string, say: Phrases): string | null {
  const lower = text.toLowerCase();
  const verb = say.findVerbs.map((word) => ({ word, at: wordAt(lower, word) })).find(({ at }) => at >= 0);
  if (!verb || verb.at > latestVerb || !startsPolitely(lower.slice(0, verb.at), say)) return null;
  const rest = text.slice(verb.at + verb.word.length);
  const quoted = /["“„«']([^"”“»']{2,})["”“»']/u.exec(rest)?.[1];
  if (quoted) return quoted.trim();
  const words = wordsOf(withoutThaiFillers(rest, say)).filter(
    (word) => !say.fillers.includes(word) && word.length > 1,
  );
  return words.length > 0 ? words.slice(0, 3).join(' ') : null;
}

/** Thai is written without spaces: its fillers are cut out of the stretch. */
function withoutThaiFillers(text: string, say: Phrases): string {
  if (!/\p{Script=Thai}/u.test(text)) return text;
  return say.fillers.reduce((left, filler) => left.replaceAll(filler, ' '), text);
}

/** "Can you find", but not "How do I find". */
function startsPolitely(before: string, say: Phrases): boolean {
  const questions = ['how', 'where', 'jak', 'kde', 'hoe', 'waar', 'bagaimana', 'mana', 'como', 'onde'];
  return wordsOf(before).every((word) => say.fillers.includes(word) && !questions.includes(word));
}

function startsWithAny(text: string, beginnings: readonly string[]): boolean {
  const lower = text.toLowerCase().trim();
  return beginnings.some((beginning) => wordAt(lower, beginning) === 0);
}

/** Where a whole word begins in a text, or -1. In Thai the next word may follow at once. */
function wordAt(text: string, word: string): number {
  if (/\p{Script=Thai}/u.test(word)) return text.indexOf(word);
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').exec(text)?.index ?? -1;
}
