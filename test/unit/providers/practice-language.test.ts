import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../main/providers/practice/language.ts';

describe('languageOf', () => {
  it.each([
    ['How do I add a key?', 'en'],
    ['Ahoj, jak se máš?', 'cs'],
    ['Hallo, hoe gaat het met je?', 'nl'],
    ['Selamat pagi, apa kabar?', 'id'],
    ['Olá, como você está?', 'pt-BR'],
    ['สวัสดีครับ', 'th'],
  ])('%s', (text, language) => {
    expect(languageOf(text, 'en')).toBe(language);
  });

  it('keeps to the usual one where a text does not tell', () => {
    expect(languageOf('???', 'cs')).toBe('cs');
    expect(languageOf('Bough 2.0', 'th')).toBe('th');
  });
});
