import type { PdfObjects } from './objects.ts';
import { isReference, type PrintedPart } from './part.ts';
import { type PdfDictionary, type PdfValue, writeValue } from './values.ts';

/** A line of the outline that readers show beside the pages. */
export interface OutlineLine {
  /** Of its heading, 1 to 6. */
  level: number;
  /** The other entries of its dictionary, as they are written. */
  text: string;
}

/**
 * The outline of a printed part, line by line. A line knows the heading that it was made of, and so its level: where
 * the part begins, the headings above it are in another.
 *
 * @param seen is told the number of each object that it is made of
 */
export function readOutline(
  part: PrintedPart,
  numberOf: (object: number) => number,
  seen: (object: number) => void,
): OutlineLine[] {
  const lines: OutlineLine[] = [];
  const read = (value: PdfValue | undefined): void => {
    for (let next = value; isReference(next); ) {
      seen(next.object);
      const item: PdfDictionary = part.dictionary(next);
      const kept = ['/Title', '/Dest', '/SE'].flatMap((key) => {
        const entry = item.get(key);
        return entry === undefined ? [] : `${key} ${writeValue(entry, numberOf)}`;
      });
      lines.push({ level: levelOf(part, item), text: kept.join('\n') });
      read(item.get('/First'));
      next = item.get('/Next');
    }
  };
  const root = part.catalog.get('/Outlines');
  if (!isReference(root)) return [];
  seen(root.object);
  read(part.dictionary(root).get('/First'));
  return lines;
}

function levelOf(part: PrintedPart, item: PdfDictionary): number {
  const element = item.get('/SE');
  const kind = isReference(element) ? part.dictionary(element).get('/S') : undefined;
  const level = typeof kind === 'string' ? /^\/H([1-6])$/.exec(kind)?.[1] : undefined;
  return Number(level ?? 6);
}

interface Node {
  number: number;
  text: string;
  level: number;
  below: Node[];
  /** Lines below it, however deep. */
  count: number;
}

/** Writes the outline of the whole. Returns its object; null where there is nothing to list. */
export async function writeOutline(
  objects: PdfObjects,
  lines: readonly OutlineLine[],
): Promise<number | null> {
  if (lines.length === 0) return null;
  const root: Node = { number: objects.reserve(), text: '', level: 0, below: [], count: 0 };
  const open = [root];
  for (const { level, text } of lines) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    for (const above of open) above.count += 1;
    const node: Node = { number: objects.reserve(), text, level, below: [], count: 0 };
    (open.at(-1) ?? root).below.push(node);
    open.push(node);
  }
  await objects.write(root.number, `<</Type /Outlines\n${childrenOf(root)}>>`);
  await writeBelow(objects, root);
  return root.number;
}

async function writeBelow(objects: PdfObjects, parent: Node): Promise<void> {
  for (const [at, node] of parent.below.entries()) {
    const [before, after] = [parent.below[at - 1], parent.below[at + 1]];
    const entries = [
      node.text,
      `/Parent ${parent.number} 0 R`,
      ...(before ? [`/Prev ${before.number} 0 R`] : []),
      ...(after ? [`/Next ${after.number} 0 R`] : []),
      ...(node.below.length > 0 ? [childrenOf(node)] : []),
    ];
    await objects.write(node.number, `<<${entries.join('\n')}>>`);
    await writeBelow(objects, node);
  }
}

function childrenOf({ below, count }: Node): string {
  return `/First ${below[0]?.number} 0 R\n/Last ${below.at(-1)?.number} 0 R\n/Count ${count}`;
}
