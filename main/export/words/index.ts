import { type Language, languages } from '#contract/app.ts';
import type { ExportWords } from '#core/export/words.ts';
import { cs } from './cs.ts';
import { en } from './en.ts';
import { id } from './id.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { th } from './th.ts';

const all: Record<Language, ExportWords> = { en, cs, nl, id, 'pt-BR': pt, th };

/**
 * The words of documents in the language of the interface.
 *
 * @param chosen the preference
 * @param system the system's language, a BCP 47 tag
 */
export function exportWords(chosen: Language | 'system', system: string): ExportWords {
  if (chosen !== 'system') return all[chosen];
  const base = system.split('-')[0];
  const found = languages.find((language) => language === system || language.split('-')[0] === base);
  return found ? all[found] : en;
}
