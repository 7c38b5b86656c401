import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportFormats } from '#contract/export.ts';
import { Unfinished } from '../../../main/export/unfinished.ts';
import { testLog } from '../../host/test-services.ts';
import { noisePng } from './noise-png.ts';
import { type ExportStage, wantedInFull } from './open-stage.ts';
import { openStage } from './stage.ts';
import { writeConversation } from './write.ts';

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `message ${at}`);

async function withPicture(stage: ExportStage): Promise<string> {
  const picture = await stage.workspace.attachments.add('a.png', noisePng(200));
  return writeConversation(stage.workspace, 'Plan', [
    [
      { type: 'text', text: 'look' },
      { type: 'attachment', attachment: picture },
    ],
    'I see',
  ]);
}

describe('what is there already', () => {
  it('is replaced only where the dialog asked about exactly that path', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', ['a', 'b']);
    await writeFile(join(stage.folder, 'Plan.txt'), 'kept');
    // Typed without its ending, so the dialog asked about another name.
    const { name } = await stage.run('Plan', { conversationIds: [id], format: 'text' });
    expect(name).toBe('Plan 2.txt');
    expect(await readFile(join(stage.folder, 'Plan.txt'), 'utf8')).toBe('kept');
    expect(await stage.run('Plan.txt', { conversationIds: [id], format: 'text' })).toMatchObject({
      name: 'Plan.txt',
    });
    expect(await readFile(join(stage.folder, 'Plan.txt'), 'utf8')).toContain('1. You');
  });

  it('a folder is never added to', async () => {
    const stage = await openStage();
    const id = await withPicture(stage);
    await mkdir(join(stage.folder, 'Plan'));
    await writeFile(join(stage.folder, 'Plan/mine.txt'), 'kept');
    const { name } = await stage.run('Plan', { conversationIds: [id], format: 'markdown' });
    expect(name).toBe('Plan 2');
    expect(await readdir(join(stage.folder, 'Plan'))).toEqual(['mine.txt']);
    expect((await readdir(join(stage.folder, 'Plan 2'))).sort()).toEqual(['Plan files', 'Plan.md']);
  });
});

