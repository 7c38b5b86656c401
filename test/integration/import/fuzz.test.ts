import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../storage/support.ts';
import { survive } from './fuzz.ts';
import { openRig } from './rig.ts';

it('300 mutated archives: no crash, nothing half there, no file outside of the workspace', async () => {
  const folder = temporaryFolder();
  const rig = await openRig(join(folder, 'workspace'));
  for (let seed = 1; seed <= 300; seed += 1) await survive(seed, rig, folder);
  await rig.close();
  const db = new BetterSqlite(join(folder, 'workspace/bough.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare("SELECT count(*) FROM messages WHERE status = 'streaming'").pluck().get()).toBe(0);
  db.close();
}, 60_000);
