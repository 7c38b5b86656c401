import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';

/** Waits until the answer that is being written is in the database up to these words. */
export async function waitForJournal(folder: string, words: string): Promise<void> {
  const db = openReadOnly(folder);
  const streaming = db.prepare<[], string>("SELECT parts FROM messages WHERE status = 'streaming'").pluck();
  await expect.poll(() => streaming.get() ?? '', { timeout: 20_000 }).toContain(words);
  db.close();
}

/** What SQLite finds wrong with a database that no app has open; empty when it is whole. */
export function faultsOf(folder: string): unknown[] {
  const db = openReadOnly(folder);
  const found = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  const foreign = db.prepare('PRAGMA foreign_key_check').all();
  db.close();
  return [...found.filter((line) => line !== 'ok'), ...foreign];
}

function openReadOnly(folder: string): Database.Database {
  return new Database(join(folder, 'workspace/bough.db'), { readonly: true });
}
