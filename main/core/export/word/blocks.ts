import { escapeMarkup } from '../html/escape.ts';
import type { Align, Block, Inline, ListItem } from '../rich.ts';

/** What a document gathers while it is written: its parts name each other by number. */
export interface WordNumbers {
  /** The relation of an address; the same for the same address. */
  link(href: string): string;
  /** A fresh list: its number in `numbering.xml`. */
  list(start: number | null): number;
}

export interface WordOptions {
  numbers: WordNumbers;
  /** Level of the headings above the text. */
  level: number;
  picture: string;
}

interface Place {
  /** Number of the list and depth in it; null outside. */
  list: { number: number; depth: number } | null;
  quoted: boolean;
}

/** Deepest level of a list, counted from 0, that the numbering defines. */
const deepest = 8;

/** A text as paragraphs of a Word document. */
export function blocksToWord(blocks: readonly Block[], options: WordOptions): string {
  return new WordBlocks(options).all(blocks, { list: null, quoted: false });
}

class WordBlocks {
  readonly #options: WordOptions;

  constructor(options: WordOptions) {
    this.#options = options;
  }

  all(blocks: readonly Block[], place: Place): string {
    return blocks.map((block) => this.#block(block, place)).join('');
  }

  #block(block: Block, place: Place): string {
    switch (block.kind) {
      case 'plain':
        return paragraph(run(block.text), { style: 'Typed', text: block.text });
      case 'paragraph':
        return this.#paragraph(block.inlines, place);
      case 'heading': {
        const level = Math.min(this.#options.level + block.level, 6);
        return paragraph(this.#inlines(block.inlines), {
          style: `Heading${level}`,
          text: textOf(block.inlines),
        });
      }
      case 'code':
        return paragraph(run(block.code), { style: 'Code' });
      case 'quote':
        return this.all(block.blocks, { ...place, quoted: true });
      case 'list':
        return this.#list(block.start, block.items, place);
      case 'table':
        return this.#table(block);
      case 'math':
        return paragraph(run(block.tex, 'InlineCode'), { style: 'Formula' });
      case 'rule':
        return paragraph('', { style: 'Rule' });
    }
  }

  #paragraph(inlines: readonly Inline[], { quoted }: Place): string {
    return paragraph(this.#inlines(inlines), { style: quoted ? 'Quote' : null, text: textOf(inlines) });
  }

  #list(start: number | null, items: readonly ListItem[], place: Place): string {
    const depth = place.list === null ? 0 : Math.min(place.list.depth + 1, deepest);
    const list = { number: this.#options.numbers.list(start), depth };
    return items.map((item) => this.#item(item, { ...place, list })).join('');
  }

  /** The first paragraph bears the mark; what follows stands under it. */
  #item({ done, blocks }: ListItem, place: Place & { list: NonNullable<Place['list']> }): string {
    const [first, ...rest] = blocks;
    const { number, depth } = place.list;
    const isText = first?.kind === 'paragraph';
    const task = done === null ? '' : run(done ? '☑ ' : '☐ ');
    const lead = task + (isText ? this.#inlines(first.inlines) : '');
    const mark = `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${number}"/></w:numPr>`;
    const text = isText ? textOf(first.inlines) : '';
    return paragraph(lead, { style: 'ListParagraph', mark, text }) + this.all(isText ? rest : blocks, place);
  }

  #table({ header, rows, align }: Extract<Block, { kind: 'table' }>): string {
    const grid = header.map(() => '<w:gridCol/>').join('');
    const lines = [this.#row(header, align, true), ...rows.map((row) => this.#row(row, align, false))].join(
      '',
    );
    const look =
      '<w:tblPr><w:tblStyle w:val="Grid"/><w:tblW w:w="0" w:type="auto"/><w:tblLook w:val="0420" w:firstRow="1"/></w:tblPr>';
    // Two tables without a paragraph between them would be one.
    return `<w:tbl>${look}<w:tblGrid>${grid}</w:tblGrid>${lines}</w:tbl>${paragraph('', { style: 'AfterTable' })}`;
  }

