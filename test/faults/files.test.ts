import { spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppInfo } from '#contract';
import { makeBackup, verifyBackup } from '../../main/storage/backup-make.ts';
import { askForRestore } from '../../main/storage/backup-restore.ts';
import { backupNames } from '../../main/storage/backup-set.ts';
import { checkData } from '../../main/storage/data-check.ts';
import { chatGptArchive } from '../fixtures/import-archives.ts';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices, silentLog, systemEnvironment } from '../host/test-services.ts';
import { addConversation, contents, filesIn, open, place, titles } from '../integration/backup/rig.ts';
import { openRig } from '../integration/import/rig.ts';

const child = join(import.meta.dirname, 'files-child.ts');
let base = '';
let folder = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bough-files-'));
  folder = join(base, 'workspace');
  mkdirSync(folder);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Runs a job in a process of its own and kills it after so many milliseconds. Whether it had ended before. */
async function killed(job: string, after: number, file = ''): Promise<boolean> {
  const started = spawn(process.execPath, [child, folder, job, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'bough-fault-code') },
  });
  let told = '';
  started.stdout.on('data', (text: Buffer) => {
    if (told === '') setTimeout(() => started.kill('SIGKILL'), after);
    told += text.toString();
  });
  await new Promise((resolve, reject) => started.once('error', reject).once('close', resolve));
  return told.includes('done');
}

function expectSound(): void {
  const db = new BetterSqlite(join(folder, 'bough.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  db.close();
}

const moments = [20, 80, 200, 400];

describe('killed during an import', () => {
  it.each(moments)(
    'after %i ms: whole conversations or none, a sentence at the next start, and it can go on',
    async (after) => {
      const file = join(base, 'export.zip');
      writeFileSync(
        file,
        zipSync(chatGptArchive({ seed: 21, conversations: 40, nodes: 12, layout: 'full', damaged: true })),
      );
      await (await open(folder)).close();
      const ended = await killed('import', after, file);
      const rig = await openRig(folder);
      const [last] = rig.workspace.imports.list();
      const told = rig.workspace.notices.filter(({ kind }) => kind === 'import_interrupted');
      expect(told).toHaveLength(last && last.state === 'interrupted' ? 1 : 0);
      if (!ended && last) expect(last.state).not.toBe('running');
      const half = rig.workspace.conversations.list({ trashed: false, limit: 200 }).items;
      if (told[0]) expect(told[0].count).toBe(half.length);
      expect(existsSync(join(folder, 'imports'))).toBe(false);
      const report = await rig.bring([file]);
      expect(report.state).toBe('done');
      expect(report.imported + half.length).toBe(40);
      expect(report.grown).toBe(0);
      await rig.close();
      expectSound();
      expect(await checkData(folder, undefined)).toMatchObject({ attachments: { missing: 0, damaged: 0 } });
    },
  );
});

describe('killed during a backup', () => {
  it.each(moments)(
    'after %i ms: every backup that is listed is whole, and nothing half made stays',
    async (after) => {
      const workspace = await open(folder);
      for (const name of ['Plum', 'Rope', 'Tide']) await addConversation(workspace, name);
      const before = await contents(workspace);
      await workspace.close();
      await killed('backup', after);
      const again = await open(folder);
      expect(await contents(again)).toEqual(before);
      for (const name of await backupNames(join(folder, 'backups'))) await verifyBackup(folder, name);
      expect(filesIn(join(folder, 'backups')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      await makeBackup(place(folder), 'asked');
      await again.close();
      expectSound();
    },
  );
});

it('killed while the workspace is saved as one file: nothing half written stays, and the next start says so', async () => {
  const workspace = await open(folder);
  await addConversation(workspace, 'Plum');
  for (const seed of [1, 2])
    await workspace.attachments.add('noise.bin', randomFillSync(Buffer.alloc(8 << 20, seed)));
  await workspace.close();
  const out = join(base, 'out');
  mkdirSync(out);
  const saving = spawn(process.execPath, [child, folder, 'save', join(out, 'All')], { stdio: 'ignore' });
  const ended = once(saving, 'exit');
  for await (const { filename } of watch(out)) if (filename?.endsWith('.tmp')) break;
  saving.kill('SIGKILL');
  await ended;
  expect(readdirSync(out)).toEqual([expect.stringMatching(/^All.*\.tmp$/)]);
  const services = await openTestServices({ folder: base });
  const { notices } = (await expectOk(services, 'app.info', {})) as AppInfo;
  expect(notices).toMatchObject([{ kind: 'export_unfinished', detail: 'All' }]);
  expect(readdirSync(out)).toEqual([]);
  await services.close();
});

describe('killed during a restore', () => {
  it.each(moments)('after %i ms: the next start finishes it, whole', async (after) => {
    const workspace = await open(folder);
    await addConversation(workspace, 'Then');
    const then = await contents(workspace);
    const { name } = await makeBackup(place(folder), 'asked');
    await addConversation(workspace, 'Now');
    await workspace.close();
    await askForRestore({ folder, environment: systemEnvironment, log: silentLog }, name);
    const ended = await killed('open', after);
    const restored = await open(folder);
    // Whoever saw the end of that session was told then.
    expect(restored.notices.map(({ kind }) => kind)).toEqual(ended ? [] : ['backup_restored']);
    expect(await contents(restored)).toEqual(then);
    await restored.close();
    expect(filesIn(join(folder, 'replaced'))).toHaveLength(1);
    expect(filesIn(folder)).not.toContain('restore.json');
    expectSound();
  });
});

describe('a disk that fills up', () => {
  it('ends an import with a sentence, and what is in is whole', async () => {
    const rig = await openRig(folder);
    await addConversation(rig.workspace, 'Before');
    const file = join(base, 'export.zip');
    writeFileSync(file, zipSync(chatGptArchive({ seed: 22, conversations: 10, nodes: 12, layout: 'full' })));
    const db = new BetterSqlite(join(folder, 'bough.db'));
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.close();
    rig.limitPages(pages + 6);
    const report = await rig.bring([file]);
    expect(report).toMatchObject({ state: 'failed', failure: { code: 'disk_full' } });
    rig.limitPages(1_000_000);
    expect(rig.workspace.conversations.list({ trashed: false, limit: 100 }).items).toHaveLength(
      report.imported + 1,
    );
    expect(titles(rig.workspace)).toContain('Before');
    expect(await rig.bring([file])).toMatchObject({ state: 'done', imported: 10 - report.imported });
    await rig.close();
    expectSound();
  });
});
