import { elsewhere } from '#core/export/html/page.ts';
import type { Output } from '../output.ts';
import { type Foot, footFont, footStream } from './foot.ts';
import { PdfObjects, plainStream } from './objects.ts';
import { type OutlineLine, readOutline, writeOutline } from './outline.ts';
import { isReference, PrintedPart } from './part.ts';
import { Tags } from './tags.ts';
import { type PdfDictionary, type PdfReference, type PdfValue, writeValue } from './values.ts';

/**
 * Joins what Chromium printed in parts into one PDF, written as it comes: page numbers, links, outline and tags run
 * through the whole. Only parts of the kind that Chromium prints are understood; throws `PdfProblem` for others.
 */
export class PdfJoiner {
  readonly #objects: PdfObjects;
  readonly #tags: Tags;
  readonly #feet: Foot[] = [];
  readonly #outline: OutlineLine[] = [];
  /** Trees of pages. */
  readonly #trees: { number: number; count: number }[] = [];
  readonly #ends: string[] = [];
  /** Of the first part, as they are written. */
  #info: string | null = null;
  #catalog: string[] = [];
  #shared: { pages: number; font: number; before: number } | null = null;

  constructor(out: Output) {
    this.#objects = new PdfObjects(out);
    this.#tags = new Tags(this.#objects);
  }

  /** Pages so far. */
  get pages(): number {
    return this.#feet.length;
  }

  /** @param bytes of a PDF */
  async add(bytes: Buffer): Promise<void> {
    const part = new PrintedPart(bytes);
    this.#shared ??= await this.#begin(part);
    const shared = this.#shared;
    const numbers = new Map<number, number>();
    const numberOf = (object: number): number => {
      const known = numbers.get(object) ?? this.#objects.reserve();
      numbers.set(object, known);
      return known;
    };
    const left = new Set<number>();
    const leave = (value: PdfValue | undefined): void => {
      if (isReference(value)) left.add(value.object);
    };
    for (const value of [part.trailer.get('/Root'), part.trailer.get('/Info'), part.catalog.get('/Dests')])
      leave(value);
    this.#outline.push(...readOutline(part, numberOf, (object) => left.add(object)));
    this.#gatherEnds(part, numberOf);
    const tags = await this.#tags.begin(part, numbers, numberOf, (object) => left.add(object));
    const tree = reference(part.catalog.get('/Pages'));
    this.#trees.push({ number: numberOf(tree.object), count: countOf(part.dictionary(tree)) });
    for (const number of part.numbers) {
      if (left.has(number)) continue;
      const { value, stream } = part.object(number);
      if (value instanceof Map) {
        tags.adapt(value);
        if (number === tree.object) value.set('/Parent', `${shared.pages} 0 R`);
        else if (value.get('/Type') === '/Page') this.#adaptPage(part, value, shared);
        else if (value.get('/Subtype') === '/Link') adaptLink(part, value);
      }
      await this.#objects.write(numberOf(number), writeValue(value, numberOf), stream);
    }
  }

  /** Writes what runs through the whole. Nothing can be added after it. */
  async finish(): Promise<void> {
    const shared = this.#shared;
    if (shared === null) throw new Error('There is nothing to join');
    const objects = this.#objects;
    const kids = this.#trees.map(({ number }) => `${number} 0 R`).join(' ');
    await objects.write(shared.pages, `<</Type /Pages\n/Count ${this.pages}\n/Kids [${kids}]>>`);
    for (const [at, foot] of this.#feet.entries()) {
      const { text, stream } = plainStream(footStream(foot, at + 1, this.pages));
      await objects.write(foot.number, text, stream);
    }
    const entries = [
      '/Type /Catalog',
      `/Pages ${shared.pages} 0 R`,
      ...this.#catalog,
      ...(await this.#tags.finish()),
    ];
    if (this.#ends.length > 0)
      entries.push(`/Dests ${await objects.add(`<<${this.#ends.join('\n')}>>`)} 0 R`);
    const outline = await writeOutline(objects, this.#outline);
    if (outline !== null) entries.push(`/Outlines ${outline} 0 R`);
    const catalog = await objects.add(`<<${entries.join('\n')}>>`);
    await objects.finish(catalog, await objects.add(this.#info ?? '<<>>'));
  }

  async #begin(part: PrintedPart): Promise<{ pages: number; font: number; before: number }> {
    const info = new Map(part.dictionary(part.trailer.get('/Info') ?? new Map()));
    info.set('/Creator', '(Bough)');
    this.#info = writeValue(info, unknown);
    this.#catalog = ['/ViewerPreferences', '/Lang'].flatMap((key) => {
      const value = part.catalog.get(key);
      return value === undefined ? [] : `${key} ${writeValue(value, unknown)}`;
    });
    const { text, stream } = plainStream('q');
    return {
      pages: this.#objects.reserve(),
      font: await this.#objects.add(footFont),
      before: await this.#objects.add(text, stream),
    };
  }

  /** What Chromium paints is put between two streams: one that keeps the state before it, one that paints the foot. */
  #adaptPage(
    part: PrintedPart,
    page: PdfDictionary,
    { font, before }: { font: number; before: number },
  ): void {
    const number = this.#objects.reserve();
    this.#feet.push({ number, ...sizeOf(part, page) });
    const contents = page.get('/Contents') ?? [];
    page.set('/Contents', [
      written(before),
      ...(Array.isArray(contents) ? contents : [contents]),
      written(number),
    ]);
    const resources = new Map(part.dictionary(page.get('/Resources') ?? new Map()));
    const fonts = new Map(part.dictionary(resources.get('/Font') ?? new Map()));
    resources.set('/Font', fonts.set('/Foot', written(font)));
    page.set('/Resources', resources);
  }

  #gatherEnds(part: PrintedPart, numberOf: (object: number) => number): void {
    const ends = part.catalog.get('/Dests');
    if (ends === undefined) return;
    for (const [name, place] of part.dictionary(ends))
      this.#ends.push(`${name} ${writeValue(place, numberOf)}`);
  }
}

/** A link to a place in another part leads there. */
function adaptLink(part: PrintedPart, link: PdfDictionary): void {
  const action = part.follow(link.get('/A'));
  const address = action instanceof Map ? action.get('/URI') : undefined;
  if (typeof address !== 'string' || !address.startsWith(`(${elsewhere}#`)) return;
  const name = /#([bm]\d+)\)$/.exec(address)?.[1];
  if (name === undefined) return;
  link.delete('/A');
  link.set('/Dest', `/${name}`);
}

function sizeOf(part: PrintedPart, page: PdfDictionary): { width: number } {
  const box = part.follow(page.get('/MediaBox'));
  const width = Array.isArray(box) ? Number(box[2]) : Number.NaN;
  return { width: Number.isFinite(width) ? width : 595.92 };
}

function countOf(tree: PdfDictionary): number {
  return Number(tree.get('/Count'));
}

function reference(value: PdfValue | undefined): PdfReference {
  if (!isReference(value)) throw new Error('There are no pages');
  return value;
}

/** A reference to an object of the whole: its number stays as it is. */
const written = (number: number): string => `${number} 0 R`;

/** For values that refer to nothing. */
const unknown = (object: number): number => {
  throw new Error(`Object ${object} is of another file`);
};
