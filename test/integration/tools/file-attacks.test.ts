import { execFileSync } from 'node:child_process';
import { link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openForReading, openForWriting } from '../../../main/tools/files/open-checked.ts';
import { pathProblem } from '../../../main/tools/files/path-words.ts';
import { Refusal } from '../../../main/tools/tool.ts';
import { Bench } from './support.ts';

const secret = 'THE-SECRET';
let bench: Bench;

beforeEach(async () => {
  bench = await Bench.start();
  await writeFile(join(bench.folder, 'secret.txt'), secret);
  await writeFile(join(bench.closed, 'keys.json'), secret);
  await mkdir(join(bench.folder, 'given-twin'));
  await writeFile(join(bench.folder, 'given-twin', 'secret.txt'), secret);
  await writeFile(join(bench.given, 'notes.txt'), 'Notes');
  await mkdir(join(bench.given, 'sub'));
  await symlink(join(bench.folder, 'secret.txt'), join(bench.given, 'link'));
  await symlink(bench.folder, join(bench.given, 'up'));
  await symlink('..', join(bench.given, 'sub', 'parent'));
  await symlink('link', join(bench.given, 'chain'));
  await symlink('loop', join(bench.given, 'loop'));
  await symlink('/dev/zero', join(bench.given, 'zero'));
  await symlink('/proc/self/environ', join(bench.given, 'environ'));
  await symlink(bench.closed, join(bench.given, 'app'));
  execFileSync('mkfifo', [join(bench.given, 'pipe')]);
  bench.give('read');
  bench.give('write');
});
afterEach(() => bench.end());

/** Nobody would expect any of these, so nobody is asked. */
const refused = (folder: string, given: string): [string, string][] => [
  ['parent', '../secret.txt'],
  ['parent from inside', 'sub/../../secret.txt'],
  ['parent of a whole path', `${given}/../secret.txt`],
  ['parent with doubled slashes', 'sub//..//..//secret.txt'],
  ['parent with backslashes', '..\\secret.txt'],
  ['parent behind a dot', './../secret.txt'],
  ['encoded parent', '%2e%2e/secret.txt'],
  ['encoded slash', '..%2fsecret.txt'],
  ['encoded backslash', '..%5csecret.txt'],
  ['doubly encoded parent', '%252e%252e/secret.txt'],
  ['NUL', 'notes.txt\u0000/../../secret.txt'],
  ['NUL at the end', `${folder}/secret.txt\u0000.txt`],
  ['line break', 'notes.txt\n'],
  ['link to a file outside', 'link'],
  ['link by its whole path', `${given}/link`],
  ['link to the folder above', 'up/secret.txt'],
  ['link of a link', 'chain'],
  ['link in a whole path', `${given}/up/given-twin/secret.txt`],
  ['circle of links', 'loop'],
  ['device behind a link', 'zero'],
  ['what the kernel shows behind a link', 'environ'],
  ['device', '/dev/zero'],
  ['terminal', '/dev/tty'],
  ['standard input', '/dev/stdin'],
  ['environment of this process', '/proc/self/environ'],
  ['open files of this process', '/proc/self/fd/0'],
  ['root of this process', `/proc/self/root${folder}/secret.txt`],
  ['kernel setting', '/sys/kernel/notes'],
  ['pipe', 'pipe'],
  ['home of the user', '~/secret.txt'],
  ['home of another user', '~root/.ssh/id_rsa'],
  ['network path', '\\\\server\\share\\secret.txt'],
  ['network path with slashes', '//server/share/secret.txt'],
  ['device path of Windows', '\\\\.\\PhysicalDrive0'],
  ['long path of Windows', '\\\\?\\C:\\secret.txt'],
  ['file address', `file://${folder}/secret.txt`],
  ['web address', 'https://example.org/secret.txt'],
  ["app's own folder", `${folder}/app/keys.json`],
  ["app's own folder behind a link", 'app/keys.json'],
  ['other case', '../SECRET.TXT'],
  ['empty', ' '],
  ['too long', `${'a'.repeat(300)}/x`],
];

