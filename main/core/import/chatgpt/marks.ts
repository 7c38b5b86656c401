import { isObject, listIn, nameIn, objectIn, parsedJson, textIn } from '../json-value.ts';

/** A mark in the text: U+E200, its kind, U+E202 before each of its values, U+E201. */
const mark = /\uE200([^\uE200-\uE202]*)((?:\uE202[^\uE200-\uE202]*)*)\uE201/g;
/** What is left of marks that never ended, and the two signs that stand alone. */
const strays = /[\uE200-\uE204]/g;
/** The older mark of a citation, such as 【3†source】. */
const oldCitation = /【[^【】]*†[^【】]*】/g;
/** A document inside an answer. */
const writing = /^:::writing(\{[^\n]*\})?[ \t]*\n([\s\S]*?)^:::[ \t]*$/gm;

/**
 * The text of an answer as people read it: citation marks become links to their sources, labels stay, decoration goes,
 * documents stand between rules. No private character is left.
 *
 * @param metadata of the message: it holds the sources
 */
export function withoutMarks(text: string, metadata: unknown): string {
  const references = listIn(objectIn(metadata)['content_references']).filter(isObject);
  const sources = new Map(
    references.map((reference) => [textIn(reference['matched_text']), linksOf(reference)]),
  );
  const citations = listIn(objectIn(metadata)['citations']).filter(isObject);
  let cited = 0;
  return text
    .replaceAll(mark, (whole, kind: string, values: string) =>
      resolveMark(kind, values.split('\uE202').slice(1), sources.get(whole)),
    )
    .replaceAll(oldCitation, (whole) => {
      const source = citations[cited] ?? {};
      cited += 1;
      return sources.get(whole) ?? oldLink(source, whole);
    })
    .replaceAll(writing, (_, attributes: string | undefined, body: string) => documentOf(attributes, body))
    .replaceAll(strays, '');
}

function resolveMark(kind: string, values: readonly string[], links: string | undefined): string {
  if (kind === 'entity') {
    const entity = parsedJson(values[0] ?? '');
    return textIn(listIn(entity)[1]) || '';
  }
  if (kind === 'url') return link(values[0] ?? '', values[1] ?? '');
  return links ?? '';
}

/** Links to all sources of a reference, in brackets as a citation stands in a text. */
function linksOf(reference: Record<string, unknown>): string {
  const listed = ['items', 'fallback_items', 'sources'].flatMap((field) => listIn(reference[field]));
  const all = listed
    .filter(isObject)
    .flatMap((item) => [item, ...listIn(item['supporting_websites']).filter(isObject)]);
  const own = nameIn(reference['url']) ? [reference] : [];
  const links = new Map<string, string>();
  for (const item of [...all, ...own]) {
    const url = textIn(item['url']);
    if (url !== '' && !links.has(url)) links.set(url, link(textIn(item['title']), url));
  }
  if (links.size > 0) return ` (${[...links.values()].join(', ')})`;
  const name = nameIn(reference['name']) ?? nameIn(reference['title']);
  return name === null ? '' : ` (${name})`;
}

function oldLink(citation: Record<string, unknown>, whole: string): string {
  const metadata = objectIn(citation['metadata']);
  const title =
    nameIn(metadata['title']) ?? nameIn(metadata['name']) ?? whole.slice(1, -1).split('†')[1] ?? '';
  return ` (${link(title, textIn(metadata['url']))})`;
}

/** A Markdown link; the bare label where the address is none that can be opened. */
export function link(label: string, url: string): string {
  if (!/^https?:\/\//.test(url)) return label;
  const text = (label || url).replaceAll(/[[\]\n]/g, ' ');
  return `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/g, '%20')})`;
}

function documentOf(attributes: string | undefined, body: string): string {
  const title = /(?:title|subject)="([^"]+)"/.exec(attributes ?? '')?.[1];
  return `---\n\n${title === undefined ? '' : `**${title}**\n\n`}${body.trim()}\n\n---`;
}
