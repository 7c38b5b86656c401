import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { grammars } from './grammars.ts';
import type { CodeToken, HighlightAnswer, HighlightRequest } from './highlight-protocol.ts';

/** A longer line is left plain: some grammars take seconds on minified code. */
const longestLine = 2000;
const prefix = 'var(--code-';
const theme = createCssVariablesTheme({ name: 'bough', variablePrefix: '--code-' });

let highlighter: Promise<HighlighterCore> | null = null;
const loaded = new Map<string, Promise<void>>();

self.addEventListener('message', async ({ data }: MessageEvent<HighlightRequest>) => {
  const answer: HighlightAnswer = { id: data.id, lines: await highlight(data).catch(() => null) };
  self.postMessage(answer);
});

async function highlight({ code, language }: HighlightRequest): Promise<CodeToken[][] | null> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const shiki = await highlighter;
  await load(shiki, language);
  const lines = shiki.codeToTokensBase(code, {
    lang: language,
    theme: 'bough',
    tokenizeMaxLineLength: longestLine,
    tokenizeTimeLimit: 200,
  });
  return lines.map((line) => line.map(({ content, color }) => [content, lookOf(color)] as const));
}

function load(shiki: HighlighterCore, language: string): Promise<void> {
  const known = loaded.get(language);
  if (known) return known;
  const grammar = grammars[language];
  if (!grammar) throw new Error(`No grammar for ${language}`);
  const loading = grammar().then((module) => shiki.loadLanguage(...module.default));
  loaded.set(language, loading);
  return loading;
}

/** `var(--code-token-keyword)` -> `keyword`; the plain foreground needs no class. */
function lookOf(color: string | undefined): string {
  if (!color?.startsWith(`${prefix}token-`)) return '';
  return color.slice(prefix.length + 'token-'.length, -1);
}
