import type { SearchHit } from '#contract';
import { fold } from './fold.ts';

/** UTF-16 units before and after the first match that an excerpt shows. */
const before = 48;
const after = 160;

const graphemes = new Intl.Segmenter();

/**
 * The stretch of a text around the first of the words, on one line, with every place where one of them occurs.
 *
 * @param terms folded
 */
export function excerptOf(text: string, terms: readonly string[]): Pick<SearchHit, 'excerpt' | 'highlights'> {
  const shown = text.normalize('NFC').replaceAll(/\s/g, ' ');
  const ranges = mergeRanges(rangesOf(shown, terms));
  const first = ranges[0]?.[0] ?? 0;
  const start = characterStart(shown, first - before);
  const end = characterStart(shown, Math.max(first, start) + after);
  const lead = start > 0 ? '…' : '';
  const tail = end < shown.length ? '…' : '';
  const shift = lead.length - start;
  return {
    excerpt: lead + shown.slice(start, end) + tail,
    highlights: ranges
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  };
}

/** Where the words occur, in UTF-16 units of `text`. */
function rangesOf(text: string, terms: readonly string[]): [number, number][] {
  const { folded, starts } = foldedWithPlaces(text);
  const ranges: [number, number][] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      const end = starts?.[at + term.length] ?? at + term.length;
      ranges.push([starts?.[at] ?? at, end]);
    }
  }
  return ranges;
}

/** Folding changes the length of a few letters only; without one of them every place stays where it is. */
function foldedWithPlaces(text: string): { folded: string; starts: number[] | null } {
  const whole = fold(text);
  if (whole.length === text.length) return { folded: whole, starts: null };
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let unit = 0; unit < piece.length; unit += 1) starts.push(at);
    folded += piece;
    at += character.length;
  }
  starts.push(at);
  return { folded, starts };
}

function mergeRanges(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The place at or before `at` where a character as people see it starts. */
function characterStart(text: string, at: number): number {
  if (at <= 0) return 0;
  return graphemes.segment(text).containing(at)?.index ?? text.length;
}
