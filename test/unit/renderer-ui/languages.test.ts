import i18next from 'i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { changeLanguage, startI18n } from '../../../renderer/app/i18n/index.ts';
import { allLanguages } from '../../../renderer/app/i18n/languages.ts';

const page = { lang: '', dir: '' };

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: page });
  await startI18n('cs');
});

describe('the languages', () => {
  it('start in the chosen one, and the page says which', () => {
    expect(i18next.t('close')).toBe('Zavřít');
    expect(page).toEqual({ lang: 'cs', dir: 'ltr' });
  });

  it('are fetched when they are chosen', async () => {
    await changeLanguage('th');
    expect(i18next.t('close')).toBe('ปิด');
    expect(page.lang).toBe('th');
    await changeLanguage('en');
    expect(i18next.t('close')).toBe('Close');
  });

  it.each(allLanguages)('%s takes the plural form that its grammar asks for', async (language) => {
    await changeLanguage(language);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = Object.fromEntries(forms.map((form) => [`sample_${form}`, form]));
    i18next.addResourceBundle(language, 'common', texts);
    for (const count of [0, 1, 2, 3, 5, 11, 21, 1.5, 1_000_000])
      expect(i18next.t('sample' as never, { count }), String(count)).toBe(
        new Intl.PluralRules(language).select(count),
      );
  });

  it('Czech has four forms: one, few, many (parts of a whole) and other', () => {
    const said = [1, 2, 1.5, 5].map((count) => new Intl.PluralRules('cs').select(count));
    expect(said).toEqual(['one', 'few', 'many', 'other']);
  });
});
