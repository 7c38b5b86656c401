import type { GuidePage } from '../../guide.ts';
import { wordsOf } from './language.ts';

/** A part of the guide under one heading. */
export interface GuideSection {
  slug: string;
  page: string;
  /** The page's title for what stands before its first heading. */
  heading: string;
  markdown: string;
}

interface Indexed {
  section: GuideSection;
  /** How often each term occurs; the heading counts several times. */
  counts: Map<string, number>;
  length: number;
}

const headingWeight = 4;
// The usual constants of BM25.
const saturation = 1.2;
const lengthWeight = 0.75;
/** Below this, what was found has nothing to do with the question. */
const leastScore = 1.2;

const stopWords = new Set(
  'a an and are as at be by can could do does for from happens happen how i if in is it me my of on or please tell that the this to was what when where which who why will with would you your about there we'.split(
    ' ',
  ),
);

/** Searches the sections of the guide by the words that a question and they have in common (BM25). */
export class GuideIndex {
  readonly #sections: Indexed[];
  readonly #averageLength: number;

  constructor(pages: readonly GuidePage[]) {
    this.#sections = pages.flatMap(sectionsOf).map(indexed);
    const total = this.#sections.reduce((sum, { length }) => sum + length, 0);
    this.#averageLength = total / Math.max(1, this.#sections.length);
  }

  get size(): number {
    return this.#sections.length;
  }

  /** The best sections first; empty when none has enough in common with the question. */
  search(question: string): GuideSection[] {
    const terms = [...new Set(termsOf(question))];
    return this.#sections
      .map((entry) => ({ entry, score: this.#score(entry, terms) }))
      .filter(({ score }) => score >= leastScore)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry.section);
  }

  #score({ counts, length }: Indexed, terms: readonly string[]): number {
    const total = this.#sections.length;
    return terms.reduce((sum, term) => {
      const count = counts.get(term) ?? 0;
      if (count === 0) return sum;
      const having = this.#sections.filter((entry) => entry.counts.has(term)).length;
      const rarity = Math.log(1 + (total - having + 0.5) / (having + 0.5));
      const norm = 1 - lengthWeight + (lengthWeight * length) / this.#averageLength;
      return sum + (rarity * count * (saturation + 1)) / (count + saturation * norm);
    }, 0);
  }
}

/** The words of a question that are looked for, in the form in which they are compared. */
export function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}

/** Takes the commonest English endings off: keys, adding, edited are key, add, edit. */
function stemOf(word: string): string {
  for (const ending of ['ies', 'ing', 'ed', 'es', 's']) {
    if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
    const stem = word.slice(0, -ending.length);
    return ending === 'ies' ? `${stem}y` : stem;
  }
  return word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word;
}

function sectionsOf({ slug, title, markdown }: GuidePage): GuideSection[] {
  const sections: GuideSection[] = [{ slug, page: title, heading: title, markdown: '' }];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : /^#{2,3} +(.+)$/.exec(line)?.[1];
    const last = sections.at(-1);
    if (heading) sections.push({ slug, page: title, heading, markdown: '' });
    else if (last && !line.startsWith('# ')) last.markdown += `${line}\n`;
  }
  return sections
    .map((section) => ({ ...section, markdown: withoutPictures(section.markdown) }))
    .filter((section) => section.markdown !== '');
}

/** Pictures of the guide lie beside it, not in the conversation. */
const withoutPictures = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function indexed(section: GuideSection): Indexed {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number) => {
    for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  count(section.heading, headingWeight);
  count(section.page, 1);
  count(section.markdown, 1);
  return { section, counts, length: [...counts.values()].reduce((sum, n) => sum + n, 0) };
}
