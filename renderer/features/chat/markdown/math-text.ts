/** Characters that make words with spaces between dollars a formula rather than prices. */
const operators = /[\\^_={}+\-*/<>|]/;

/**
 * Prepares Markdown for remark-math: `\( \)` and `\[ \]` become dollars, and dollars that are money rather than
 * formulas are escaped. Code is left alone. A pair of dollars is a formula by Pandoc's rule: no space inside either
 * dollar, and no digit behind the second.
 */
export function prepareMath(markdown: string): string {
  if (!markdown.includes('$') && !markdown.includes('\\(') && !markdown.includes('\\[')) return markdown;
  let out = '';
  let at = 0;
  while (at < markdown.length) {
    const step =
      codeAt(markdown, at) ?? bracketsAt(markdown, at) ?? dollarsAt(markdown, at) ?? plainAt(markdown, at);
    out += step.text;
    at += step.length;
  }
  return out;
}

interface Step {
  /** What is written. */
  text: string;
  /** How much of the source it stands for. */
  length: number;
}

function codeAt(source: string, at: number): Step | null {
  const ticks = source[at] === '`' ? /^`+/.exec(source.slice(at))?.[0] : undefined;
  if (!ticks) return null;
  const end = closingTicks(source, at + ticks.length, ticks.length);
  const text = source.slice(at, end < 0 ? at + ticks.length : end);
  return { text, length: text.length };
}

function closingTicks(source: string, from: number, count: number): number {
  for (const run of source.slice(from).matchAll(/`+/g)) {
    if (run[0].length === count) return from + run.index + count;
  }
  return -1;
}

function bracketsAt(source: string, at: number): Step | null {
  const opening = source.slice(at, at + 2);
  if (opening !== '\\(' && opening !== '\\[') return null;
  const end = source.indexOf(opening === '\\(' ? '\\)' : '\\]', at + 2);
  const inside = end < 0 ? '' : source.slice(at + 2, end);
  if (inside.trim() === '' || /\n[ \t]*\n/.test(inside)) return null;
  const dollars = opening === '\\(' ? '$' : '$$';
  return { text: `${dollars}${inside.trim()}${dollars}`, length: end + 2 - at };
}

function dollarsAt(source: string, at: number): Step | null {
  if (source[at] !== '$') return null;
  if (source[at + 1] === '$') {
    const end = source.indexOf('$$', at + 2);
    if (end < 0 || /\n[ \t]*\n/.test(source.slice(at, end))) return { text: '\\$\\$', length: 2 };
    return { text: source.slice(at, end + 2), length: end + 2 - at };
  }
  const end = closingDollar(source, at);
  if (end < 0) return { text: '\\$', length: 1 };
  return { text: source.slice(at, end + 1), length: end + 1 - at };
}

/** Index of the dollar that ends a formula begun at `at`; -1 when the dollar there is no formula's. */
function closingDollar(source: string, at: number): number {
  if (/[\s$]/.test(source[at + 1] ?? ' ')) return -1;
  const end = source.indexOf('$', at + 1);
  if (end < 0) return -1;
  const inside = source.slice(at + 1, end);
  const pandoc = !/\s/.test(inside.at(-1) ?? ' ') && !/\d/.test(source[end + 1] ?? '');
  const words = /\s/.test(inside) && !operators.test(inside);
  return pandoc && !words && !/\n[ \t]*\n/.test(inside) && !inside.includes('`') ? end : -1;
}

function plainAt(source: string, at: number): Step {
  if (source[at] === '\\') return { text: source.slice(at, at + 2), length: Math.min(2, source.length - at) };
  const next = source.slice(at + 1).search(/[`$\\]/);
  const length = next < 0 ? source.length - at : next + 1;
  return { text: source.slice(at, at + length), length };
}
