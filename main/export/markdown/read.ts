import { Marked, type Token, type Tokens } from 'marked';
import { type Align, type Block, type Inline, type ListItem, safeAddress } from '#core/export/rich.ts';
import { decodeEntities } from './entities.ts';
import { type MathToken, mathExtensions } from './math.ts';

const lexer = new Marked({ gfm: true, extensions: mathExtensions });

/**
 * Reads what a person or a model wrote in Markdown (GitHub's, with formulas). HTML in it stays the text that it is;
 * `<br>` alone is a line break. A text that nests too deeply to be read comes back as it was written.
 */
export function readMarkdown(markdown: string): Block[] {
  try {
    return blocksOf(lexer.lexer(markdown.replaceAll('\r\n', '\n')));
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return [{ kind: 'code', code: markdown, language: '' }];
  }
}

function blocksOf(tokens: readonly Token[] | undefined): Block[] {
  return (tokens ?? []).flatMap((token) => blockOf(token as KnownToken));
}

/** The tokens that marked and our extensions make; anything else is shown as its source. */
type KnownToken =
  | Tokens.Space
  | Tokens.Def
  | Tokens.Hr
  | Tokens.Code
  | Tokens.Heading
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Paragraph
  | Tokens.HTML
  | Tokens.Text
  | Tokens.Checkbox
  | MathToken;

function blockOf(token: KnownToken): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'code':
      return [{ kind: 'code', code: token.text, language: token.lang?.split(/\s/, 1)[0] ?? '' }];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, inlines: inlinesOf(token.tokens) }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens) }];
    case 'list':
      return [listOf(token)];
    case 'table':
      return [tableOf(token)];
    case 'math':
      return [{ kind: 'math', tex: token.text }];
    case 'html':
      return [{ kind: 'paragraph', inlines: htmlAsText(token.text.trimEnd()) }];
    default:
      return [{ kind: 'paragraph', inlines: inlinesOf(token.tokens ?? [rawText(token.raw)]) }];
  }
}

function listOf(token: Tokens.List): Block {
  const items = token.items.map(
    (item): ListItem => ({
      done: item.task ? item.checked === true : null,
      blocks: blocksOf(item.tokens),
    }),
  );
  return { kind: 'list', start: token.ordered ? Number(token.start) || 0 : null, items };
}

function tableOf({ header, rows, align }: Tokens.Table): Block {
  return {
    kind: 'table',
    align: align as Align[],
    header: header.map((cell) => inlinesOf(cell.tokens)),
    rows: rows.map((row) => row.map((cell) => inlinesOf(cell.tokens))),
  };
}

type InlineToken =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.HTML
  | MathToken;

function inlinesOf(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token) => inlineOf(token as InlineToken));
}

function inlineOf(token: InlineToken): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return [{ kind: token.type, inlines: inlinesOf(token.tokens) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return linkOf(token);
    case 'image':
      return [{ kind: 'picture', href: safeAddress(token.href), alt: decodeEntities(token.text) }];
    case 'math':
      return [{ kind: 'math', tex: token.text }];
    case 'html':
      return htmlAsText(token.raw);
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'text':
      if ('tokens' in token && token.tokens) return inlinesOf(token.tokens);
      return [{ kind: 'text', text: decodeEntities(token.text) }];
    default:
      return [rawInline((token as Token).raw)];
  }
}

function linkOf(token: Tokens.Link): Inline[] {
  const inlines = inlinesOf(token.tokens);
  const href = safeAddress(decodeEntities(token.href));
  return href === null ? inlines : [{ kind: 'link', href, inlines }];
}

function htmlAsText(html: string): Inline[] {
  const pieces = html.split(/<br\s*\/?>/i);
  return pieces.flatMap((text, at) => [
    ...(at > 0 ? [{ kind: 'break' } as const] : []),
    ...(text === '' ? [] : [rawInline(text)]),
  ]);
}

const rawInline = (text: string): Inline => ({ kind: 'text', text });
const rawText = (raw: string): Tokens.Escape => ({ type: 'escape', raw, text: raw });
