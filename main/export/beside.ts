import type { Attachment } from '#contract';
import type { DocumentPage } from '#core/export/document.ts';
import { cleanFileName } from '../storage/file-name.ts';
import { shortName } from './short-name.ts';

/** A file that lies beside a document. */
export type BesideFile = { path: string } & (
  | { kind: 'attachment'; attachment: Attachment }
  | { kind: 'page'; page: DocumentPage }
);

/** The files beside a document, each under a name of its own: once, however often the document names it. */
export class Beside {
  readonly #folder: string;
  readonly #taken = new Set<string>();
  readonly #paths = new Map<string, string>();
  readonly files: BesideFile[] = [];

  /** @param folder in the target, without a slash at its end */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The path of a file in the target. */
  attachment(attachment: Attachment): string {
    return this.#place(`${attachment.hash}/${attachment.name}`, attachment.name, (path) => ({
      path,
      kind: 'attachment',
      attachment,
    }));
  }

  page(page: DocumentPage, name: string): string {
    return this.#place(page.hash, `${name}.png`, (path) => ({ path, kind: 'page', page }));
  }

  #place(key: string, name: string, make: (path: string) => BesideFile): string {
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const path = `${this.#folder}/${freeName(shortName(cleanFileName(name)), this.#taken)}`;
    this.#paths.set(key, path);
    this.files.push(make(path));
    return path;
  }
}

/** The name, numbered where it is taken; capitals make no difference, as on most file systems. Takes it. */
export function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} ${number}${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
