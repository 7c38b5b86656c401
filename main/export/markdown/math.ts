import type { TokenizerAndRendererExtension } from 'marked';

/** A formula: of its own, or in a line. `text` is its TeX. */
export interface MathToken {
  type: 'math';
  raw: string;
  text: string;
}

/** `$$ ... $$` or `\[ ... \]` on lines of their own; a blank line ends the hope for its end. */
const block =
  /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[\s\S])+)\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[\s\S])+)\\\])[ \t]*(?:\n+|$)/;
/** In a line: the same with a display look, `\( ... \)`, or dollars. */
const inline =
  /^(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[\s\S])+?)\$\$|\\\(((?:(?!\n[ \t]*\n)[\s\S])+?)\\\)|\\\[((?:(?!\n[ \t]*\n)[\s\S])+?)\\\]|\$([^$\n]+)\$(?!\d))/;
/** Characters that make words with spaces between dollars a formula rather than prices. */
const operators = /[\\^_={}+\-*/<>|]/;

/** Formulas for marked. Dollars are a formula by Pandoc's rule: no space inside either, no digit behind the second. */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'mathBlock',
    level: 'block',
    start: (source) => at(source, /\n {0,3}(?:\$\$|\\\[)/, 1),
    tokenizer: (source) => token(block.exec(source)),
  },
  {
    name: 'mathInline',
    level: 'inline',
    start: (source) => at(source, /\$|\\[([]/, 0),
    tokenizer(source) {
      const found = inline.exec(source);
      const dollars = found?.[4];
      if (dollars !== undefined && !isFormula(dollars)) return undefined;
      return token(found);
    },
  },
];

function isFormula(inside: string): boolean {
  if (inside !== inside.trim() || inside.includes('`')) return false;
  return !/\s/.test(inside) || operators.test(inside);
}

function token(found: RegExpExecArray | null): MathToken | undefined {
  if (!found) return undefined;
  const text = found.slice(1).find((group) => group !== undefined) ?? '';
  return text.trim() === '' ? undefined : { type: 'math', raw: found[0], text: text.trim() };
}

function at(source: string, begins: RegExp, skip: number): number | undefined {
  const found = begins.exec(source);
  return found ? found.index + skip : undefined;
}