  #row(cells: readonly Inline[][], align: readonly Align[], head: boolean): string {
    const inside = cells.map((cell, at) => {
      const side = align[at] ?? null;
      const text = paragraph(this.#inlines(cell, head), {
        style: 'Cell',
        side,
        text: textOf(cell),
      });
      return `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${text}</w:tc>`;
    });
    return `<w:tr>${head ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${inside.join('')}</w:tr>`;
  }

  #inlines(inlines: readonly Inline[], strong = false): string {
    const looks = strong ? ['<w:b/>'] : [];
    return inlines.map((inline) => this.#inline(inline, looks)).join('');
  }

  #inline(inline: Inline, looks: readonly string[]): string {
    switch (inline.kind) {
      case 'text':
        return run(inline.text, null, looks);
      case 'strong':
        return this.#nested(inline.inlines, [...looks, '<w:b/>']);
      case 'em':
        return this.#nested(inline.inlines, [...looks, '<w:i/>']);
      case 'del':
        return this.#nested(inline.inlines, [...looks, '<w:strike/>']);
      case 'code':
        return run(inline.text, 'InlineCode', looks);
      case 'math':
        return run(inline.tex, 'InlineCode', looks);
      case 'break':
        return '<w:r><w:br/></w:r>';
      case 'link':
        return this.#link(
          inline.href,
          this.#nested(inline.inlines, looks, 'Hyperlink') || run(inline.href, 'Hyperlink'),
        );
      case 'picture': {
        const words = inline.alt === '' ? this.#options.picture : `${this.#options.picture}: ${inline.alt}`;
        return inline.href === null
          ? run(words, null, looks)
          : this.#link(inline.href, run(words, 'Hyperlink', looks));
      }
    }
  }

  #nested(inlines: readonly Inline[], looks: readonly string[], style: string | null = null): string {
    return inlines
      .map((inline) =>
        inline.kind === 'text' ? run(inline.text, style, looks) : this.#inline(inline, looks),
      )
      .join('');
  }

  #link(href: string, inside: string): string {
    // Word allows no link in another; the outer one is the one that was meant.
    const flat = inside.replaceAll(/<\/?w:hyperlink[^>]*>/g, '');
    return `<w:hyperlink r:id="${this.#options.numbers.link(href)}">${flat}</w:hyperlink>`;
  }
}

interface ParagraphLook {
  style: string | null;
  /** Its list and level, as XML. */
  mark?: string;
  side?: string | null;
  /** What decides the direction of writing. */
  text?: string;
}

/** A paragraph around runs. */
export function paragraph(runs: string, { style, mark = '', side = null, text = '' }: ParagraphLook): string {
  const look = [
    style === null ? '' : `<w:pStyle w:val="${style}"/>`,
    mark,
    isRightToLeft(text) ? '<w:bidi/>' : '',
    side === null ? '' : `<w:jc w:val="${side}"/>`,
  ].join('');
  return `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}${runs}</w:p>`;
}

/** A run of text, with its line ends and tabs. `looks` are elements of run properties. */
export function run(text: string, style: string | null = null, looks: readonly string[] = []): string {
  if (text === '') return '';
  const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? ['<w:rtl/>'] : [];
  const inside = [
    style === null ? '' : `<w:rStyle w:val="${style}"/>`,
    ...new Set(looks),
    ...rightToLeft,
  ].join('');
  const pieces = text
    .split(/(\n|\t)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece === '\n'
        ? '<w:br/>'
        : piece === '\t'
          ? '<w:tab/>'
          : `<w:t xml:space="preserve">${escapeMarkup(piece)}</w:t>`,
    );
  return `<w:r>${inside === '' ? '' : `<w:rPr>${inside}</w:rPr>`}${pieces.join('')}</w:r>`;
}

/** Whether the first letter that has a direction is of Hebrew, Arabic or a script like them. */
function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(first);
}

function textOf(inlines: readonly Inline[]): string {
  for (const inline of inlines) {
    const text = 'text' in inline ? inline.text : 'inlines' in inline ? textOf(inline.inlines) : '';
    if (/\p{L}/u.test(text)) return text;
  }
  return '';
}
