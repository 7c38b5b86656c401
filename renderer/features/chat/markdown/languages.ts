interface CodeLanguage {
  name: string;
  /** Other names that models use. */
  aliases?: readonly string[];
}

/** The languages that get colours. `grammars.ts` holds their grammars. */
export const codeLanguages: Record<string, CodeLanguage> = {
  bash: { name: 'Shell', aliases: ['sh', 'shell', 'zsh', 'console'] },
  c: { name: 'C', aliases: ['h'] },
  cpp: { name: 'C++', aliases: ['c++', 'cc', 'hpp'] },
  csharp: { name: 'C#', aliases: ['c#', 'cs'] },
  css: { name: 'CSS' },
  dart: { name: 'Dart' },
  diff: { name: 'Diff', aliases: ['patch'] },
  docker: { name: 'Dockerfile', aliases: ['dockerfile'] },
  go: { name: 'Go', aliases: ['golang'] },
  html: { name: 'HTML' },
  ini: { name: 'INI', aliases: ['conf', 'cfg', 'properties'] },
  java: { name: 'Java' },
  javascript: { name: 'JavaScript', aliases: ['js', 'mjs', 'cjs'] },
  json: { name: 'JSON', aliases: ['json5', 'jsonc'] },
  jsx: { name: 'JSX' },
  kotlin: { name: 'Kotlin', aliases: ['kt'] },
  latex: { name: 'LaTeX', aliases: ['tex'] },
  lua: { name: 'Lua' },
  makefile: { name: 'Makefile', aliases: ['make'] },
  markdown: { name: 'Markdown', aliases: ['md'] },
  matlab: { name: 'MATLAB' },
  php: { name: 'PHP' },
  powershell: { name: 'PowerShell', aliases: ['ps1', 'ps', 'pwsh'] },
  python: { name: 'Python', aliases: ['py'] },
  r: { name: 'R' },
  ruby: { name: 'Ruby', aliases: ['rb'] },
  rust: { name: 'Rust', aliases: ['rs'] },
  sql: { name: 'SQL', aliases: ['sqlite', 'postgresql', 'mysql'] },
  swift: { name: 'Swift' },
  toml: { name: 'TOML' },
  tsx: { name: 'TSX' },
  typescript: { name: 'TypeScript', aliases: ['ts', 'mts', 'cts'] },
  vb: { name: 'Visual Basic', aliases: ['vba', 'vbnet'] },
  xml: { name: 'XML', aliases: ['svg'] },
  yaml: { name: 'YAML', aliases: ['yml'] },
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
