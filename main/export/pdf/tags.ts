import type { PdfObjects } from './objects.ts';
import { isReference, type PrintedPart } from './part.ts';
import { type PdfDictionary, PdfProblem, type PdfReference, type PdfValue, writeValue } from './values.ts';

/** Adapts the objects of one part to their places in the tags of the whole. */
export interface PartTags {
  adapt(dictionary: PdfDictionary): void;
}

/**
 * What says which words are headings, lists and tables, to those who listen to a document or take its text elsewhere.
 * Each part becomes a part of one document; its keys and names are moved on, so that they are those of no other.
 */
export class Tags {
  readonly #objects: PdfObjects;
  readonly #parts: number[] = [];
  /** Leaves of the two trees that lead from marks on pages, and from names, to elements. */
  readonly #byKey: number[] = [];
  readonly #byName: number[] = [];
  #nextKey = 0;
  #root: { tree: number; document: number } | null = null;

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** @param leave is told the objects that the whole has others for */
  async begin(
    part: PrintedPart,
    numbers: Map<number, number>,
    numberOf: (object: number) => number,
    leave: (object: number) => void,
  ): Promise<PartTags> {
    const reference = part.catalog.get('/StructTreeRoot');
    if (!isReference(reference)) throw new PdfProblem('A page was printed without its structure');
    this.#root ??= { tree: this.#objects.reserve(), document: this.#objects.reserve() };
    const root = this.#root;
    const tree = part.dictionary(reference);
    leave(reference.object);
    numbers.set(reference.object, root.document);
    const documents = listOf(tree.get('/K')).filter(isReference);
    this.#parts.push(...documents.map(({ object }) => numberOf(object)));
    const firstKey = this.#nextKey;
    const prefix = `(${String(this.#parts.length).padStart(5, '0')}`;
    await this.#addKeys(part, tree, numberOf, leave);
    await this.#addNames(part, tree, prefix, numberOf, leave);
    return { adapt: (dictionary) => adapt(dictionary, { firstKey, prefix, root: reference }) };
  }

  /** Entries of the catalog. */
  async finish(): Promise<string[]> {
    if (this.#root === null) return [];
    const { tree, document } = this.#root;
    const objects = this.#objects;
    const all = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ');
    await objects.write(
      document,
      `<</Type /StructElem\n/S /Document\n/P ${tree} 0 R\n/K [${all(this.#parts)}]>>`,
    );
    const entries = [
      '/Type /StructTreeRoot',
      `/K ${document} 0 R`,
      `/ParentTreeNextKey ${this.#nextKey}`,
      `/ParentTree ${await objects.add(`<</Kids [${all(this.#byKey)}]>>`)} 0 R`,
    ];
    if (this.#byName.length > 0)
      entries.push(`/IDTree ${await objects.add(`<</Kids [${all(this.#byName)}]>>`)} 0 R`);
    await objects.write(tree, `<<${entries.join('\n')}>>`);
    return [`/StructTreeRoot ${tree} 0 R`, '/MarkInfo <</Type /MarkInfo\n/Marked true>>'];
  }

  async #addKeys(
    part: PrintedPart,
    tree: PdfDictionary,
    numberOf: (object: number) => number,
    leave: (object: number) => void,
  ): Promise<void> {
    const pairs = leavesOf(part, tree.get('/ParentTree'), '/Nums', leave).map(
      ([key, value]) => [Number(key) + this.#nextKey, writeValue(value, numberOf)] as const,
    );
    this.#nextKey += Number(tree.get('/ParentTreeNextKey') ?? 0);
    const [first, last] = [pairs[0], pairs.at(-1)];
    if (!first || !last) return;
    const text = pairs.map((pair) => pair.join(' ')).join('\n');
    this.#byKey.push(await this.#objects.add(`<</Limits [${first[0]} ${last[0]}]\n/Nums [${text}]>>`));
  }

  async #addNames(
    part: PrintedPart,
    tree: PdfDictionary,
    prefix: string,
    numberOf: (object: number) => number,
    leave: (object: number) => void,
  ): Promise<void> {
    const pairs = leavesOf(part, tree.get('/IDTree'), '/Names', leave).map(
      ([name, value]) => [prefixed(name, prefix), writeValue(value, numberOf)] as const,
    );
    const [first, last] = [pairs[0], pairs.at(-1)];
    if (!first || !last) return;
    const text = pairs.map((pair) => pair.join(' ')).join('\n');
    this.#byName.push(await this.#objects.add(`<</Limits [${first[0]} ${last[0]}]\n/Names [${text}]>>`));
  }
}

function adapt(
  dictionary: PdfDictionary,
  { firstKey, prefix, root }: { firstKey: number; prefix: string; root: PdfReference },
): void {
  for (const key of ['/StructParents', '/StructParent']) {
    const value = dictionary.get(key);
    if (value !== undefined) dictionary.set(key, String(Number(value) + firstKey));
  }
  if (dictionary.get('/Type') !== '/StructElem') return;
  const parent = dictionary.get('/P');
  if (isReference(parent) && parent.object === root.object) dictionary.set('/S', '/Part');
  const id = dictionary.get('/ID');
  if (typeof id === 'string') dictionary.set('/ID', prefixed(id, prefix));
  for (const attributes of listOf(dictionary.get('/A'))) {
    const headers = attributes instanceof Map ? attributes.get('/Headers') : undefined;
    if (attributes instanceof Map && Array.isArray(headers))
      attributes.set(
        '/Headers',
        headers.map((each) => (typeof each === 'string' ? prefixed(each, prefix) : each)),
      );
  }
}

/** Chromium's own names are plain words in round brackets. */
const prefixed = (name: string, prefix: string): string => `${prefix}${name.slice(1)}`;

const listOf = (value: PdfValue | undefined): PdfValue[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Keys and values of a tree of numbers or names, in order. */
function leavesOf(
  part: PrintedPart,
  value: PdfValue | undefined,
  entries: '/Nums' | '/Names',
  leave: (object: number) => void,
): [key: string, value: PdfValue][] {
  if (value === undefined) return [];
  if (isReference(value)) leave(value.object);
  const node = part.dictionary(value);
  const flat = listOf(node.get(entries));
  const pairs = flat.flatMap((key, at): [string, PdfValue][] => {
    const belongs = flat[at + 1];
    return at % 2 === 0 && typeof key === 'string' && belongs !== undefined ? [[key, belongs]] : [];
  });
  return [...pairs, ...listOf(node.get('/Kids')).flatMap((kid) => leavesOf(part, kid, entries, leave))];
}
