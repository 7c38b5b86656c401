import { Lexer, Marked, type Token, type Tokens } from 'marked';

/** A top-level piece of Markdown that is drawn and remembered by itself. `at` is its place in the text. */
export type Block =
  | { kind: 'text'; at: number; raw: string }
  /** `depth`: 1 for `#`. */
  | { kind: 'heading'; at: number; raw: string; depth: number }
  /** Some items of a list; a long list is several of these, so that a new item draws only its neighbours. */
  | { kind: 'items' | 'moreItems'; at: number; raw: string }
  | { kind: 'code'; at: number; raw: string; language: string; code: string; closed: boolean }
  | { kind: 'table'; at: number; raw: string; header: string[]; rows: string[][]; align: TableAlign[] }
  | { kind: 'formula'; at: number; raw: string; tex: string; closed: boolean };

export type TableAlign = 'center' | 'left' | 'right' | null;

/** A text cut into blocks, with what cutting its continuation can build on. */
export interface Cut {
  text: string;
  blocks: readonly Block[];
  /** Where each top-level token begins, and its blocks. */
  pieces: readonly Piece[];
}

interface Piece {
  at: number;
  blank: boolean;
  blocks: readonly Block[];
}

interface FormulaToken extends Tokens.Generic {
  type: 'formula';
  tex: string;
  closed: boolean;
}

/** Items of a list that are drawn together. */
const itemsTogether = 8;

/** Pieces at the end that appended text can still change: a list goes on after a blank line, for example. */
const unsettled = 2;

const formulaStart = /\n {0,3}(?:\$\$|\\\[)/;
/** A formula of its own on one line or several; a blank line ends the hope for its end. */
const formula =
  /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[\s\S])+)(\$\$)?|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)(\\\])?)[ \t]*(?:\n+|$)/;

const options = new Marked({
  extensions: [
    {
      name: 'formula',
      level: 'block',
      start: (source) => {
        const found = formulaStart.exec(source);
        return found ? found.index + 1 : undefined;
      },
      tokenizer: (source): FormulaToken | undefined => {
        const found = formula.exec(source);
        if (!found) return undefined;
        const closed = Boolean(found[2] ?? found[4]);
        if (!closed && found[0].length < source.length) return undefined;
        return { type: 'formula', raw: found[0], tex: (found[1] ?? found[3] ?? '').trim(), closed };
      },
    },
  ],
}).defaults;

/**
 * Cuts Markdown into blocks. Given the cut of the beginning of the same text, only the end is read again, and
 * the blocks before it are the same objects.
 */
export function cutBlocks(source: string, before?: Cut): Cut {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  const kept = before && text.startsWith(before.text) ? settledPieces(before.pieces) : [];
  const from = kept.length > 0 && before ? (before.pieces[kept.length]?.at ?? 0) : 0;
  const pieces = [...kept, ...readPieces(text, from)];
  return { text, pieces, blocks: pieces.flatMap((piece) => piece.blocks) };
}

function settledPieces(pieces: readonly Piece[]): readonly Piece[] {
  let open = 0;
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    if (!pieces[index]?.blank) open += 1;
    if (open > unsettled && !isInParagraph(pieces[index])) return pieces.slice(0, index + 1);
  }
  return [];
}

/** Text and formulas without a blank line between them are one paragraph: a line of `---` makes all of it a heading. */
function isInParagraph(piece: Piece | undefined): boolean {
  const last = piece?.blocks.at(-1);
  return (last?.kind === 'text' || last?.kind === 'formula') && !last.raw.endsWith('\n\n');
}

function readPieces(text: string, from: number): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const token of new Lexer(options).blockTokens(text.slice(from), [])) {
    pieces.push({ at, blank: token.type === 'space', blocks: toBlocks(token, at) });
    at += token.raw.length;
  }
  return pieces;
}

function toBlocks(token: Token, at: number): Block[] {
  const raw = token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'code':
      return [codeBlock(token as Tokens.Code, at)];
    case 'table':
      return [tableBlock(token as Tokens.Table, at)];
    case 'heading':
      return [{ kind: 'heading', at, raw, depth: (token as Tokens.Heading).depth }];
    case 'list':
      return listBlocks(token as Tokens.List, at);
    case 'formula': {
      const { tex, closed } = token as FormulaToken;
      return [{ kind: 'formula', at, raw, tex, closed }];
    }
    default:
      return [{ kind: 'text', at, raw }];
  }
}

function codeBlock(token: Tokens.Code, at: number): Block {
  const language = /^\S*/.exec(token.lang ?? '')?.[0] ?? '';
  const closed = token.codeBlockStyle === 'indented' || isClosed(token.raw);
  return { kind: 'code', at, raw: token.raw, language, code: token.text, closed };
}

function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  const last = raw.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return (
    Boolean(fence) && raw.trimEnd().includes('\n') && last.startsWith(fence ?? '') && /^(.)\1*$/.test(last)
  );
}

function tableBlock(token: Tokens.Table, at: number): Block {
  const texts = (cells: Tokens.TableCell[]) => cells.map((cell) => cell.text);
  return {
    kind: 'table',
    at,
    raw: token.raw,
    header: texts(token.header),
    rows: token.rows.map(texts),
    align: token.align,
  };
}

function listBlocks(list: Tokens.List, at: number): Block[] {
  const blocks: Block[] = [];
  const first = typeof list.start === 'number' ? list.start : 1;
  let place = at;
  for (let index = 0; index < list.items.length; index += itemsTogether) {
    const raw = list.items
      .slice(index, index + itemsTogether)
      .map((item) => (item.raw.endsWith('\n') ? item.raw : `${item.raw}\n`))
      .join('');
    // A list numbered "1. 1. 1." counts by itself only while it is whole.
    const numbered = list.ordered ? raw.replace(/^( {0,3})\d+/, `$1${first + index}`) : raw;
    blocks.push({ kind: index === 0 ? 'items' : 'moreItems', at: place, raw: numbered });
    place += raw.length;
  }
  return blocks;
}

/**
 * The level of each heading on the page, by its block's place: every heading is one below the one it belongs to,
 * whatever the model left out between them.
 *
 * @param top level of the first headings
 */
export function headingLevels(blocks: readonly Block[], top: number): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  const open: number[] = [];
  for (const block of blocks) {
    if (block.kind !== 'heading') continue;
    while ((open.at(-1) ?? 0) >= block.depth) open.pop();
    levels.set(block.at, Math.min(6, top + open.length));
    open.push(block.depth);
  }
  return levels;
}