describe('a conversation that is deleted for good while it is exported', () => {
  it.each([1, 3])('ends the export of %i, with a reason and nothing left behind', async (count) => {
    const stage = await openStage();
    const ids = many(count).map((title) => writeConversation(stage.workspace, title, ['a', 'b']));
    const last = ids.at(-1) ?? '';
    const ask = stage.shell.pickExportPath;
    stage.shell.pickExportPath = async (name) => {
      stage.workspace.conversations.trash(last);
      stage.workspace.conversations.emptyTrash([last]);
      return ask(name);
    };
    await expect(stage.run('all', { conversationIds: ids, format: 'text' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await readdir(stage.folder)).toEqual([]);
  });
});

describe('names', () => {
  it.each(['ก'.repeat(120), '👩‍👩‍👧‍👦'.repeat(40), 'CON', 'a/b\\c: "x"?', '...', 'nul.txt', ''])(
    'that the app suggests can be written, with what lies beside, for the title “%s”',
    async (title) => {
      const stage = await openStage();
      const note = await stage.workspace.attachments.add(`${'ข'.repeat(200)}.txt`, Buffer.from('a note'));
      const id = writeConversation(stage.workspace, title, [[{ type: 'attachment', attachment: note }]]);
      for (const format of ['markdown', 'bough', 'text'] as const) {
        const wanted = wantedInFull({ conversationIds: [id], format });
        const { name } = await stage.exports.preview(wanted);
        expect(await stage.run(name, wanted)).toMatchObject({ name, messages: 1, missing: 0 });
        expect(Buffer.byteLength(name)).toBeLessThan(200);
      }
      const written = await readdir(stage.folder, { recursive: true });
      const beside = written.find((name) => name.includes('ข'));
      expect(await readFile(join(stage.folder, beside ?? ''), 'utf8')).toBe('a note');
      expect(beside).toMatch(/ข\.txt$/);
    },
  );
});

describe('several conversations', () => {
  it.each(exportFormats.filter((format) => format !== 'pdf'))(
    'become one zip of %s, with names of their own',
    async (format) => {
      const stage = await openStage();
      const ids = [
        await withPicture(stage),
        await withPicture(stage),
        writeConversation(stage.workspace, '../up', ['x']),
      ];
      const { name, messages } = await stage.run('all.zip', {
        conversationIds: ids,
        format,
        container: 'zip',
      });
      expect({ name, messages }).toEqual({ name: 'all.zip', messages: 5 });
      const entries = unzipSync(await readFile(join(stage.folder, 'all.zip')));
      const names = Object.keys(entries);
      expect(names.filter((entry) => entry.includes('..') && !entry.startsWith('..-'))).toEqual([]);
      if (format === 'bough') {
        expect(names.filter((entry) => entry.startsWith('attachments/'))).toHaveLength(2);
        expect(strFromU8(entries['bough.json'] ?? new Uint8Array())).toMatch(/"conversations":3,/);
      } else {
        expect(names.filter((entry) => !entry.includes('/'))).toHaveLength(3);
        expect(names).toContainEqual(expect.stringMatching(/^Plan 2\./));
      }
      expect(stage.events.at(-1)).toEqual({ type: 'export', id: 'export-1', work: null });
      expect(await readdir(join(stage.appFolder, 'exports'))).toEqual([]);
    },
  );
});

describe('an export that does not come to its end', () => {
  it.each(exportFormats)('%s leaves nothing behind when it is cancelled', async (format) => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', many(120));
    const path = join(stage.folder, 'Plan');
    stage.shell.savePaths.push(path);
    const wanted = wantedInFull({ conversationIds: [id], format });
    const publish = stage.events.push.bind(stage.events);
    // As soon as something was written.
    stage.events.push = (...events) => {
      if (events.some((event) => event.type === 'export' && event.work && event.work.done > 0))
        stage.exports.cancel(wanted.id);
      return publish(...events);
    };
    await expect(stage.exports.run(wanted)).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(stage.folder)).toEqual([]);
    expect(await readdir(join(stage.appFolder, 'exports'))).toEqual([]);
    expect(stage.exports.cancel(wanted.id)).toBe(false);
  });

  it('leaves nothing behind where the disk is full, and says so', async (context) => {
    const stage = await openStage();
    const id = await withPicture(stage);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', stage.folder], { stdio: 'ignore' });
    } catch {
      // Not root, or not Linux: then there is no such disk to be had.
      return context.skip('needs a disk of its own');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', stage.folder]));
    for (const format of exportFormats.filter((each) => each !== 'text')) {
      await expect(stage.run('Plan', { conversationIds: [id], format }), format).rejects.toMatchObject({
        code: 'disk_full',
      });
      expect(await readdir(stage.folder), format).toEqual([]);
    }
  });

  it.each(['gone/Plan.txt', 'file/Plan.txt', 'folder.txt', `${'y'.repeat(260)}.txt`])(
    'says that it cannot write at %s, and leaves nothing',
    async (name) => {
      const stage = await openStage();
      const id = writeConversation(stage.workspace, 'Plan', ['a']);
      await writeFile(join(stage.folder, 'file'), 'kept');
      await mkdir(join(stage.folder, 'folder.txt'));
      await expect(stage.run(name, { conversationIds: [id], format: 'text' })).rejects.toMatchObject({
        code: 'place_not_writable',
      });
      expect((await readdir(stage.folder)).sort()).toEqual(['file', 'folder.txt']);
      expect(await readFile(join(stage.folder, 'file'), 'utf8')).toBe('kept');
    },
  );

  it('is cleared away by the next start, and nothing else is', async () => {
    const stage = await openStage();
    const unfinished = new Unfinished(join(stage.appFolder, 'exports'), testLog);
    const path = join(stage.folder, 'Plan.html');
    await writeFile(path, 'an older export');
    await unfinished.note(path, 'one');
    await writeFile(`${path}.one.tmp`, 'half');
    const folder = join(stage.folder, 'Many');
    await unfinished.note(folder, 'two');
    await mkdir(`${folder}.two.tmp/Plan files`, { recursive: true });
    // A mark that was tampered with must not reach other files.
    await writeFile(join(unfinished.folder, 'three.unfinished'), JSON.stringify({ temporary: path }));
    await writeFile(join(unfinished.folder, 'page.html'), 'a page that was being laid out');
    expect((await unfinished.sweep()).sort()).toEqual(['Many', 'Plan.html']);
    expect(await readdir(stage.folder)).toEqual(['Plan.html']);
    expect(await readFile(path, 'utf8')).toBe('an older export');
    expect(await readdir(unfinished.folder)).toEqual([]);
    expect(await unfinished.sweep()).toEqual([]);
  });
});

describe('what the workspace has lost', () => {
  it.each(exportFormats)('%s says so and goes on', async (format) => {
    const stage = await openStage();
    const id = await withPicture(stage);
    const [message] = stage.workspace.messages.pathMessages(stage.workspace.conversations.get(id).tipId);
    const part = message?.parts[1];
    if (part?.type !== 'attachment') throw new Error('no attachment');
    await rm(stage.workspace.attachments.path(part.attachment.hash));
    expect(await stage.run('Plan', { conversationIds: [id], format })).toMatchObject({
      missing: 1,
      messages: 2,
    });
  });
});
