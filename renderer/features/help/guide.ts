import type { MethodOutput } from '#contract';

export type GuidePage = MethodOutput<'app.guide'>[number];

/** The page that leads to all others. */
const indexSlug = 'index';

/** The pages in the order in which the index names them; those it leaves out come last. */
export function inReadingOrder(pages: readonly GuidePage[]): readonly GuidePage[] {
  const index = pages.find(({ slug }) => slug === indexSlug);
  const place = ({ slug }: GuidePage) => {
    if (slug === indexSlug) return -1;
    const at = index?.markdown.indexOf(`(${slug}.md`) ?? -1;
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  };
  return [...pages].sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

/** The page that a link of the guide leads to: `keys.md` or `keys.md#models`. Null for any other address. */
export function linkedSlug(href: string | undefined): string | null {
  return /^(?:\.\/)?([\w-]+)\.md(?:#.*)?$/.exec(href ?? '')?.[1] ?? null;
}

/** Where words were found in the guide. */
export interface GuideHit {
  slug: string;
  title: string;
  /** The line the words stand in, without marks of Markdown. */
  excerpt: string;
}

/** Most lines shown of one page. */
const hitsPerPage = 3;

/** Lines of the guide that hold every word of a query, titles first. Any script; case does not matter. */
export function searchGuide(pages: readonly GuidePage[], query: string): GuideHit[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (text: string) => {
    const lower = text.toLocaleLowerCase();
    return words.every((word) => lower.includes(word));
  };
  return pages.flatMap(({ slug, title, markdown }) => {
    const lines = markdown.split('\n').map(plainText).filter(holds).slice(0, hitsPerPage);
    const hits = lines.map((excerpt) => ({ slug, title, excerpt }));
    return hits.length === 0 && holds(`${title} ${plainText(markdown)}`)
      ? [{ slug, title, excerpt: '' }]
      : hits;
  });
}

/** A line of Markdown as it reads. */
function plainText(line: string): string {
  return line
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#+|[-*]|\d+\.|>)\s+/, '')
    .replace(/[*_`|]/g, '')
    .trim();
}
