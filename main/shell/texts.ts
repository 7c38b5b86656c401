import cs from './locales/cs.json';
import en from './locales/en.json';
import id from './locales/id.json';
import nl from './locales/nl.json';
import ptBR from './locales/pt-BR.json';
import th from './locales/th.json';

/** The words of what the system draws: menus and dialogs. The window's own are the renderer's. */
export type Texts = typeof en;

const all = new Map<string, Texts>(Object.entries({ en, cs, nl, id, 'pt-BR': ptBR, th }));

/**
 * The words in the user's language.
 *
 * @param chosen the preference: a language of the app, or `system`
 * @param system the system's languages as BCP 47 tags, best first
 */
export function textsFor(chosen: string, system: readonly string[]): Texts {
  const wanted = chosen === 'system' ? system : [chosen];
  for (const tag of wanted) {
    const base = tag.split('-')[0] ?? '';
    const found = all.get(tag) ?? all.get(base) ?? (base === 'pt' ? ptBR : undefined);
    if (found) return found;
  }
  return en;
}
