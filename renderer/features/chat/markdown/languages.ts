import type { LanguageRegistration } from 'shiki/core';

type Grammar = () => Promise<{ default: LanguageRegistration[] }>;

interface CodeLanguage {
  name: string;
  /** Other names that models use. */
  aliases?: readonly string[];
  grammar: Grammar;
}

/** The languages that get colours. Each grammar is a chunk of its own, fetched when first met. */
export const codeLanguages: Record<string, CodeLanguage> = {
  bash: {
    name: 'Shell',
    aliases: ['sh', 'shell', 'zsh', 'console'],
    grammar: () => import('shiki/langs/bash.mjs'),
  },
  c: { name: 'C', aliases: ['h'], grammar: () => import('shiki/langs/c.mjs') },
  cpp: { name: 'C++', aliases: ['c++', 'cc', 'hpp'], grammar: () => import('shiki/langs/cpp.mjs') },
  csharp: { name: 'C#', aliases: ['c#', 'cs'], grammar: () => import('shiki/langs/csharp.mjs') },
  css: { name: 'CSS', grammar: () => import('shiki/langs/css.mjs') },
  dart: { name: 'Dart', grammar: () => import('shiki/langs/dart.mjs') },
  diff: { name: 'Diff', aliases: ['patch'], grammar: () => import('shiki/langs/diff.mjs') },
  docker: { name: 'Dockerfile', aliases: ['dockerfile'], grammar: () => import('shiki/langs/docker.mjs') },
  go: { name: 'Go', aliases: ['golang'], grammar: () => import('shiki/langs/go.mjs') },
  html: { name: 'HTML', grammar: () => import('shiki/langs/html.mjs') },
  ini: { name: 'INI', aliases: ['conf', 'cfg', 'properties'], grammar: () => import('shiki/langs/ini.mjs') },
  java: { name: 'Java', grammar: () => import('shiki/langs/java.mjs') },
  javascript: {
    name: 'JavaScript',
    aliases: ['js', 'mjs', 'cjs'],
    grammar: () => import('shiki/langs/javascript.mjs'),
  },
  json: { name: 'JSON', aliases: ['json5', 'jsonc'], grammar: () => import('shiki/langs/json.mjs') },
  jsx: { name: 'JSX', grammar: () => import('shiki/langs/jsx.mjs') },
  kotlin: { name: 'Kotlin', aliases: ['kt'], grammar: () => import('shiki/langs/kotlin.mjs') },
  latex: { name: 'LaTeX', aliases: ['tex'], grammar: () => import('shiki/langs/latex.mjs') },
  lua: { name: 'Lua', grammar: () => import('shiki/langs/lua.mjs') },
  makefile: { name: 'Makefile', aliases: ['make'], grammar: () => import('shiki/langs/makefile.mjs') },
  markdown: { name: 'Markdown', aliases: ['md'], grammar: () => import('shiki/langs/markdown.mjs') },
  matlab: { name: 'MATLAB', grammar: () => import('shiki/langs/matlab.mjs') },
  php: { name: 'PHP', grammar: () => import('shiki/langs/php.mjs') },
  powershell: {
    name: 'PowerShell',
    aliases: ['ps1', 'ps', 'pwsh'],
    grammar: () => import('shiki/langs/powershell.mjs'),
  },
  python: { name: 'Python', aliases: ['py'], grammar: () => import('shiki/langs/python.mjs') },
  r: { name: 'R', grammar: () => import('shiki/langs/r.mjs') },
  ruby: { name: 'Ruby', aliases: ['rb'], grammar: () => import('shiki/langs/ruby.mjs') },
  rust: { name: 'Rust', aliases: ['rs'], grammar: () => import('shiki/langs/rust.mjs') },
  sql: {
    name: 'SQL',
    aliases: ['sqlite', 'postgresql', 'mysql'],
    grammar: () => import('shiki/langs/sql.mjs'),
  },
  swift: { name: 'Swift', grammar: () => import('shiki/langs/swift.mjs') },
  toml: { name: 'TOML', grammar: () => import('shiki/langs/toml.mjs') },
  tsx: { name: 'TSX', grammar: () => import('shiki/langs/tsx.mjs') },
  typescript: {
    name: 'TypeScript',
    aliases: ['ts', 'mts', 'cts'],
    grammar: () => import('shiki/langs/typescript.mjs'),
  },
  vb: { name: 'Visual Basic', aliases: ['vba', 'vbnet'], grammar: () => import('shiki/langs/vb.mjs') },
  xml: { name: 'XML', aliases: ['svg'], grammar: () => import('shiki/langs/xml.mjs') },
  yaml: { name: 'YAML', aliases: ['yml'], grammar: () => import('shiki/langs/yaml.mjs') },
};

const byName = new Map(
  Object.entries(codeLanguages).flatMap(([id, { aliases = [] }]) =>
    [id, ...aliases].map((name) => [name, id] as const),
  ),
);

/** Our id of a language that a model named; null when it gets no colours. */
export function languageId(name: string): string | null {
  return byName.get(name.toLowerCase()) ?? null;
}

/** How people call the language; the model's own word where we do not know it. */
export function languageName(name: string): string {
  const id = languageId(name);
  return (id && codeLanguages[id]?.name) || name;
}
