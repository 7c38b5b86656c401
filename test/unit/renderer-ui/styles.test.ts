import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { rendererFiles } from './files.ts';

const sheets = rendererFiles('**/*.css');
const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
const sources = rendererFiles('**/*.tsx');

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** The CSS without the colours that are given for both themes. */
const paired = (css: string) => withoutComments(css).replace(/light-dark\((?:[^()]|\([^()]*\))*\)/g, '');

/** The classes that a module defines. */
function definedClasses(css: string): Set<string> {
  // What is global belongs to a library.
  const selectors = withoutComments(css)
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/:global\([^)]*\)/g, ' ');
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
}

/** The styles objects that a file imports: local name to path of the module. */
function importedModules(path: string, text: string): Map<string, string> {
  const imports = text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g);
  return new Map([...imports].map(([, name = '', from = '']) => [name, join(dirname(path), from)]));
}

describe('CSS modules', () => {
  it('hold every class that a component names, because the types let a wrong name pass', () => {
    const unknown = sources.flatMap(({ path, text }) =>
      [...importedModules(path, text)].flatMap(([name, from]) => {
        const sheet = modules.find((module) => module.path === from);
        const defined = definedClasses(sheet?.text ?? '');
        const used = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used);
        return used.filter((used) => !defined.has(used)).map((used) => `${path}: ${name}.${used}`);
      }),
    );
    expect(unknown).toEqual([]);
  });

  it('hold no class that nothing names', () => {
    const importers = sources.map(({ path, text }) => ({ text, modules: importedModules(path, text) }));
    const unused = modules.flatMap(({ path, text }) => {
      const users = importers.filter((file) => [...file.modules.values()].includes(path));
      const dynamic = users.some((file) => /\bstyles\[/.test(file.text));
      if (dynamic) return [];
      return [...definedClasses(text)]
        .filter((name) => !users.some((file) => new RegExp(`\\.${name}\\b`).test(file.text)))
        .map((name) => `${path}: .${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('move by the motion tokens, or stop where reduced motion is asked for', () => {
    const restless = sheets.flatMap(({ path, text }) => {
      const css = withoutComments(text);
      const declarations = css.match(/(?:animation|transition)(?:-duration)?:[^;]+;/g) ?? [];
      const free = declarations.filter(
        (declaration) => !/var\(--(?:fast|slow)\)|: none|\b1ms\b/.test(declaration),
      );
      return free.length > 0 && !css.includes('prefers-reduced-motion')
        ? free.map((d) => `${path}: ${d}`)
        : [];
    });
    expect(restless).toEqual([]);
  });

  it('take every colour from the tokens, or give it for light and dark at once', () => {
    const loose = modules.flatMap(({ path, text }) =>
      (paired(text).match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/gi) ?? []).map(
        (color) => `${path}: ${color}`,
      ),
    );
    expect(loose).toEqual([]);
  });

  it('name only tokens that exist', () => {
    const defined = new Set(
      sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = '']) => name)),
    );
    const set = sources.flatMap(({ text }) => text.match(/--[a-z][\w-]*/g) ?? []);
    const known = new Set([...defined, ...set, '--text-size']);
    const unknown = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !known.has(name) && !name.startsWith('--radix-'))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
