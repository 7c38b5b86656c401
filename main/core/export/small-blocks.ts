import type { Block, Inline, ListItem } from './rich.ts';

/** Longest text of one block, in UTF-16 units: some sixty pages of code. */
const longest = 200_000;
/** Most rows of a table, and most items of a list. */
const most = 500;

/**
 * The same blocks, with those that are very long cut where it shows least: at line ends, between words, rows and items.
 * For what lays out a block as one.
 */
export function smallBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap(smallBlock);
}

function smallBlock(block: Block): Block[] {
  switch (block.kind) {
    case 'code':
      return cutText(block.code, longest).map((code) => ({ ...block, code }));
    case 'plain':
      return cutText(block.text, longest).map((text) => ({ ...block, text }));
    case 'paragraph':
      return cutInlines(block.inlines).map((inlines) => ({ ...block, inlines }));
    case 'table':
      return inGroups(block.rows).map((rows) => ({ ...block, rows }));
    case 'list': {
      const { start } = block;
      return inGroups(block.items).map((items, at) => ({
        ...block,
        start: start === null ? null : start + at * most,
        items: items.map(smallItem),
      }));
    }
    case 'quote': {
      const inside = smallBlocks(block.blocks);
      return inside.length <= most
        ? [{ ...block, blocks: inside }]
        : inGroups(inside).map((blocks) => ({ ...block, blocks }));
    }
    default:
      return [block];
  }
}

const smallItem = (item: ListItem): ListItem => ({ ...item, blocks: smallBlocks(item.blocks) });

/** At least one group, so that what is empty stays. */
function inGroups<T>(all: readonly T[]): T[][] {
  const groups = [all.slice(0, most)];
  for (let at = most; at < all.length; at += most) groups.push(all.slice(at, at + most));
  return groups;
}

/**
 * A text in pieces that are the text when they are put together, but for the line end at a cut.
 *
 * @param length of a piece at most, in UTF-16 units
 */
export function cutText(text: string, length: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > length) {
    const end = cutBefore(text, from, from + length);
    pieces.push(text.slice(from, end));
    from = text[end] === '\n' ? end + 1 : end;
  }
  return [...pieces, text.slice(from)];
}

/** The last line end, else the end of the last word, else of the last whole character. */
function cutBefore(text: string, from: number, end: number): number {
  const line = text.lastIndexOf('\n', end);
  if (line > from) return line;
  const word = text.lastIndexOf(' ', end - 1) + 1;
  if (word > from) return word;
  return /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end;
}

function cutInlines(inlines: readonly Inline[]): Inline[][] {
  const groups: Inline[][] = [[]];
  let length = 0;
  const add = (inline: Inline, size: number): void => {
    if (length > 0 && length + size > longest) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(inline);
    length += size;
  };
  for (const inline of inlines) {
    if (inline.kind === 'text')
      for (const text of cutText(inline.text, longest)) add({ ...inline, text }, text.length);
    else add(inline, 1);
  }
  return groups;
}
