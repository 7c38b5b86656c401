import { type JsonElement, JsonElements } from '#core/import/json-elements.ts';
import type { ArchiveFile } from './archive.ts';

/** Bytes of the largest conversation that is read: its text, its parsed form and its rows are in memory at once. */
const largestElement = 64 * 1024 * 1024;

/** One element of a JSON file. */
export type FileElement =
  | { kind: 'value'; value: unknown }
  /** No JSON. */
  | { kind: 'broken' }
  /** Bytes that are not the text that the file says it is. */
  | { kind: 'encoding' }
  | { kind: 'too-large'; bytes: number };

export interface JsonFileReader {
  elements: AsyncGenerator<FileElement>;
  /** After the last element: null for a whole file, else what is wrong with it. */
  damage(): unknown;
}

/**
 * Reads the elements of a JSON file one by one, as they come. What was whole before the file breaks off is read; a
 * failure of the file itself never throws, and is told by `damage`.
 *
 * @param passed called with the number of bytes that were read
 */
export function readJsonFile(file: ArchiveFile, passed: (bytes: number) => void): JsonFileReader {
  let damage: unknown = null;
  async function* elements(): AsyncGenerator<FileElement> {
    const parser = new JsonElements(largestElement);
    let decode: Decode | null = null;
    try {
      for await (const chunk of await file.open()) {
        passed(chunk.length);
        decode ??= decoderOf(chunk);
        for (const element of parser.push(decode(chunk))) yield parsed(element);
      }
      if (!parser.whole && !parser.empty) damage = new Error('The file breaks off');
      if (parser.empty) damage = new Error('The file is empty');
    } catch (thrown) {
      damage = thrown;
    }
  }
  return { elements: elements(), damage: () => damage };
}

type Decode = (chunk: Uint8Array) => Uint8Array;

/** Bytes in UTF-8, without a mark at their beginning, of a file in UTF-8 or either order of UTF-16. */
function decoderOf(start: Uint8Array): Decode {
  const [a, b] = start;
  const little = (a === 0xff && b === 0xfe) || (a !== 0 && b === 0);
  const big = (a === 0xfe && b === 0xff) || (a === 0 && b !== 0);
  if (little || big) {
    const decoder = new TextDecoder(little ? 'utf-16le' : 'utf-16be');
    const encoder = new TextEncoder();
    return (chunk) => encoder.encode(decoder.decode(chunk, { stream: true }));
  }
  let first = true;
  return (chunk) => {
    const marked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    first = false;
    return marked ? chunk.subarray(3) : chunk;
  };
}

function parsed(element: JsonElement): FileElement {
  if (element.kind === 'too-large') return { kind: 'too-large', bytes: element.length };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(element.bytes);
  } catch {
    // The decoder's way of saying that it is no UTF-8.
    return { kind: 'encoding' };
  }
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken' };
  }
}
