/** One thing that has to occur. */
export interface SearchTerm {
  /** Folded. */
  text: string;
  /** Only at the beginning of a word. */
  prefix: boolean;
}

/** What keyboards and word processors make of a straight quote. */
const curlyQuotes = /[“”„‟«»＂]/gu;

/** `"a phrase"`, which may lack its end while it is being typed, or a word. Zeros end both: the index takes one for the end. */
const pieces = /"([^"]*)(?:"(\*?)|$)|([^\s\0"]+)/gu;

/**
 * The words of a query: `"two words"` are one, as they stand; a star at the end asks for the beginning of a word.
 *
 * @param folded the query as texts are searched: in form NFC and lower case
 */
export function searchTerms(folded: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, phrase, star, word = ''] of folded.replaceAll(curlyQuotes, '"').matchAll(pieces)) {
    if (phrase !== undefined)
      terms.push({ text: phrase.replaceAll(/[\s\0]+/gu, ' ').trim(), prefix: star === '*' });
    else if (word.length > 1 && word.endsWith('*')) terms.push({ text: word.slice(0, -1), prefix: true });
    else terms.push({ text: word, prefix: false });
  }
  return terms.filter(({ text }) => text !== '');
}

/** Whether every term that asks for the beginning of a word has one. The others were compared already. */
export function beginsWords(folded: string, terms: readonly SearchTerm[]): boolean {
  return terms.every(({ text, prefix }) => {
    if (!prefix) return true;
    for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1)) {
      if (at === 0 || !/[\p{L}\p{M}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at))) return true;
    }
    return false;
  });
}
