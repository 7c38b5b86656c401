import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataCheck } from '#contract';
import { BoughError } from '#core/errors.ts';
import { verifyBackup } from './backup-make.ts';
import { backupNames, hashOfFile } from './backup-set.ts';
import { guardedFiles } from './failures.ts';
import { parseTranscript } from './transcript-file.ts';

/** Reads everything of a workspace and every backup, and says what is not whole. Changes nothing. */
export async function checkData(folder: string, nativeBinding: string | undefined): Promise<DataCheck> {
  const options = {
    readonly: true,
    fileMustExist: true,
    ...(nativeBinding !== undefined && { nativeBinding }),
  };
  const db = new BetterSqlite(join(folder, 'bough.db'), options);
  try {
    const verdict = String(db.pragma('integrity_check(5)', { simple: true }));
    const broken = db.pragma('foreign_key_check') as unknown[];
    const database =
      verdict !== 'ok' ? verdict : broken.length > 0 ? JSON.stringify(broken.slice(0, 5)) : null;
    const hashes = db.prepare('SELECT hash FROM attachments').pluck().all() as string[];
    return {
      database,
      transcripts: await checkTranscripts(join(folder, 'transcripts')),
      attachments: await checkAttachments(join(folder, 'attachments'), hashes),
      backups: await checkBackups(folder),
    };
  } finally {
    db.close();
  }
}

async function checkTranscripts(folder: string): Promise<DataCheck['transcripts']> {
  const result = { checked: 0, damaged: 0 };
  for (const name of await guardedFiles(() => readdir(folder))) {
    // Those that were set aside have more in their names, and are known not to be whole.
    const [, conversationId, agentId] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.json$/.exec(name) ?? [];
    if (conversationId === undefined || agentId === undefined) continue;
    result.checked += 1;
    const parsed = parseTranscript(await readFile(join(folder, name)), { conversationId, agentId });
    if (parsed.kind !== 'valid') result.damaged += 1;
  }
  return result;
}

async function checkAttachments(
  folder: string,
  hashes: readonly string[],
): Promise<DataCheck['attachments']> {
  const result = { checked: hashes.length, missing: 0, damaged: 0 };
  for (const hash of hashes) {
    const found = await hashOfFile(join(folder, hash)).catch(() => null);
    if (found === null) result.missing += 1;
    else if (found !== hash) result.damaged += 1;
  }
  return result;
}

async function checkBackups(folder: string): Promise<DataCheck['backups']> {
  const names = await backupNames(join(folder, 'backups'));
  const result = { checked: names.length, damaged: 0 };
  for (const name of names) {
    await verifyBackup(folder, name).catch((thrown: unknown) => {
      if (!(thrown instanceof BoughError)) throw thrown;
      result.damaged += 1;
    });
  }
  return result;
}
