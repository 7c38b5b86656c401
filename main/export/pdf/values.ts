/**
 * What a PDF is made of, as far as joining needs it. Numbers, names, strings and words are kept as they are written,
 * a byte a character.
 */
export type PdfValue = string | PdfReference | PdfValue[] | PdfDictionary;
export type PdfDictionary = Map<string, PdfValue>;

export interface PdfReference {
  /** The object's number. */
  object: number;
}

/** What was read, and where what follows it begins. */
interface Read<Value> {
  value: Value;
  end: number;
}

/** Bytes that end a number, a name or a word. */
const ends = new Set([...'()<>[]{}/% \t\n\f\r\0'].map((character) => character.charCodeAt(0)));
const spaces = new Set([...' \t\n\f\r\0'].map((character) => character.charCodeAt(0)));
const code = (character: string): number => character.charCodeAt(0);
const [open, close, backslash, slash] = [code('('), code(')'), code('\\'), code('/')];
const [less, greater, leftBracket, rightBracket] = [code('<'), code('>'), code('['), code(']')];

/** Reads the value that begins at a place. Throws `PdfProblem`. */
export function readValue(bytes: Buffer, from: number): Read<PdfValue> {
  const at = skipSpaces(bytes, from);
  switch (bytes[at]) {
    case less:
      return bytes[at + 1] === less ? readDictionary(bytes, at + 2) : readToken(bytes, at, hexEnd(bytes, at));
    case open:
      return readToken(bytes, at, stringEnd(bytes, at));
    case leftBracket:
      return readArray(bytes, at + 1);
    case slash:
      return readToken(bytes, at, wordEnd(bytes, at + 1));
    default:
      return readWord(bytes, at);
  }
}

/** A value as it is written, with its references led to other numbers. */
export function writeValue(value: PdfValue, numberOf: (object: number) => number): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map((each) => writeValue(each, numberOf)).join(' ')}]`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => `${key} ${writeValue(each, numberOf)}`);
    return `<<${entries.join('\n')}>>`;
  }
  return `${numberOf(value.object)} 0 R`;
}

/** A file that is not what Chromium prints. */
export class PdfProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PdfProblem';
  }
}

export function skipSpaces(bytes: Buffer, from: number): number {
  let at = from;
  while (spaces.has(bytes[at] ?? -1)) at += 1;
  return at;
}

function readToken(bytes: Buffer, from: number, end: number): Read<string> {
  return { value: bytes.toString('latin1', from, end), end };
}

/** A number or a word; `12 0 R` is one value. */
function readWord(bytes: Buffer, from: number): Read<PdfValue> {
  const first = readToken(bytes, from, wordEnd(bytes, from));
  if (first.value === '') throw new PdfProblem(`Nothing to read at ${from}`);
  if (!/^\d+$/.test(first.value)) return first;
  const generation = skipSpaces(bytes, first.end);
  const after = wordEnd(bytes, generation);
  const mark = skipSpaces(bytes, after);
  const isReference =
    bytes[mark] === code('R') &&
    ends.has(bytes[mark + 1] ?? 0) &&
    bytes.toString('latin1', generation, after) === '0';
  return isReference ? { value: { object: Number(first.value) }, end: mark + 1 } : first;
}

function readArray(bytes: Buffer, from: number): Read<PdfValue[]> {
  const value: PdfValue[] = [];
  let at = skipSpaces(bytes, from);
  while (bytes[at] !== rightBracket) {
    const read = readValue(bytes, at);
    value.push(read.value);
    at = skipSpaces(bytes, read.end);
  }
  return { value, end: at + 1 };
}

function readDictionary(bytes: Buffer, from: number): Read<PdfDictionary> {
  const value: PdfDictionary = new Map();
  let at = skipSpaces(bytes, from);
  while (bytes[at] !== greater) {
    const key = readValue(bytes, at);
    if (typeof key.value !== 'string') throw new PdfProblem(`A key that is no name at ${at}`);
    const read = readValue(bytes, key.end);
    value.set(key.value, read.value);
    at = skipSpaces(bytes, read.end);
  }
  if (bytes[at + 1] !== greater) throw new PdfProblem(`A dictionary without an end at ${from}`);
  return { value, end: at + 2 };
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && !ends.has(bytes[at] ?? 0)) at += 1;
  return at;
}

function hexEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(greater, from);
  if (end < 0) throw new PdfProblem(`A string without an end at ${from}`);
  return end + 1;
}

function stringEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === open) depth += 1;
    else if (bytes[at] === close) depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new PdfProblem(`A string without an end at ${from}`);
}
