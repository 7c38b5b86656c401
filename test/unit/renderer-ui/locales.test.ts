import { describe, expect, it } from 'vitest';
import { errorCodes } from '#contract/result.ts';
import { allLanguages } from '../../../renderer/app/i18n/languages.ts';
import { rendererFiles } from './files.ts';

const files = rendererFiles('app/i18n/locales/*/*.json');
const namespaces = files.flatMap(({ path }) => /locales\/en\/(\w+)\.json$/.exec(path)?.[1] ?? []);

/** The texts of one file by their full key, for example `crash.title`. */
function texts(language: string, namespace: string): Map<string, string> {
  const file = files.find(({ path }) => path === `app/i18n/locales/${language}/${namespace}.json`);
  if (!file) throw new Error(`${language} has no ${namespace}.json`);
  return new Map(flatten(JSON.parse(file.text), ''));
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is neither text nor a group`);
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, key ? `${key}.${name}` : name));
}

const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(plural, '');
const categories = (language: string) =>
  [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
const variables = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name]) => name))].sort();

const english = new Map(namespaces.map((namespace) => [namespace, texts('en', namespace)]));
const isPlural = (namespace: string, key: string) =>
  [...(english.get(namespace)?.keys() ?? [])].some((other) => plural.test(other) && base(other) === key);

describe.each(allLanguages)('the texts in %s', (language) => {
  it.each(namespaces)(
    '%s has the same keys as English, each plural in the forms of its own language',
    (namespace) => {
      const keys = [...new Set([...(english.get(namespace)?.keys() ?? [])].map((key) => base(key)))];
      const expected = keys.flatMap((key) =>
        isPlural(namespace, key) ? categories(language).map((form) => `${key}_${form}`) : [key],
      );
      expect([...texts(language, namespace).keys()].sort()).toEqual(expected.sort());
    },
  );

  it.each(namespaces)('%s fills in what English fills in, and leaves nothing empty', (namespace) => {
    for (const [key, text] of texts(language, namespace)) {
      expect(text.trim(), key).not.toBe('');
      const model =
        english.get(namespace)?.get(key) ?? english.get(namespace)?.get(`${base(key)}_other`) ?? '';
      const filled = variables(text);
      // "One message" may be said without its number.
      const optional = plural.test(key) && !key.endsWith('_other') ? ['count'] : [];
      expect(
        filled.filter((name) => !optional.includes(name ?? '')),
        key,
      ).toEqual(variables(model).filter((name) => !optional.includes(name ?? '')));
    }
  });

  it('does not shout, and uses typographic marks', () => {
    for (const namespace of namespaces)
      for (const [key, text] of texts(language, namespace)) expect(text, key).not.toMatch(/!|\.\.\.|"| {2}/);
  });

  it('has a sentence and a way on for every error code', () => {
    const keys = texts(language, 'errors');
    for (const code of errorCodes) {
      expect(keys.get(`${code}.title`), code).toBeTruthy();
      expect(keys.get(`${code}.text`), code).toBeTruthy();
    }
  });
});

describe('the use of the texts', () => {
  const sources = rendererFiles('**/*.{ts,tsx}').filter(({ path }) => !path.includes('/locales/'));
  const all = namespaces.flatMap((namespace) =>
    [...(english.get(namespace)?.keys() ?? [])].map((key) => ({ namespace, key: base(key) })),
  );

  /** Whole string literals, and templates with `*` for what is filled in. */
  function literals(text: string): { exact: Set<string>; patterns: RegExp[] } {
    const exact = new Set([...text.matchAll(/'([^'\n]+)'/g)].map(([, literal = '']) => literal));
    const templates = [...text.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, template = '']) => template);
    const patterns = templates
      .filter((template) => /^[\w.:-]*\$\{/.test(template) && /[.:_]/.test(template))
      .map(
        (template) =>
          new RegExp(
            `^${template
              .split(/\$\{[^}]*\}/)
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('[\\w.-]+')}$`,
          ),
      );
    return { exact, patterns };
  }

  const uses = sources.map(({ path, text }) => ({
    path,
    text,
    ...literals(text),
    namespaces: namespaces.filter((namespace) => text.includes(`'${namespace}'`)),
  }));

  it('leaves no text unused', () => {
    const unused = all.filter(
      ({ namespace, key }) =>
        !uses.some(
          (file) =>
            file.exact.has(key) ||
            file.exact.has(`${namespace}:${key}`) ||
            file.patterns.some((pattern) => pattern.test(key) || pattern.test(`${namespace}:${key}`)),
        ),
    );
    expect(unused).toEqual([]);
  });

  it('asks for no text that is missing', () => {
    const missing = uses.flatMap((file) =>
      [...file.text.matchAll(/\bt\(\s*'([^']+)'/g)]
        .map(([, key = '']) => key)
        .filter((key) => {
          const [first = '', second] = key.split(':');
          const wanted =
            second === undefined ? { in: file.namespaces, key: first } : { in: [first], key: second };
          return !all.some((text) => wanted.in.includes(text.namespace) && text.key === wanted.key);
        })
        .map((key) => `${file.path}: ${key}`),
    );
    expect(missing).toEqual([]);
  });
});
