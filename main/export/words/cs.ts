import type { ExportWords } from '#core/export/words.ts';

const plural = new Intl.PluralRules('cs');

/** The form of a noun that goes with a number. */
function counted(count: number, one: string, few: string, many: string): string {
  const form = plural.select(count);
  return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`;
}

export const cs: ExportWords = {
  language: 'cs',
  you: 'Vy',
  untitled: 'Konverzace bez názvu',
  empty: 'V této konverzaci zatím nic nezaznělo.',
  reasoning: 'Uvažování',
  call: 'Dotaz',
  result: 'Výsledek',
  toolFailed: 'nezdařilo se',
  toolStopped: 'zastaveno',
  interrupted: 'Tato odpověď byla zastavena před koncem.',
  failed: 'Tato odpověď se nezdařila.',
  attachment: 'Příloha',
  picture: 'Obrázek',
  missing: 'chybí',
  begun: 'Začátek',
  changed: 'Poslední změna',
  models: 'Modely',
  agents: 'Agenti',
  branches: 'Větve',
  current: 'aktuální větev',
  lines: (count) => counted(count, 'další řádek', 'další řádky', 'dalších řádků'),
  messages: (count) => counted(count, 'zpráva', 'zprávy', 'zpráv'),
  branch: (number) => `Větev ${number}`,
  continuesFrom: (number) => `pokračuje od zprávy ${number}`,
  beginsAnew: 'začíná znovu',
  pages: (from, to) =>
    from === to ? `${from}. výměna jako stránky` : `${from}. až ${to}. výměna jako stránky`,
  page: (number, count) => `Stránka ${number} z ${count}`,
  exported: (date) => `Exportováno z Boughu ${date}`,
};
