import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '#contract';
import type { Workspace } from '../../main/storage/workspace.ts';
import { exported } from '../integration/import/exported.ts';
import { fillAtRandom, goOn, memoryFolder, stateOf } from '../integration/import/random-workspace.ts';
import { openRig, type Rig } from '../integration/import/rig.ts';
import { disk } from './full-disk.ts';

vi.mock('node:fs/promises', async (original) => (await import('./full-disk.ts')).onDisk(await original()));

let base = '';
let source: Rig;
beforeEach(async () => {
  base = memoryFolder();
  source = await openRig(join(base, 'source'));
  for (let seed = 1; seed <= 12; seed += 1) await fillAtRandom(source, seed);
});
afterEach(async () => {
  disk.free();
  await source.close();
});

const everyOne = (workspace: Workspace): Conversation[] =>
  [true, false].flatMap((trashed) => workspace.conversations.list({ trashed, limit: 200 }).items);

/** Writes what the source holds now. */
async function write(): Promise<string> {
  const file = join(base, 'all.bough.json');
  writeFileSync(file, await exported(source.workspace));
  return file;
}

/** Every transcript that lies there is one that the database knows, and none is half written. */
function expectNothingHalf(folder: string): void {
  const named = (stateOf(folder)['transcripts'] as string[][]).map(([id, agent]) => `${id}.${agent}.json`);
  expect(readdirSync(join(folder, 'transcripts')).sort()).toEqual(named.sort());
  expect(readdirSync(join(folder, 'attachments')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
}

/** Everything but where the tips stand: they follow only at an end. */
const held = (folder: string) => {
  const { conversations: _, ...state } = stateOf(folder);
  return state;
};

describe('a disk that is full at every write of an import of our own format', () => {
  it('ends it with a sentence; what came in is whole, and the next time the rest comes', async () => {
    const file = await write();
    const target = await openRig(join(base, 'target'));
    let failed = 0;
    let imported = 0;
    for (let left = 0; left < 400; left += 1) {
      disk.fill(left);
      const report = await target.bring([file]);
      disk.free();
      imported += report.imported;
      expectNothingHalf(target.folder);
      expect(everyOne(target.workspace)).toHaveLength(imported);
      if (report.state === 'done') break;
      expect(report).toMatchObject({ state: 'failed', failure: { code: 'disk_full' } });
      failed += 1;
    }
    expect(failed).toBeGreaterThan(5);
    expect(held(target.folder)).toEqual(held(source.folder));
    await target.close();
  });

  it('while conversations that are there grow: as well', async () => {
    const target = await openRig(join(base, 'target'));
    await target.bring([await write()]);
    for (const { id } of everyOne(source.workspace)) await goOn(source.workspace, id, 77);
    const file = await write();
    let failed = 0;
    for (let left = 0; left < 400; left += 1) {
      disk.fill(left);
      const report = await target.bring([file]);
      disk.free();
      expectNothingHalf(target.folder);
      if (report.state === 'done') break;
      expect(report).toMatchObject({ state: 'failed', failure: { code: 'disk_full' } });
      failed += 1;
    }
    expect(failed).toBeGreaterThan(5);
    const { messages, transcripts, files } = held(target.folder);
    const expected = held(source.folder);
    expect({ messages, transcripts, files }).toEqual({
      messages: expected['messages'],
      transcripts: expected['transcripts'],
      files: expected['files'],
    });
    await target.close();
  });
});

describe('killed during an import of our own format', () => {
  const child = join(import.meta.dirname, 'files-child.ts');

  async function killed(folder: string, file: string, after: number): Promise<void> {
    const started = spawn(process.execPath, [child, folder, 'import', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'bough-fault-code') },
    });
    started.stdout.once('data', () => setTimeout(() => started.kill('SIGKILL'), after));
    await new Promise((resolve, reject) => started.once('error', reject).once('close', resolve));
  }

  it.each([10, 60])('after %i ms, anew and grown: whole or not there, and it can go on', async (after) => {
    const folder = join(base, 'target');
    mkdirSync(folder);
    await (await openRig(folder)).close();
    for (const round of [1, 2]) {
      const file = await write();
      await killed(folder, file, after);
      const target = await openRig(folder);
      const [last] = target.workspace.imports.list();
      const told = target.workspace.notices.filter(({ kind }) => kind === 'import_interrupted');
      expect(told).toHaveLength(last?.state === 'interrupted' ? 1 : 0);
      expect(existsSync(join(folder, 'imports'))).toBe(false);
      expectNothingHalf(folder);
      expect(await target.bring([file])).toMatchObject({ state: 'done', unreadable: 0 });
      const copy = join(base, `copy-${round}`);
      cpSync(folder, copy, { recursive: true });
      expect(held(copy)['messages']).toEqual(held(source.folder)['messages']);
      expect(held(copy)['files']).toEqual(held(source.folder)['files']);
      rmSync(copy, { recursive: true });
      await target.close();
      for (const { id } of everyOne(source.workspace)) await goOn(source.workspace, id, 500 + round);
    }
  });
});
