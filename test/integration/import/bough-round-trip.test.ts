import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BoughRecord } from '#core/export/bough-format.ts';
import { chatGptArchive } from '../../fixtures/import-archives.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { temporaryFolder } from '../storage/support.ts';
import { exported } from './exported.ts';
import { fillAtRandom, memoryFolder, stateOf } from './random-workspace.ts';
import { openRig } from './rig.ts';

/** What a file holds, for the sum of all. */
function count(held: Record<string, number>, text: string): void {
  const add = (what: string, many: number): void => {
    if (what in held) held[what] = (held[what] ?? 0) + many;
  };
  for (const record of JSON.parse(text) as BoughRecord[]) {
    if (record.type === 'end') for (const [what, many] of Object.entries(record)) add(what, Number(many));
    if (record.type === 'transcript') add('checkpoints', record.checkpoints.length);
    if (record.type === 'conversation' && record.conversation.origin) add('forks', 1);
  }
}

describe("Bough's own format, out and in again", () => {
  it('gives the same trees, transcripts, attachments and checkpoints, for 200 random workspaces', async () => {
    const folder = memoryFolder();
    // Made once: a workspace is a folder that can be copied.
    const template = join(folder, 'template');
    await (await openRig(template)).close();
    const held = {
      conversations: 0,
      extras: 0,
      forks: 0,
      checkpoints: 0,
      passes: 0,
      attachments: 0,
      agents: 0,
    };
    for (let seed = 1; seed <= 200; seed += 1) {
      const [from, to] = [join(folder, `${seed}-from`), join(folder, `${seed}-to`)];
      cpSync(template, from, { recursive: true });
      cpSync(template, to, { recursive: true });
      const source = await openRig(from);
      await fillAtRandom(source, seed);
      const file = join(folder, `${seed}.bough.json`);
      const text = await exported(source.workspace);
      writeFileSync(file, text);
      const target = await openRig(to);
      const report = await target.bring([file]);
      expect(report, `seed ${seed}`).toMatchObject({ state: 'done', unreadable: 0, problems: [] });
      const expected = stateOf(from);
      expect(stateOf(to), `seed ${seed}`).toEqual(expected);
      expect(JSON.parse(await exported(target.workspace)), `seed ${seed}`).toEqual(JSON.parse(text));
      if (seed % 5 === 0) {
        expect(await target.bring([file])).toMatchObject({
          state: 'done',
          imported: 0,
          grown: 0,
          messages: 0,
        });
        expect(stateOf(to), `seed ${seed}, again`).toEqual(expected);
      }
      count(held, text);
      await source.close();
      await target.close();
      for (const each of [from, to, file]) rmSync(each, { recursive: true });
    }
    // The workspaces were no empty ones.
    for (const [what, many] of Object.entries(held)) expect(many, what).toBeGreaterThan(40);
  }, 240_000);

  it('what came from another program is known there again, also where Bough JSON carried it on', async () => {
    const folder = memoryFolder();
    const source = await openRig(join(folder, 'source'));
    const archive = join(folder, 'conversations.json');
    const files = chatGptArchive({ seed: 31, conversations: 6, nodes: 10, damaged: true, layout: 'full' });
    writeFileSync(archive, files['conversations.json'] ?? '');
    expect(await source.bring([archive])).toMatchObject({ imported: 6 });
    const file = join(folder, 'all.bough.json');
    writeFileSync(file, await exported(source.workspace));
    const target = await openRig(join(folder, 'target'));
    await target.bring([file]);
    const state = stateOf(target.folder);
    expect(await target.bring([archive])).toMatchObject({
      imported: 0,
      grown: 0,
      duplicates: 6,
      messages: 0,
    });
    expect(stateOf(target.folder)).toEqual(state);
    await source.close();
    await target.close();
  });

  it('a file of version 1 is read: it has less to tell', async () => {
    const folder = memoryFolder();
    const source = await openRig(join(folder, 'source'));
    for (let seed = 1; seed < 4; seed += 1) await fillAtRandom(source, seed);
    const dropped = ['imported', 'extras', 'cutOff', 'sourceKey'];
    const old = (JSON.parse(await exported(source.workspace)) as BoughRecord[])
      .filter(({ type }) => type !== 'extra')
      .map((record) => (record.type === 'bough' ? { ...record, version: 1 } : record));
    const file = join(folder, 'old.bough.json');
    writeFileSync(
      file,
      JSON.stringify(old, (key, value: unknown) => (dropped.includes(key) ? undefined : value)),
    );
    const target = await openRig(join(folder, 'target'));
    expect(await target.bring([file])).toMatchObject({ state: 'done', unreadable: 0, problems: [] });
    expect(stateOf(target.folder)['transcripts']).toEqual(stateOf(source.folder)['transcripts']);
    await source.close();
    await target.close();
  });

  it('a file that breaks off gives the whole conversations before, and says that it is damaged', async () => {
    const folder = temporaryFolder();
    const source = await openRig(join(folder, 'source'));
    for (let n = 0; n < 3; n += 1) await fillAtRandom(source, n + 1);
    const text = await exported(source.workspace);
    const file = join(folder, 'cut.bough.json');
    writeFileSync(file, text.slice(0, text.lastIndexOf('"type":"conversation"') + 400));
    const target = await openRig(join(folder, 'target'));
    const report = await target.bring([file]);
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'file_damaged' }));
    expect(report.imported).toBeGreaterThan(0);
    for (const { conversationId } of report.conversations) {
      expect(target.workspace.messages.skeleton(conversationId)).toEqual(
        source.workspace.messages.skeleton(conversationId),
      );
    }
    await source.close();
    await target.close();
  });

  it('a file of a newer version is refused whole', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'new.bough.json');
    writeFileSync(
      file,
      `[{"type":"bough","version":9,"app":"9","exportedAt":1,"attachments":"inline"},\n{"type":"end"}]\n`,
    );
    const rig = await openRig(join(folder, 'target'));
    expect(await rig.bring([file])).toMatchObject({ state: 'failed', failure: { code: 'import_newer' } });
    await rig.close();
  });

  it('ids of another conversation are never written over', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'source'));
    await fillAtRandom(rig, 5);
    const text = await exported(rig.workspace);
    const [first] = rig.workspace.conversations.list({ trashed: false, limit: 1 }).items;
    const file = join(folder, 'stolen.bough.json');
    writeFileSync(file, text.replaceAll(first?.id ?? '', systemEnvironment.newId()));
    const report = await rig.bring([file]);
    expect(report).toMatchObject({ state: 'done', imported: 0 });
    expect(report.unreadable).toBeGreaterThan(0);
    expect(await exported(rig.workspace)).toBe(text);
    await rig.close();
  });
});
