import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { ownFormat, survive } from './fuzz.ts';
import { memoryFolder } from './random-workspace.ts';
import { openRig } from './rig.ts';

it('300 mutated archives: no crash, nothing half there, no file outside of the workspace', async () => {
  const folder = memoryFolder();
  const own = await ownFormat(join(memoryFolder(), 'own'));
  const rig = await openRig(join(folder, 'workspace'));
  for (let seed = 1; seed <= 300; seed += 1) await survive(seed, rig, folder, own);
  await rig.close();
  const db = new BetterSqlite(join(folder, 'workspace/bough.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare("SELECT count(*) FROM messages WHERE status = 'streaming'").pluck().get()).toBe(0);
  const named = db
    .prepare("SELECT conversation_id || '.' || agent_id || '.json' FROM transcripts")
    .pluck()
    .all();
  expect(readdirSync(join(folder, 'workspace/transcripts')).sort()).toEqual(named.sort());
  db.close();
}, 60_000);