describe('reading', () => {
  it('refuses every way out of what was given, without a question', async () => {
    for (const [name, path] of refused(bench.folder, bench.given)) {
      const { text, failed } = await bench.call('read_file', { path });
      expect([name, failed], text).toEqual([name, true]);
      expect(text, name).not.toContain(secret);
    }
    expect(refused(bench.folder, bench.given).length).toBeGreaterThanOrEqual(40);
    expect(bench.asked).toEqual([]);
  });

  it('asks for any other file by its real path, and takes no for an answer', async () => {
    await symlink(join(bench.folder, 'given-twin'), join(bench.folder, 'alias'));
    const twin = join(bench.folder, 'given-twin', 'secret.txt');
    for (const path of [twin, join(bench.folder, 'alias', 'secret.txt')]) {
      const { text, failed, eventful } = await bench.call('read_file', { path, reason: 'I need it.' });
      expect([failed, eventful]).toEqual([true, true]);
      expect(text).toContain('did not allow');
    }
    expect(bench.asked).toEqual([
      { kind: 'read', place: twin, why: 'I need it.' },
      { kind: 'read', place: twin, why: 'I need it.' },
    ]);
  });

  it('reads what was given, quietly', async () => {
    for (const path of ['notes.txt', join(bench.given, 'notes.txt')]) {
      const { text, failed, eventful } = await bench.call('read_file', { path });
      expect(text).toContain('Notes');
      expect([failed, eventful]).toEqual([false, false]);
    }
    expect((await bench.call('read_file', { path: bench.given })).text).toContain('sub/');
    expect(bench.asked).toEqual([]);
  });

  it('does not read another place than the user was asked about', async () => {
    const way = join(bench.folder, 'way');
    await symlink(join(bench.folder, 'given-twin'), way);
    bench.answer = null;
    const reading = bench.call('read_file', { path: join(way, 'secret.txt') });
    await expect.poll(() => bench.approvals.pending().length).toBe(1);
    await rm(way);
    await symlink(bench.folder, way);
    const [question] = bench.approvals.pending();
    bench.approvals.decide(question?.id ?? '', 'once');
    const { text, failed } = await reading;
    expect(failed).toBe(true);
    expect(text).not.toContain(secret);
  });

  it.each([
    ['a link', async (path: string, outside: string) => symlink(outside, path)],
    ['another file', async (path: string, outside: string) => link(outside, path)],
    ['a pipe', async (path: string) => void execFileSync('mkfifo', [path])],
  ])('notices %s that came between the check and the opening', async (_name, swap) => {
    const path = join(bench.given, 'notes.txt');
    const opening = openForReading(path, async () => {
      await rm(path);
      await swap(path, join(bench.folder, 'secret.txt'));
    });
    await expect(opening).rejects.toBeInstanceOf(Refusal);
  });

  it('notices a folder that was exchanged between the check and the opening', async () => {
    const path = join(bench.given, 'sub', 'secret.txt');
    await writeFile(path, 'harmless');
    const opening = openForReading(path, async () => {
      await rename(join(bench.given, 'sub'), join(bench.given, 'moved'));
      await symlink(bench.folder, join(bench.given, 'sub'));
    });
    await expect(opening).rejects.toBeInstanceOf(Refusal);
  });
});

describe('writing', () => {
  it('refuses every way out of what was given, and changes nothing', async () => {
    const outward = refused(bench.folder, bench.given).filter(
      ([name]) => !['link to a file outside', 'link by its whole path', 'link of a link'].includes(name),
    );
    for (const [name, path] of outward) {
      const { failed, text } = await bench.call('write_file', { path, content: 'broken' });
      expect([name, failed], text).toEqual([name, true]);
    }
    expect(await readFile(join(bench.folder, 'secret.txt'), 'utf8')).toBe(secret);
    expect(await readFile(join(bench.closed, 'keys.json'), 'utf8')).toBe(secret);
    expect(bench.asked).toEqual([]);
  });

  it('refuses links, pipes and folders in the place of a file', async () => {
    for (const path of ['link', 'chain', 'pipe', 'sub', 'loop']) {
      const { failed } = await bench.call('write_file', { path, content: 'broken' });
      expect([path, failed]).toEqual([path, true]);
    }
    expect(await readFile(join(bench.folder, 'secret.txt'), 'utf8')).toBe(secret);
  });

  it('writes and replaces where it may, and says that something happened', async () => {
    const made = await bench.call('write_file', { path: 'new.txt', content: 'one' });
    expect(made).toMatchObject({ failed: false, eventful: true });
    await bench.call('write_file', { path: 'new.txt', content: 'two' });
    expect(await readFile(join(bench.given, 'new.txt'), 'utf8')).toBe('two');
    expect(bench.asked).toEqual([]);
  });

  it('does not write through a folder that was exchanged', async () => {
    const opening = openForWriting(join(bench.given, 'sub', 'new.txt'), async () => {
      await rename(join(bench.given, 'sub'), join(bench.given, 'moved'));
      await symlink(bench.folder, join(bench.given, 'sub'));
    });
    await expect(opening).rejects.toBeInstanceOf(Refusal);
  });

  it('asks with what would be written, and whether something is replaced', async () => {
    bench.answer = null;
    const path = join(bench.folder, 'given-twin', 'secret.txt');
    const writing = bench.call('write_file', { path, content: 'new words' });
    await expect.poll(() => bench.approvals.pending().length).toBe(1);
    const [question] = bench.approvals.pending();
    expect(question).toMatchObject({ kind: 'write', place: path, content: 'new words', replaces: true });
    bench.approvals.decide(question?.id ?? '', 'once');
    expect((await writing).failed).toBe(false);
    expect(await readFile(path, 'utf8')).toBe('new words');
  });
});

describe('paths of Windows', () => {
  it.each([
    'CON',
    'nul.txt',
    'C:\\folder\\aux',
    'COM1.log',
    'notes.txt:hidden',
    'C:relative.txt\\x:y',
    'trailing. ',
    'folder.\\x',
    '\\\\server\\share',
    '\\\\?\\C:\\x',
    '\\\\.\\pipe\\x',
    '\\Windows\\System32',
    '..\\x',
    'C:\\x\\..\\y',
    'C:\\x\u0000y',
  ])('refuses %s', (path) => {
    expect(pathProblem(path, 'win32')).not.toBeNull();
  });

  it('takes a plain one', () => {
    expect(pathProblem('C:\\Users\\Ann\\letter.txt', 'win32')).toBeNull();
    expect(pathProblem('letters\\2024.txt', 'win32')).toBeNull();
  });
});
