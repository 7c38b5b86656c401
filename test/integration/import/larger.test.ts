import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportReport, ImportTally } from '#contract';
import { type ArchiveFiles, chatGptArchive, claudeArchive } from '../../fixtures/import-archives.ts';
import { temporaryFolder } from '../storage/support.ts';
import { everything, openRig, type Rig } from './rig.ts';

function zipped(folder: string, files: ArchiveFiles): string {
  const file = join(folder, 'export.zip');
  writeFileSync(file, zipSync(files));
  return file;
}

const size = { conversations: 60, nodes: 60, damaged: true };
const archives: [name: string, files: ArchiveFiles][] = [
  ['ChatGPT in one file', chatGptArchive({ ...size, seed: 11, layout: 'full' })],
  ['ChatGPT in parts', chatGptArchive({ ...size, seed: 12, layout: 'slim' })],
  ['Claude', claudeArchive({ ...size, seed: 13 })],
];

/** Every node is of exactly one class. */
function expectAccounted(tally: ImportTally): void {
  const { placeholder, hidden, reasoning, tool, shown, unreadable, nodes } = tally;
  expect(placeholder + hidden + reasoning + tool + shown + unreadable).toBe(nodes);
}

function expectBranches({ workspace }: Rig, report: ImportReport): void {
  for (const { conversationId, tally, messages } of report.conversations) {
    expectAccounted(tally);
    const { branchCount } = workspace.conversations.get(conversationId);
    const { ids } = workspace.messages.skeleton(conversationId);
    expect(ids).toHaveLength(messages + 1);
    // A hidden entry at the end of a branch is kept, but is no message.
    expect(branchCount).toBeLessThanOrEqual(tally.leaves);
    if (tally.hidden === 0) expect(branchCount).toBe(tally.leaves);
  }
}

describe.each(archives)('an archive of %s with edits, pictures, tools and damage', (_, files) => {
  it('every entry is in the report, branches are as many, and a second import adds nothing', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'workspace'));
    const file = zipped(folder, files);
    const report = await rig.bring([file]);
    expect(report).toMatchObject({ state: 'done', imported: 60, entries: 60 });
    expectAccounted(report.tally);
    expectBranches(rig, report);
    expect(report.problems.some(({ kind }) => kind === 'unknown_type')).toBe(true);
    expect(report.problems.some(({ kind }) => kind === 'repaired')).toBe(true);
    const before = everything(rig);
    expect(await rig.bring([file])).toMatchObject({
      state: 'done',
      imported: 0,
      grown: 0,
      messages: 0,
      duplicates: 60,
    });
    expect(everything(rig)).toBe(before);
    await rig.close();
  });
});

describe('a conversation that went on elsewhere', () => {
  const id = '3e460cfd-464a-42b6-a394-2d6291deaefc';
  const message = (key: string, parent: string | null, role: string, text: string) => ({
    id: key,
    parent,
    message: {
      id: key,
      author: { role },
      create_time: 1_750_000_000,
      content: { content_type: 'text', parts: [text] },
    },
  });
  const archive = (title: string, length: number) => {
    const nodes = Array.from({ length }, (_, n) =>
      message(`node-${n}`, n === 0 ? null : `node-${n - 1}`, n % 2 === 0 ? 'user' : 'assistant', `Text ${n}`),
    );
    const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]));
    return {
      'conversations.json': new TextEncoder().encode(
        JSON.stringify([{ id, title, mapping, current_node: `node-${length - 1}` }]),
      ),
    };
  };

  it('gains what is new below what is there, and its tip and title follow', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'workspace'));
    const first = await rig.bring([zipped(folder, archive('Short', 2))]);
    const [conversation] = rig.workspace.conversations.list({ trashed: false, limit: 5 }).items;
    const second = await rig.bring([zipped(folder, archive('Long', 6))]);
    expect(first).toMatchObject({ imported: 1, messages: 2 });
    expect(second).toMatchObject({ imported: 0, grown: 1, messages: 4 });
    const grown = rig.workspace.conversations.get(conversation?.id ?? '');
    expect(grown).toMatchObject({ title: 'Long', pathLength: 6, branchCount: 1 });
    // The shorter copy again changes nothing.
    expect(await rig.bring([zipped(folder, archive('Short', 2))])).toMatchObject({ grown: 0, duplicates: 1 });
    expect(rig.workspace.conversations.get(grown.id)).toEqual(grown);
    await rig.close();
  });

  it('keeps the tip and the title that the user chose', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'workspace'));
    await rig.bring([zipped(folder, archive('Short', 4))]);
    const [found] = rig.workspace.conversations.list({ trashed: false, limit: 5 }).items;
    const { ids } = rig.workspace.messages.skeleton(found?.id ?? '');
    rig.workspace.conversations.rename(found?.id ?? '', 'Mine', 'user');
    rig.workspace.messages.moveTip(found?.id ?? '', ids[2] ?? '');
    await rig.bring([zipped(folder, archive('Long', 6))]);
    expect(rig.workspace.conversations.get(found?.id ?? '')).toMatchObject({
      title: 'Mine',
      tipId: ids[2],
      branchCount: 1,
    });
    await rig.close();
  });

  it('stops where it is told to, and what is in stays whole', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'workspace'));
    let asked = 0;
    const report = await rig.bring(
      [zipped(folder, chatGptArchive({ seed: 3, conversations: 30, nodes: 8, layout: 'full' }))],
      () => {
        asked += 1;
        return asked > 10;
      },
    );
    expect(report).toMatchObject({ state: 'cancelled', imported: 10 });
    expectBranches(rig, report);
    await rig.close();
  });
});
