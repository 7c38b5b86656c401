import type Katex from 'katex';
import type { HighlighterCore } from 'shiki/core';
import type { Typesetter } from '#core/export/html/blocks.ts';
import { escapeMarkup } from '#core/export/html/escape.ts';
import { grammarOf, grammars } from './grammars.ts';

/** Longest formula that is set, in characters; a longer one stays as it was written. */
const longestFormula = 10_000;
/** Longest code that gets colours, and its longest line: grammars can take seconds on more. */
const longestCode = 100_000;
const longestLine = 2000;

/** Sets formulas as MathML, which every browser draws with its own fonts, and colours code. Loads both on first use. */
export function createTypesetter(): Typesetter {
  let katex: Promise<typeof Katex> | null = null;
  let coloured: Promise<Colours> | null = null;
  return {
    async math(tex, display) {
      if (tex.length > longestFormula) return `<code>${escapeMarkup(tex)}</code>`;
      katex ??= import('katex').then((module) => module.default);
      return formula(await katex, tex, display);
    },
    async code(code, language) {
      const grammar = code.length > longestCode ? null : grammarOf(language);
      if (grammar === null) return escapeMarkup(code);
      coloured ??= loadColours();
      return (await coloured).html(code, grammar);
    },
  };
}

function formula(katex: typeof Katex, tex: string, display: boolean): string {
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: false,
      maxSize: 20,
      maxExpand: 500,
    });
    // KaTeX puts its own span around the element; what is inside is plain MathML.
    const math = /<math[\s\S]*<\/math>/.exec(html)?.[0];
    if (math !== undefined) return math;
  } catch (thrown) {
    // A formula that KaTeX does not understand is shown as it was written; nothing else may go unnoticed.
    if (!(thrown instanceof katex.ParseError || thrown instanceof RangeError)) throw thrown;
  }
  return `<code>${escapeMarkup(tex)}</code>`;
}

interface Colours {
  html(code: string, grammar: string): Promise<string>;
}

async function loadColours(): Promise<Colours> {
  const { createCssVariablesTheme, createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  const shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'bough', variablePrefix: '--code-' })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const loaded = new Map<string, Promise<void>>();
  return {
    async html(code, grammar) {
      const loading = loaded.get(grammar) ?? load(shiki, grammar);
      loaded.set(grammar, loading);
      await loading;
      return tokensToHtml(shiki, code, grammar);
    },
  };
}

async function load(shiki: HighlighterCore, grammar: string): Promise<void> {
  const module = await grammars[grammar]?.load();
  if (module) await shiki.loadLanguage(...module.default);
}

function tokensToHtml(shiki: HighlighterCore, code: string, grammar: string): string {
  const lines = shiki.codeToTokensBase(code, {
    lang: grammar,
    theme: 'bough',
    tokenizeMaxLineLength: longestLine,
    tokenizeTimeLimit: 200,
  });
  return lines.map((line) => line.map(({ content, color }) => span(content, color)).join('')).join('\n');
}

/** `var(--code-token-keyword)` -> class `k-keyword`; the plain foreground needs none. */
function span(content: string, color: string | undefined): string {
  const look = /^var\(--code-token-([a-z-]+)\)$/.exec(color ?? '')?.[1];
  return look === undefined
    ? escapeMarkup(content)
    : `<span class="k-${look}">${escapeMarkup(content)}</span>`;
}
