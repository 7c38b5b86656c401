import type { LanguageRegistration } from 'shiki/core';

interface Grammar {
  /** Other names that models use. */
  aliases: readonly string[];
  load(): Promise<{ default: LanguageRegistration[] }>;
}

/** The languages whose code gets colours in documents: those of the window. Each is loaded when it is first met. */
export const grammars: Record<string, Grammar> = {
  bash: { aliases: ['sh', 'shell', 'zsh', 'console'], load: () => import('shiki/langs/bash.mjs') },
  c: { aliases: ['h'], load: () => import('shiki/langs/c.mjs') },
  cpp: { aliases: ['c++', 'cc', 'hpp'], load: () => import('shiki/langs/cpp.mjs') },
  csharp: { aliases: ['c#', 'cs'], load: () => import('shiki/langs/csharp.mjs') },
  css: { aliases: [], load: () => import('shiki/langs/css.mjs') },
  dart: { aliases: [], load: () => import('shiki/langs/dart.mjs') },
  diff: { aliases: ['patch'], load: () => import('shiki/langs/diff.mjs') },
  docker: { aliases: ['dockerfile'], load: () => import('shiki/langs/docker.mjs') },
  go: { aliases: ['golang'], load: () => import('shiki/langs/go.mjs') },
  html: { aliases: [], load: () => import('shiki/langs/html.mjs') },
  ini: { aliases: ['conf', 'cfg', 'properties'], load: () => import('shiki/langs/ini.mjs') },
  java: { aliases: [], load: () => import('shiki/langs/java.mjs') },
  javascript: { aliases: ['js', 'mjs', 'cjs'], load: () => import('shiki/langs/javascript.mjs') },
  json: { aliases: ['json5', 'jsonc'], load: () => import('shiki/langs/json.mjs') },
  jsx: { aliases: [], load: () => import('shiki/langs/jsx.mjs') },
  kotlin: { aliases: ['kt'], load: () => import('shiki/langs/kotlin.mjs') },
  latex: { aliases: ['tex'], load: () => import('shiki/langs/latex.mjs') },
  lua: { aliases: [], load: () => import('shiki/langs/lua.mjs') },
  makefile: { aliases: ['make'], load: () => import('shiki/langs/makefile.mjs') },
  markdown: { aliases: ['md'], load: () => import('shiki/langs/markdown.mjs') },
  matlab: { aliases: [], load: () => import('shiki/langs/matlab.mjs') },
  php: { aliases: [], load: () => import('shiki/langs/php.mjs') },
  powershell: { aliases: ['ps1', 'ps', 'pwsh'], load: () => import('shiki/langs/powershell.mjs') },
  python: { aliases: ['py'], load: () => import('shiki/langs/python.mjs') },
  r: { aliases: [], load: () => import('shiki/langs/r.mjs') },
  ruby: { aliases: ['rb'], load: () => import('shiki/langs/ruby.mjs') },
  rust: { aliases: ['rs'], load: () => import('shiki/langs/rust.mjs') },
  sql: { aliases: ['sqlite', 'postgresql', 'mysql'], load: () => import('shiki/langs/sql.mjs') },
  swift: { aliases: [], load: () => import('shiki/langs/swift.mjs') },
  toml: { aliases: [], load: () => import('shiki/langs/toml.mjs') },
  tsx: { aliases: [], load: () => import('shiki/langs/tsx.mjs') },
  typescript: { aliases: ['ts', 'mts', 'cts'], load: () => import('shiki/langs/typescript.mjs') },
  vb: { aliases: ['vba', 'vbnet'], load: () => import('shiki/langs/vb.mjs') },
  xml: { aliases: ['svg'], load: () => import('shiki/langs/xml.mjs') },
  yaml: { aliases: ['yml'], load: () => import('shiki/langs/yaml.mjs') },
};

const byName = new Map(
  Object.entries(grammars).flatMap(([id, { aliases }]) =>
    [id, ...aliases].map((name) => [name, id] as const),
  ),
);

/** The grammar of a language as a model named it; null where it gets no colours. */
export function grammarOf(language: string): string | null {
  return byName.get(language.toLowerCase()) ?? null;
}
