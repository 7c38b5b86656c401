import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { chatGptArchive, claudeArchive } from '../../fixtures/import-archives.ts';
import { temporaryFolder } from '../storage/support.ts';
import { everything, openRig } from './rig.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const good = chatGptArchive({ seed: 5, conversations: 6, nodes: 6, layout: 'full' });

async function bring(file: string, content: Uint8Array) {
  const folder = temporaryFolder();
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const rig = await openRig(join(folder, 'outside/workspace'));
  const before = everything(rig);
  const report = await rig.bring([path]);
  const after = everything(rig);
  await rig.close();
  // Nothing but the archive and the workspace is in the folder afterwards.
  expect(readdirSync(folder).sort()).toEqual([file, 'outside'].sort());
  expect(readdirSync(join(folder, 'outside'))).toEqual(['workspace']);
  const temporary = join(folder, 'outside/workspace/imports');
  if (existsSync(temporary)) expect(readdirSync(temporary)).toEqual([]);
  return { report, untouched: before === after };
}

/** A zip of one entry whose name no zip program would write. */
function named(name: string): Uint8Array {
  const placeholder = 'x'.repeat(name.length);
  const zip = Buffer.from(zipSync({ [placeholder]: encode('[]'), ...good }));
  for (let at = zip.indexOf(placeholder); at >= 0; at = zip.indexOf(placeholder, at + 1)) zip.write(name, at);
  return zip;
}

describe('archives that are not safe', () => {
  it.each(['../../evil.json', '/etc/evil.json', 'a/../../evil.js', 'C:/evil.json'])(
    'one with the name %s is refused whole, with a sentence of its own',
    async (name) => {
      const { report, untouched } = await bring('export.zip', named(name));
      expect(report).toMatchObject({ state: 'failed', failure: { code: 'import_unsafe' }, imported: 0 });
      expect(untouched).toBe(true);
    },
  );

  it('one that unpacks to 300 MB of nothing is refused before it is unpacked', async () => {
    const zip = zipSync({ 'conversations.json': new Uint8Array(300 * 1024 * 1024) }, { level: 9 });
    const { report, untouched } = await bring('bomb.zip', zip);
    expect(report).toMatchObject({ state: 'failed', failure: { code: 'import_unsafe' } });
    expect(untouched).toBe(true);
  }, 30_000);

  it('one that says it is smaller than it is ends with what its file holds, reported as damaged', async () => {
    const text = good['conversations.json'] ?? new Uint8Array();
    const zip = Buffer.from(zipSync({ 'conversations.json': text }));
    const directory = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    zip.writeUInt32LE(10, directory + 24);
    const { report, untouched } = await bring('export.zip', zip);
    expect(report.problems).toContainEqual({ kind: 'file_damaged', file: 'conversations.json', rescued: 0 });
    expect(untouched).toBe(true);
  });

  it('one in which entries share their bytes is refused', async () => {
    const zip = Buffer.from(zipSync({ 'a.json': encode('[]'), 'b.json': encode('[]') }));
    const first = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const second = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'), first + 1);
    zip.writeUInt32LE(zip.readUInt32LE(first + 42), second + 42);
    expect((await bring('export.zip', zip)).report).toMatchObject({ failure: { code: 'import_unsafe' } });
  });
});

describe('archives that are not whole', () => {
  it('a zip whose end is missing is refused with a sentence, and nothing came in', async () => {
    const zip = zipSync(good);
    const { report, untouched } = await bring('export.zip', zip.slice(0, zip.length - 60));
    expect(report).toMatchObject({
      state: 'failed',
      failure: { code: 'import_unreadable', params: { name: 'export.zip' } },
    });
    expect(untouched).toBe(true);
  });

  it('bytes that were changed on the way are told', async () => {
    const zip = Buffer.from(
      zipSync({ 'conversations.json': good['conversations.json'] ?? encode('') }, { level: 0 }),
    );
    const at = zip.indexOf('harbour');
    zip.write('harbouR', at);
    const { report } = await bring('export.zip', zip);
    expect(report.problems).toContainEqual(
      expect.objectContaining({ kind: 'file_damaged', file: 'conversations.json' }),
    );
  });

  it('a file that is cut off gives the conversations before the cut', async () => {
    const text = good['conversations.json'] ?? new Uint8Array();
    const { report } = await bring('conversations.json', text.slice(0, Math.floor(text.length * 0.6)));
    expect(report.imported).toBeGreaterThan(0);
    expect(report.problems).toContainEqual({
      kind: 'file_damaged',
      file: 'conversations.json',
      rescued: report.imported,
    });
  });
});

