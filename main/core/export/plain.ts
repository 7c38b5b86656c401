import type { Block, Inline, ListItem } from './rich.ts';

/** A text without its marks, as it is read aloud: code and formulas as they were written, addresses behind links. */
export function blocksToText(blocks: readonly Block[]): string {
  return blocks
    .map(blockToText)
    .filter((text) => text !== '')
    .join('\n\n');
}

function blockToText(block: Block): string {
  switch (block.kind) {
    case 'plain':
      return block.text;
    case 'paragraph':
    case 'heading':
      return inlinesToText(block.inlines);
    case 'code':
      return block.code;
    case 'quote':
      return blocksToText(block.blocks)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'list':
      return block.items.map((item, at) => itemToText(item, markOf(block.start, at))).join('\n');
    case 'table':
      return [block.header, ...block.rows].map((row) => row.map(cellToText).join('\t')).join('\n');
    case 'math':
      return block.tex;
    case 'rule':
      return '* * *';
  }
}

function markOf(start: number | null, at: number): string {
  return start === null ? '-' : `${start + at}.`;
}

function itemToText({ done, blocks }: ListItem, mark: string): string {
  const task = done === null ? '' : done ? '[x] ' : '[ ] ';
  const [first = '', ...rest] = `${task}${blocks.map(blockToText).join('\n')}`.split('\n');
  return [`${mark} ${first}`, ...rest.map((line) => `  ${line}`.trimEnd())].join('\n');
}

function cellToText(inlines: readonly Inline[]): string {
  return inlinesToText(inlines).replaceAll(/\s+/g, ' ').trim();
}

/** Inlines without their marks. */
function inlinesToText(inlines: readonly Inline[]): string {
  return inlines.map(inlineToText).join('');
}

function inlineToText(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'strong':
    case 'em':
    case 'del':
      return inlinesToText(inline.inlines);
    case 'break':
      return '\n';
    case 'math':
      return inline.tex;
    case 'picture':
      return withAddress(inline.alt, inline.href);
    case 'link':
      return withAddress(inlinesToText(inline.inlines), inline.href);
  }
}

/** An address that is its own words is said once. */
function withAddress(words: string, href: string | null): string {
  if (href === null || words === href || `mailto:${words}` === href) return words;
  return words === '' ? href : `${words} (${href})`;
}
