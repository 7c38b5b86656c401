import { isObject, type JsonObject, listIn, nameIn, textIn } from './json-value.ts';
import type { FileRef } from './types.ts';

/** Finds the files that messages refer to among those of an archive. */
export class FileIndex<File extends { name: string }> {
  readonly #byId = new Map<string, File>();
  readonly #byName = new Map<string, File[]>();
  /** Names for people, by the file's id. */
  readonly #names = new Map<string, string>();
  /** Entries of ChatGPT's library, by name. */
  readonly #library = new Map<string, JsonObject[]>();
  readonly #used = new Set<File>();
  readonly #files: readonly File[];

  constructor(files: readonly File[]) {
    this.#files = files;
    for (const file of files) {
      for (const id of idsIn(file.name)) if (!this.#byId.has(id)) this.#byId.set(id, file);
      const named = this.#byName.get(file.name);
      if (named) named.push(file);
      else this.#byName.set(file.name, [file]);
    }
  }

  /** Takes in `conversation_asset_file_names.json`: names by file. A value may be a path. */
  addNames(value: unknown): void {
    if (!isObject(value)) return;
    for (const [file, name] of Object.entries(value)) {
      const last = textIn(name).split('/').at(-1) ?? '';
      if (last !== '') this.#names.set(file.replace(/\.dat$/, ''), last);
    }
  }

  /** Takes in an entry of `library_files.json`. */
  addLibrary(value: unknown): void {
    if (!isObject(value)) return;
    const id = textIn(value['file_id']);
    const name = textIn(value['file_name']);
    if (id === '' || name === '') return;
    if (!this.#names.has(id)) this.#names.set(id, name);
    this.#library.set(name, [...(this.#library.get(name) ?? []), value]);
  }

  /**
   * The file that a message refers to, and its name; null where the archive does not have it. What was found counts as
   * used.
   *
   * @param messageKey decides between files of one name that several answers made
   */
  find(ref: FileRef, messageKey: string): { id: string; name: string | null; file: File | null } {
    const id = ref.id.startsWith('sandbox:') ? this.#madeBy(ref, messageKey) : ref.id;
    const named = ref.name === null ? [] : (this.#byName.get(ref.name) ?? []);
    const file =
      (id === '' ? undefined : this.#byId.get(id)) ?? (named.length === 1 ? named[0] : undefined) ?? null;
    if (file) this.#used.add(file);
    const own = file === null ? null : nameIn(file.name.replace(`${id}-`, ''));
    return { id: id || (ref.name ?? ''), name: ref.name ?? this.#names.get(id) ?? own, file };
  }

  /** Files that no message asked for, with their names for people. */
  unused(): { file: File; name: string }[] {
    return this.#files
      .filter((file) => !this.#used.has(file))
      .map((file) => ({ file, name: this.#names.get(file.name.replace(/\.[^.]*$/, '')) ?? file.name }));
  }

  #madeBy(ref: FileRef, messageKey: string): string {
    const entries = this.#library.get(ref.name ?? '') ?? [];
    const own = entries.find((entry) => entry['origination_message_id'] === messageKey);
    return textIn((own ?? entries[0])?.['file_id']) || ref.id;
  }
}

/** Ids that a file's name may begin with: it ends before any dash or dot. */
function idsIn(name: string): string[] {
  const ids: string[] = [name];
  for (let at = 1; at < name.length; at += 1) {
    if (name[at] === '-' || name[at] === '.') ids.push(name.slice(0, at));
  }
  return ids;
}

/** The parts that ChatGPT's `export_manifest.json` lists, by the file that they are parts of. */
export function partsInManifest(value: unknown): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  const logical = isObject(value) ? value['logical_files'] : undefined;
  if (!isObject(logical)) return parts;
  for (const [name, entry] of Object.entries(logical)) {
    if (!isObject(entry)) continue;
    parts.set(
      name,
      listIn(entry['files']).filter((file) => typeof file === 'string'),
    );
  }
  return parts;
}

/** The zips that Claude's manifest of the download lists; null for what is no such manifest. */
export function zipsInManifest(value: unknown): { category: string; file: string }[] | null {
  if (!isObject(value) || !Array.isArray(value['data_files'])) return null;
  return value['data_files'].filter(isObject).map((entry) => ({
    category: textIn(entry['category']),
    file: textIn(entry['filename']),
  }));
}
