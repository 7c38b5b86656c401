/**
 * Cuts a text into the pieces that are made into tokens one by one: words with what stands before them, numbers of
 * three digits, punctuation, blanks. What this pattern of o200k says, by hand: most of the time of counting was spent
 * on it as a regular expression.
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+('s|'t|'re|'ve|'m|'ll|'d)?
 *     |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*('s|'t|'re|'ve|'m|'ll|'d)?
 *     |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
 */

/** What a character is, as bits. A letter without case is of both cases; a mark is so too, and a sign as well. */
const upper = 1;
const lower = 2;
const digit = 4;
const blank = 8;
const lineEnd = 16;
/** Neither blank, letter nor number. */
const sign = 32;
/** It takes two units of UTF-16. */
const wide = 128;

const cased = upper | lower;

/** Of every code point that was met; 0: not yet. */
const known = new Uint8Array(0x110000);

/**
 * Where the piece ends that begins at a place of a text.
 *
 * @param at below the text's length, and not inside a surrogate pair
 */
export function pieceEnd(text: string, at: number): number {
  const kind = kindAt(text, at);
  const word = wordEnd(text, at, kind);
  if (word > at) return word;
  if ((kind & digit) !== 0) return digitsEnd(text, at, kind);
  const start = text.charCodeAt(at) === 0x20 ? at + 1 : at;
  const signs = signsEnd(text, start);
  return signs > start ? signs : blanksEnd(text, at);
}

/** A word, with the one blank or sign before it; `at` where there is none. */
function wordEnd(text: string, at: number, kind: number): number {
  const after = at + widthOf(kind);
  if ((kind & cased) !== 0) {
    if ((kind & sign) === 0) return caseEnd(text, at, true) || at;
    // A mark is taken for the sign before a word where a word in small letters follows it.
    return caseEnd(text, after, false) || caseEnd(text, at, false);
  }
  if ((kind & (digit | lineEnd)) !== 0) return at;
  return caseEnd(text, after, true) || at;
}

/**
 * Capitals, then small letters, then the end of a contraction; 0 where there are none.
 *
 * @param bare whether capitals alone will do
 */
function caseEnd(text: string, start: number, bare: boolean): number {
  let at = start;
  let kind = 0;
  /** Behind the last letter that may count as a small one. */
  let small = 0;
  while (at < text.length) {
    kind = kindAt(text, at);
    if ((kind & upper) === 0) break;
    at += widthOf(kind);
    if ((kind & lower) !== 0) small = at;
  }
  if (at < text.length && (kind & lower) !== 0) {
    do {
      at += widthOf(kind);
      kind = at < text.length ? kindAt(text, at) : 0;
    } while ((kind & lower) !== 0);
    return contractionEnd(text, at);
  }
  if (small > 0) return contractionEnd(text, small);
  return bare && at > start ? contractionEnd(text, at) : 0;
}

function contractionEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x27) return at;
  // The bit that tells capitals from small letters in ASCII is set.
  const first = text.charCodeAt(at + 1) | 0x20;
  if (first === s || first === d || first === m || first === t) return at + 2;
  const second = text.charCodeAt(at + 2) | 0x20;
  const isLong = (first === l && second === l) || ((first === v || first === r) && second === e);
  return isLong ? at + 3 : at;
}

const [d, e, l, m, r, s, t, v] = [0x64, 0x65, 0x6c, 0x6d, 0x72, 0x73, 0x74, 0x76];

function digitsEnd(text: string, at: number, kind: number): number {
  let end = at + widthOf(kind);
  for (let more = 2; more > 0 && end < text.length; more -= 1) {
    const next = kindAt(text, end);
    if ((next & digit) === 0) break;
    end += widthOf(next);
  }
  return end;
}

/** Signs, then line ends and slashes; `start` where there is no sign. */
function signsEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if ((kind & sign) === 0) break;
    at += widthOf(kind);
  }
  if (at === start) return start;
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x0d && unit !== 0x0a && unit !== 0x2f) break;
  }
  return at;
}

/** Blanks to their last line end; else all but the one before a word; else all. No blank is wide. */
function blanksEnd(text: string, start: number): number {
  let at = start;
  let line = 0;
  for (; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if ((kind & blank) === 0) break;
    if ((kind & lineEnd) !== 0) line = at + 1;
  }
  if (line > 0) return line;
  return at < text.length && at - start > 1 ? at - 1 : at;
}

const widthOf = (kind: number): number => 1 + (kind >> 7);

function kindAt(text: string, at: number): number {
  // Halves of surrogate pairs are never known.
  return known[text.charCodeAt(at)] || kindOf(text.codePointAt(at) ?? 0);
}

function kindOf(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return sign;
  const before = known[codePoint] ?? 0;
  if (before !== 0) return before;
  const kind = judged(String.fromCodePoint(codePoint)) | (codePoint > 0xffff ? wide : 0);
  known[codePoint] = kind;
  return kind;
}

function judged(character: string): number {
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return upper;
  if (/\p{Ll}/u.test(character)) return lower;
  if (/\p{L}/u.test(character)) return cased;
  if (/\p{M}/u.test(character)) return cased | sign;
  if (/\p{N}/u.test(character)) return digit;
  if (/[\r\n]/.test(character)) return blank | lineEnd;
  return /\s/.test(character) ? blank : sign;
}
