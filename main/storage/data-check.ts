import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataCheck } from '#contract';
import { BoughError } from '#core/errors.ts';
import { verifyBackup } from './backup-make.ts';
import { backupNames, hashOfFile } from './backup-set.ts';
import { guardedFiles } from './failures.ts';
import { parseTranscript, type TranscriptKey, transcriptFileName } from './transcript-file.ts';

/** Reads everything of a workspace and every backup, and says what is not whole. Changes nothing. */
export async function checkData(folder: string, nativeBinding: string | undefined): Promise<DataCheck> {
  const { damage, attachments, transcripts } = checkDatabase(join(folder, 'bough.db'), nativeBinding);
  return {
    database: damage,
    transcripts: await checkTranscripts(join(folder, 'transcripts'), transcripts),
    attachments: await checkAttachments(join(folder, 'attachments'), attachments),
    backups: await checkBackups(folder),
  };
}

interface DatabaseFacts {
  /** SQLite's own words; null for a whole database. */
  damage: string | null;
  /** Hashes that it names; null where it cannot say. */
  attachments: string[] | null;
  /** Of transcripts that it knows and that are not set aside; null where it cannot say. */
  transcripts: TranscriptKey[] | null;
}

/** Damage may be such that nothing can be asked any more: then the rest is checked by what lies in its folder. */
function checkDatabase(file: string, nativeBinding: string | undefined): DatabaseFacts {
  let db: BetterSqlite.Database | undefined;
  let damage: string | null = null;
  try {
    db = new BetterSqlite(file, {
      readonly: true,
      fileMustExist: true,
      ...(nativeBinding !== undefined && { nativeBinding }),
    });
    const verdict = String(db.pragma('integrity_check(5)', { simple: true }));
    const broken = db.pragma('foreign_key_check') as unknown[];
    if (verdict !== 'ok') damage = verdict;
    else if (broken.length > 0) damage = JSON.stringify(broken.slice(0, 5));
    const attachments = db.prepare<[], string>('SELECT hash FROM attachments').pluck().all();
    const transcripts = db
      .prepare<[], TranscriptKey>(
        'SELECT conversation_id AS conversationId, agent_id AS agentId FROM transcripts WHERE hash IS NOT NULL',
      )
      .all();
    return { damage, attachments, transcripts };
  } catch (thrown) {
    if (!(thrown instanceof BetterSqlite.SqliteError)) throw thrown;
    return { damage: damage ?? thrown.message, attachments: null, transcripts: null };
  } finally {
    db?.close();
  }
}

/** @param known a transcript that the database knows and that is not there counts as damaged */
async function checkTranscripts(
  folder: string,
  known: readonly TranscriptKey[] | null,
): Promise<DataCheck['transcripts']> {
  const result = { checked: 0, damaged: 0 };
  const found = new Set(await guardedFiles(() => readdir(folder)));
  for (const key of known ?? []) {
    if (found.has(transcriptFileName(key))) continue;
    result.checked += 1;
    result.damaged += 1;
  }
  for (const name of found) {
    // Those that were set aside have more in their names, and are known not to be whole.
    const [, conversationId, agentId] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.json$/.exec(name) ?? [];
    if (conversationId === undefined || agentId === undefined) continue;
    result.checked += 1;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    const parsed = bytes && parseTranscript(bytes, { conversationId, agentId });
    if (parsed?.kind !== 'valid') result.damaged += 1;
  }
  return result;
}

async function checkAttachments(
  folder: string,
  known: readonly string[] | null,
): Promise<DataCheck['attachments']> {
  const names = await guardedFiles(() => readdir(folder));
  const hashes = known ?? names.filter((name) => /^[0-9a-f]{64}$/.test(name));
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
      if (thrown.code !== 'backup_newer') result.damaged += 1;
    });
  }
  return result;
}
