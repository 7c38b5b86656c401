import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { importMethods } from '#contract/import.ts';
import { DroppedFiles } from '../../../main/import/dropped-files.ts';
import { codeOf, temporaryFolder, testEnvironment } from '../storage/support.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

let folder: string;
let drops: DroppedFiles;
beforeEach(async () => {
  folder = join(temporaryFolder(), 'dropped');
  await mkdir(folder);
  drops = new DroppedFiles(folder, testEnvironment());
});

/** Everything below a folder, with its content. */
async function allIn(top: string): Promise<Record<string, string>> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (path) => [relative(top, path), await readFile(path, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(read)).sort());
}

describe('dropped files and folders', () => {
  it('keep their places in their folders, two folders of one name apart', async () => {
    const id = await drops.begin([
      { item: 0, path: 'export/conversations.json', bytes: 4 },
      { item: 0, path: 'export/projects/one.json', bytes: 2 },
      { item: 1, path: 'export/conversations.json', bytes: 3 },
      { item: 2, path: 'chat.md', bytes: 0 },
    ]);
    await drops.take(id, 0, bytesOf('[{'));
    await drops.take(id, 1, bytesOf('{}'));
    await drops.take(id, 0, bytesOf('}]'));
    await drops.take(id, 2, bytesOf('[ ]'));
    const tops = drops.end(id);
    expect(tops.map((top) => relative(join(folder, id), top))).toEqual(['0/export', '1/export', '2/chat.md']);
    expect(await allIn(tops[0] ?? '')).toEqual({ 'conversations.json': '[{}]', 'projects/one.json': '{}' });
    expect(await allIn(tops[1] ?? '')).toEqual({ 'conversations.json': '[ ]' });
    expect(await drops.remove(id)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('never leave their folder, and never lie over each other, whatever they are called', async () => {
    const names = ['a?.json', 'a_.json', 'A_.JSON', 'C:\\Windows\\win.ini', 'con', ' ', '\u202egnp.exe'];
    const files = names.map((name) => ({ item: 0, path: `top/${name}`, bytes: name.length }));
    const id = await drops.begin(files);
    for (const [at, name] of names.entries()) {
      const written = bytesOf(name).slice(0, name.length);
      await drops.take(id, at, written);
    }
    drops.end(id);
    const kept = await allIn(folder);
    expect(Object.keys(kept)).toHaveLength(names.length);
    for (const path of Object.keys(kept)) expect(path.startsWith(join(id, '0', 'top'))).toBe(true);
  });

  it('are refused where their path could lead elsewhere, or bytes are too many or too few', async () => {
    const { input } = importMethods['import.dropBegin'];
    for (const path of ['', '..', '../x', 'a/../../x', '/etc/passwd', 'a//b', 'a/.', `${'a/'.repeat(12)}b`]) {
      expect(input.safeParse({ files: [{ item: 0, path, bytes: 1 }] }).success).toBe(false);
    }
    expect(input.safeParse({ files: [{ item: 0, path: 'a/b c.json', bytes: 1 }] }).success).toBe(true);
    const id = await drops.begin([{ item: 0, path: 'a.json', bytes: 2 }]);
    expect(await codeOf(() => drops.end(id))).toBe('bad_request');
    expect(await codeOf(() => drops.take(id, 0, bytesOf('[ ]')))).toBe('bad_request');
    expect(await codeOf(() => drops.take(id, 1, bytesOf('x')))).toBe('bad_request');
    await drops.close();
    expect(await codeOf(() => drops.take(id, 0, bytesOf('[]')))).toBe('not_found');
    expect(await readdir(folder)).toEqual([]);
  });
});
