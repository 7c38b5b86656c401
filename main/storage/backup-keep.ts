import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#core/environment.ts';
import { type BackupManifest, backupFiles, hashOfFile, readManifest } from './backup-set.ts';
import { copyNew, syncFolder, temporarySuffix } from './durable-file.ts';
import { guardedFiles, storageFailure } from './failures.ts';

export interface KeepPlace {
  /** Of the workspace. */
  folder: string;
  environment: Environment;
  /** Whether what is kept already is read whole, so that damage is put right, and not only measured. */
  thorough: boolean;
}

const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Of `backups`: what all of them share. */
export const storeOf = (folder: string): string => join(folder, 'backups', backupFiles);

/** Keeps what agents saw. One that disappears meanwhile was deleted by the user. */
export async function keepTranscripts(place: KeepPlace): Promise<BackupManifest['transcripts']> {
  const folder = join(place.folder, 'transcripts');
  const store = storeOf(place.folder);
  const kept: BackupManifest['transcripts'] = [];
  for (const name of await guardedFiles(() => readdir(folder))) {
    if (!name.endsWith('.json')) continue;
    const hash = await keepFile(join(folder, name), store, place);
    if (hash !== null) kept.push({ name, hash, bytes: await bytesOf(join(store, hash)) });
  }
  syncFolder(store);
  return kept;
}

/**
 * Keeps attachments. They are named by their content and never changed: what is kept already is not copied again, what
 * is damaged is not kept, and what the workspace has lost stays kept as long as a backup has it.
 *
 * @param known hashes that the database names
 */
export async function keepAttachments(
  place: KeepPlace,
  known: readonly string[],
): Promise<BackupManifest['attachments']> {
  const folder = join(place.folder, 'attachments');
  const store = storeOf(place.folder);
  const names = new Set([...known, ...(await guardedFiles(() => readdir(folder)))].filter(isHash));
  const kept: BackupManifest['attachments'] = [];
  for (const name of names) {
    const source = join(folder, name);
    const bytes = await bytesOf(source).catch(() => null);
    const isKept =
      (await isWhole(join(store, name), name, bytes, place.thorough)) ||
      (await keepFile(source, store, { ...place, expected: name })) === name ||
      (await isWhole(join(store, name), name, null, true));
    if (isKept) kept.push({ hash: name, bytes: await bytesOf(join(store, name)) });
  }
  syncFolder(store);
  return kept;
}

/**
 * Copies a file to where its hash names it, if it is not there whole, and returns the hash. Null for one that is gone.
 * One whose hash is not the `expected` one is not copied.
 */
async function keepFile(
  file: string,
  store: string,
  { environment, thorough, expected }: KeepPlace & { expected?: string },
): Promise<string | null> {
  const temporary = join(store, `${environment.newId()}${temporarySuffix}`);
  try {
    const now = await hashOfFile(file);
    if (expected !== undefined && now !== expected) return now;
    if (await isWhole(join(store, now), now, await bytesOf(file), thorough)) return now;
    await copyNew(file, temporary);
    // The file may have been replaced in between: the copy is what counts.
    const hash = await hashOfFile(temporary);
    await rename(temporary, join(store, hash));
    return hash;
  } catch (thrown) {
    await rm(temporary, { force: true });
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw storageFailure(thrown);
  }
}

/**
 * Whether a file is there and has the length that it should have; read whole where that is not known, or `thorough`.
 *
 * @param bytes null where nothing is known but the hash
 */
export async function isWhole(
  file: string,
  hash: string,
  bytes: number | null,
  thorough: boolean,
): Promise<boolean> {
  const found = await bytesOf(file).catch(() => null);
  if (found === null || (bytes !== null && found !== bytes)) return false;
  return bytes !== null && !thorough ? true : (await hashOfFile(file)) === hash;
}

/** Removes the files that none of these backups needs. One whose manifest cannot be read might need any of them. */
export async function removeUnneeded(backups: string, names: readonly string[]): Promise<void> {
  const needed = new Set<string>();
  for (const name of names) {
    const manifest = await readManifest(backups, name).catch(() => null);
    if (!manifest) return;
    for (const { hash } of [...manifest.transcripts, ...manifest.attachments]) needed.add(hash);
  }
  for (const name of await guardedFiles(() => readdir(join(backups, backupFiles)))) {
    if (!needed.has(name)) await rm(join(backups, backupFiles, name), { force: true });
  }
}

const bytesOf = async (file: string): Promise<number> => (await stat(file)).size;
