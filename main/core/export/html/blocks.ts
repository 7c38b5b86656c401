import type { Align, Block, Inline, ListItem } from '../rich.ts';
import { escapeMarkup } from './escape.ts';

/** What sets formulas and colours code. Both answer HTML that holds no script, no address and no style of its own. */
export interface Typesetter {
  math(tex: string, display: boolean): Promise<string>;
  code(code: string, language: string): Promise<string>;
}

export interface HtmlOptions {
  typesetter: Typesetter;
  /** Level of the headings above, so that those of the text go on from there. */
  level: number;
  /** Names a table that can be scrolled. */
  words: { picture: string };
}

/** The HTML of a text: everything in it escaped, nothing fetched, nothing run. */
export async function blocksToHtml(blocks: readonly Block[], options: HtmlOptions): Promise<string> {
  return new HtmlBlocks(options).all(blocks);
}

/** Makes the HTML of a text, block by block. */
export class HtmlBlocks {
  readonly #options: HtmlOptions;
  /** Levels of the headings that are open, as they were written. */
  readonly #headings: number[] = [];

  constructor(options: HtmlOptions) {
    this.#options = options;
  }

  async all(blocks: readonly Block[]): Promise<string> {
    const parts: string[] = [];
    for (const block of blocks) parts.push(await this.block(block));
    return parts.join('\n');
  }

  async block(block: Block): Promise<string> {
    switch (block.kind) {
      case 'plain':
        return `<p class="plain" dir="auto">${escapeMarkup(block.text)}</p>`;
      case 'paragraph':
        return `<p dir="auto">${await this.#inlines(block.inlines)}</p>`;
      case 'heading':
        return this.#heading(block.level, await this.#inlines(block.inlines));
      case 'code':
        return `<pre dir="ltr"><code>${await this.#options.typesetter.code(block.code, block.language)}</code></pre>`;
      case 'quote':
        return `<blockquote>${await this.all(block.blocks)}</blockquote>`;
      case 'list':
        return this.#list(block.start, block.items);
      case 'table':
        return this.#table(block);
      case 'math':
        return `<p class="formula">${await this.#options.typesetter.math(block.tex, true)}</p>`;
      case 'rule':
        return '<hr>';
    }
  }

  /** Deeper by one at most than the heading before it: an outline without holes. */
  #heading(written: number, inside: string): string {
    while ((this.#headings.at(-1) ?? 0) >= written) this.#headings.pop();
    this.#headings.push(written);
    const level = Math.min(this.#options.level + this.#headings.length, 6);
    return inside === '' ? '' : `<h${level} dir="auto">${inside}</h${level}>`;
  }

  async #list(start: number | null, items: readonly ListItem[]): Promise<string> {
    const inside: string[] = [];
    for (const item of items) inside.push(await this.#item(item));
    if (start === null) return `<ul>\n${inside.join('\n')}\n</ul>`;
    return `<ol${start === 1 ? '' : ` start="${start}"`}>\n${inside.join('\n')}\n</ol>`;
  }

  async #item({ done, blocks }: ListItem): Promise<string> {
    const [first, ...rest] = blocks;
    const lead = first?.kind === 'paragraph' ? await this.#inlines(first.inlines) : await this.all(blocks);
    const below = first?.kind === 'paragraph' && rest.length > 0 ? `\n${await this.all(rest)}` : '';
    if (done === null) return `<li dir="auto">${lead}${below}</li>`;
    return `<li class="task" dir="auto">${done ? '☑' : '☐'} ${lead}${below}</li>`;
  }

  async #table(table: Extract<Block, { kind: 'table' }>): Promise<string> {
    const rows: string[] = [];
    for (const row of table.rows) rows.push(await this.#row('td', row, table.align));
    const head = await this.#row('th', table.header, table.align);
    const body = rows.length > 0 ? `<tbody>\n${rows.join('\n')}\n</tbody>` : '';
    return `<div class="table"><table>\n<thead>\n${head}\n</thead>\n${body}</table></div>`;
  }

  async #row(tag: 'td' | 'th', cells: readonly Inline[][], align: readonly Align[]): Promise<string> {
    const inside: string[] = [];
    for (const [at, cell] of cells.entries()) {
      const look = align[at] === 'right' ? ' class="end"' : align[at] === 'center' ? ' class="middle"' : '';
      const scope = tag === 'th' ? ' scope="col"' : '';
      inside.push(`<${tag}${scope}${look} dir="auto">${await this.#inlines(cell)}</${tag}>`);
    }
    return `<tr>${inside.join('')}</tr>`;
  }

  async #inlines(inlines: readonly Inline[], inLink = false): Promise<string> {
    const parts: string[] = [];
    for (const inline of inlines) parts.push(await this.#inline(inline, inLink));
    return parts.join('');
  }

  async #inline(inline: Inline, inLink: boolean): Promise<string> {
    switch (inline.kind) {
      case 'text':
        return escapeMarkup(inline.text);
      case 'strong':
      case 'em':
      case 'del':
        return `<${inline.kind}>${await this.#inlines(inline.inlines, inLink)}</${inline.kind}>`;
      case 'code':
        return `<code dir="ltr">${escapeMarkup(inline.text)}</code>`;
      case 'break':
        return '<br>';
      case 'link':
        return anchor(inline.href, await this.#inlines(inline.inlines, true), inLink);
      case 'picture': {
        const name =
          inline.alt === '' ? this.#options.words.picture : `${this.#options.words.picture}: ${inline.alt}`;
        return inline.href === null ? escapeMarkup(name) : anchor(inline.href, escapeMarkup(name), inLink);
      }
      case 'math':
        return this.#options.typesetter.math(inline.tex, false);
    }
  }
}

/** A link that is only followed when it is clicked. One inside another is just its words. */
function anchor(href: string, inside: string, inLink: boolean): string {
  if (inLink) return inside;
  return `<a href="${escapeMarkup(href)}" rel="noopener noreferrer">${inside || escapeMarkup(href)}</a>`;
}