describe('texts in other encodings', () => {
  const value = JSON.stringify([
    {
      uuid: 'a',
      name: 'ตลาดน้ำ',
      chat_messages: [{ uuid: 'm', sender: 'human', text: 'příliš 学习 🏮', content: [] }],
    },
  ]);

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${value}`, 'utf8')],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${value}`, 'utf16le')],
    ['UTF-16 LE without', Buffer.from(value, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\uFEFF${value}`, 'utf16le').swap16()],
  ])('%s is read', async (_, bytes) => {
    const { report } = await bring('conversations.json', bytes);
    expect(report).toMatchObject({ imported: 1, problems: [] });
    expect(report.conversations[0]?.title).toBe('ตลาดน้ำ');
  });

  it('what is no UTF-8 is named and left out; the rest comes in', async () => {
    const broken = Buffer.from('{"uuid":"b","name":"caf\xe9","chat_messages":[]}', 'latin1');
    const { report } = await bring(
      'conversations.json',
      Buffer.concat([Buffer.from(value.slice(0, -1)), Buffer.from(','), broken, Buffer.from(']')]),
    );
    expect(report).toMatchObject({ imported: 1, unreadable: 1 });
    expect(report.problems).toContainEqual({ kind: 'file_encoding', file: 'conversations.json' });
  });
});

describe('values made to break a reader', () => {
  it('one nested a million times is one unreadable entry', async () => {
    const deep = `{"mapping":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}}`;
    const { report } = await bring(
      'conversations.json',
      encode(`[${deep},{"uuid":"a","chat_messages":[{"uuid":"m","sender":"human","text":"hi"}]}]`),
    );
    expect(report.imported).toBe(1);
  });

  it('one with 100,000 children of one message, and one with a chain as long, are read', async () => {
    const node = (key: number, parent: number | null) => [
      `n${key}`,
      {
        id: `n${key}`,
        parent: parent === null ? null : `n${parent}`,
        message: { author: { role: 'tool' }, content: { content_type: 'execution_output', text: 'x' } },
      },
    ];
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => node(n, n === 0 ? null : 0)));
    const long = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => node(n, n === 0 ? null : n - 1)),
    );
    const { report } = await bring(
      'conversations.json',
      encode(
        JSON.stringify([
          { id: 'a', mapping: wide },
          { id: 'b', mapping: long },
        ]),
      ),
    );
    expect(report).toMatchObject({ imported: 2, unreadable: 0 });
  }, 60_000);

  it('names such as __proto__ are names', async () => {
    const text =
      '[{"id":"__proto__","title":"x","mapping":{"__proto__":{"id":"__proto__","message":{"author":{"role":"user"},"content":{"content_type":"__proto__","text":"hello"}}}}}]';
    const { report } = await bring('conversations.json', encode(text));
    expect(report.imported).toBe(1);
    expect(({} as Record<string, unknown>)['text']).toBeUndefined();
  });
});

it('zips in zips are read', async () => {
  const inner = zipSync(claudeArchive({ seed: 9, conversations: 3, nodes: 4 }));
  const { report } = await bring(
    'outer.zip',
    zipSync({ 'User Online Activity/Conversations-chatgpt-0001.zip': inner }),
  );
  expect(report).toMatchObject({ state: 'done', imported: 3 });
});

it('a Markdown transcript is a conversation; any other document is none', async () => {
  const text = '# Boats\n\n## You\n\nName one.\n\n```md\n## You\n```\n\n## Assistant\n\nGodwit.\n';
  const { report } = await bring('boats.md', encode(text));
  expect(report).toMatchObject({ imported: 1, messages: 2, sources: ['markdown'] });
  expect(report.conversations[0]?.title).toBe('Boats');
  expect((await bring('notes.md', encode('# Notes\n\nNothing said.\n'))).report).toMatchObject({
    failure: { code: 'import_nothing' },
  });
});
