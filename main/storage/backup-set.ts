import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BackupInfo } from '#contract';
import { hashSchema, timeSchema } from '#contract/ids.ts';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from './failures.ts';
import { versionInHeader } from './inspect.ts';
import { newestVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Ends the name of a backup's folder; one that is being made ends in `.tmp` as well. */
export const backupSuffix = '.backup';
/** Holds the bytes of transcripts and attachments of all backups, each once, by its hash. */
export const backupFiles = 'files';

const count = z.number().int().nonnegative();

const manifestVersion = 1;

const manifestSchema = z.strictObject({
  format: z.literal('bough-backup'),
  version: z.literal(manifestVersion),
  createdAt: timeSchema,
  reason: z.enum(['daily', 'asked', 'moved']),
  conversations: count,
  messages: count,
  /** SHA-256 of the database's file. */
  database: hashSchema,
  transcripts: z.array(
    z.strictObject({
      name: z.string().regex(/^[0-9a-z][0-9a-z.-]{0,194}\.json$/i),
      hash: hashSchema,
      bytes: count,
    }),
  ),
  attachments: z.array(z.strictObject({ hash: hashSchema, bytes: count })),
});

/** What a backup holds. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** Enough of any version's manifest to see that it is newer than this app. */
const anyManifest = z.object({ format: z.literal('bough-backup'), version: z.number().int() });

/** Reads what a manifest says. Throws `backup_unreadable` and `backup_newer`. */
export function parseManifest(text: string): BackupManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw unreadable(String(thrown));
  }
  if ((anyManifest.safeParse(json).data?.version ?? 0) > manifestVersion) throw newer();
  const read = manifestSchema.safeParse(json);
  if (!read.success) throw unreadable(read.error.message);
  return read.data;
}

/** @param folder `backups` of the workspace. Throws `backup_unreadable` and `backup_newer`. */
export async function readManifest(folder: string, name: string): Promise<BackupManifest> {
  const file = join(folder, `${name}${backupSuffix}`, 'manifest.json');
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw unreadable(String(thrown));
  });
  return parseManifest(text);
}

/** Names of the backups that are finished, newest first: names begin with their time. None where no folder is. */
export async function backupNames(folder: string): Promise<string[]> {
  const names = await guardedFiles(() =>
    readdir(folder).catch((thrown: unknown): string[] => {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
      throw thrown;
    }),
  );
  return names
    .filter((name) => name.endsWith(backupSuffix))
    .map((name) => name.slice(0, -backupSuffix.length))
    .sort()
    .reverse();
}

/** Newest first. One whose manifest cannot be read is left out. */
export async function listBackups(folder: string): Promise<BackupInfo[]> {
  const list: BackupInfo[] = [];
  for (const name of await backupNames(folder)) {
    try {
      list.push(backupInfo(name, await readManifest(folder, name)));
    } catch (thrown) {
      if (!(thrown instanceof BoughError)) throw thrown;
    }
  }
  return list;
}

export function backupInfo(name: string, manifest: BackupManifest): BackupInfo {
  const { createdAt, reason, conversations, messages, attachments } = manifest;
  return { name, createdAt, reason, conversations, messages, attachments: attachments.length };
}

/** Lower-case hexadecimal SHA-256 of a file of any size. */
export async function hashOfFile(file: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of createReadStream(file)) sum.update(piece as Uint8Array);
  return sum.digest('hex');
}

/** Throws `backup_newer` for the database of a backup that this app could not open once it was restored. */
export function refuseNewerCopy(file: string): void {
  if (versionInHeader(file) > newestVersion(migrations)) throw newer();
}

function newer(): BoughError {
  return new BoughError('backup_newer', 'The backup was made by a newer version of Bough');
}

export function unreadable(detail: string): BoughError {
  return new BoughError('backup_unreadable', 'The backup is not whole', { detail });
}
