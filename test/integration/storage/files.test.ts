import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxAttachmentBytes } from '#contract/attachments.ts';
import { attachmentSchema } from '#contract/parts.ts';
import { writeDurably } from '../../../main/storage/durable-file.ts';
import { cleanFileName } from '../../../main/storage/file-name.ts';
import { fileTypeOf } from '../../../main/storage/file-type.ts';
import { imageHeader } from '../../../main/storage/image-header.ts';
import {
  Chat,
  codeOf,
  open,
  openNew,
  rawDatabase,
  temporaryFolder,
  testEnvironment,
  workspaceOptions,
} from './support.ts';

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const png = (width: number[], height: number[]) =>
  bytesOf('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', width, height, [8, 6, 0, 0, 0]);
const onePixel = png([0, 0, 0, 1], [0, 0, 0, 1]);
const jpeg = bytesOf(
  '\xff\xd8\xff\xe0',
  [0, 6],
  'JFIF',
  '\xff\xff\xc4',
  [0, 3, 0],
  '\xff\xc2',
  [0, 17, 8, 1, 2, 3, 4],
  [3, 1, 0x22, 0],
);
const vp8x = bytesOf(
  'RIFF',
  [30, 0, 0, 0],
  'WEBPVP8X',
  [10, 0, 0, 0],
  [0, 0, 0, 0],
  [0x7f, 0x07, 0],
  [0x37, 0x04, 0],
);
const vp8 = bytesOf(
  'RIFF',
  [30, 0, 0, 0],
  'WEBPVP8 ',
  [10, 0, 0, 0],
  [0, 0, 0],
  '\x9d\x01\x2a',
  [0x40, 1, 0xf0, 0x40],
);
const vp8l = bytesOf(
  'RIFF',
  [30, 0, 0, 0],
  'WEBPVP8L',
  [10, 0, 0, 0],
  '\x2f',
  [0x3f, 0xc1, 0x3b, 0],
  [0, 0, 0, 0, 0],
);

describe('what a file is, by its bytes', () => {
  it.each([
    ['png', onePixel, { mime: 'image/png', width: 1, height: 1 }],
    ['a wide png', png([0, 1, 0, 0], [0, 0, 4, 0]), { mime: 'image/png', width: 65_536, height: 1024 }],
    ['jpeg, behind two segments and a fill byte', jpeg, { mime: 'image/jpeg', width: 772, height: 258 }],
    ['gif', bytesOf('GIF89a', [0x40, 1, 0xf0, 0], [0]), { mime: 'image/gif', width: 320, height: 240 }],
    ['webp, lossy', vp8, { mime: 'image/webp', width: 320, height: 240 }],
    ['webp, lossless', vp8l, { mime: 'image/webp', width: 320, height: 240 }],
    ['webp, extended', vp8x, { mime: 'image/webp', width: 1920, height: 1080 }],
  ])('%s', (_name, bytes, expected) => {
    expect(fileTypeOf(bytes)).toEqual({ kind: 'image', ...expected });
  });

  const file = (mime: string) => ({ kind: 'file', mime });
  const plain = { kind: 'text', mime: 'text/plain' };
  it.each([
    ['a pdf', bytesOf('%PDF-1.7\n\xe2\xe3'), file('application/pdf')],
    ['a png without pixels', png([0, 0, 0, 0], [0, 0, 0, 1]), file('application/octet-stream')],
    ['a png cut short', onePixel.subarray(0, 20), file('application/octet-stream')],
    ['a jpeg without a frame', bytesOf('\xff\xd8\xff\xd9'), file('application/octet-stream')],
    ['a program', bytesOf('\x7fELF', [2, 1, 1, 0]), file('application/octet-stream')],
    ['an svg, which can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), plain],
    ['html, which is never run', Buffer.from('<!doctype html><script>alert(1)</script>'), plain],
    ['Thai in UTF-8', Buffer.from('สวัสดี\n'), plain],
    ['an empty file', Buffer.alloc(0), plain],
    ['UTF-8 with a mark', bytesOf([0xef, 0xbb, 0xbf], 'a'), plain],
    [
      'UTF-16, little end first',
      bytesOf([0xff, 0xfe], 'a\0'),
      { kind: 'text', mime: 'text/plain;charset=utf-16le' },
    ],
    [
      'UTF-16, big end first',
      bytesOf([0xfe, 0xff], '\0a'),
      { kind: 'text', mime: 'text/plain;charset=utf-16be' },
    ],
    ['half a UTF-16 unit', bytesOf([0xff, 0xfe], 'a\0b'), file('application/octet-stream')],
    ['Latin-1', bytesOf('caf\xe9 noir'), file('application/octet-stream')],
    ['UTF-8 with zeros', bytesOf('a\0b'), file('application/octet-stream')],
    ['UTF-8 cut inside a character', Buffer.from('ž').subarray(0, 1), file('application/octet-stream')],
  ])('%s', (_name, bytes, expected) => {
    expect(fileTypeOf(bytes)).toEqual(expected);
  });

  it('takes any bytes, and any beginning of an image, without throwing or inventing a size', () => {
    const images = [onePixel, jpeg, vp8, vp8l, vp8x];
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => void fileTypeOf(bytes)));
    fc.assert(
      fc.property(
        fc.constantFrom(...images),
        fc.nat(60),
        fc.uint8Array({ maxLength: 40 }),
        (image, cut, tail) => {
          const header = imageHeader(Buffer.concat([image.subarray(0, cut), tail]));
          if (header) expect(Math.min(header.width, header.height)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('reads a jpeg in a larger buffer, as a view of it', () => {
    const padded = Buffer.concat([Buffer.from('xxxxx'), jpeg]);
    expect(imageHeader(padded.subarray(5))).toMatchObject({ width: 772, height: 258 });
  });
});

describe('cleanFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system32\\evil.exe', 'evil.exe'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['a\u0000b\r\n.txt', 'ab.txt'],
    ['CON', '_CON'],
    ['com1.txt', '_com1.txt'],
    ['console.txt', 'console.txt'],
    ['what? "now": <x|y>*.md', 'what_ _now__ _x_y__.md'],
    ['trailing. . ', 'trailing'],
    ['..', 'file'],
    ['', 'file'],
    ['/', 'file'],
    ['\ud800', 'file'],
    ['รายงาน ประจำปี.docx', 'รายงาน ประจำปี.docx'],
    ['.gitignore', '.gitignore'],
    ['Z\u030Cena.txt', '\u017Dena.txt'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it('keeps the extension of a name that is too long', () => {
    const clean = cleanFileName(`${'\u{1F600}'.repeat(300)}.png`);
    expect(clean.length).toBeLessThanOrEqual(255);
    expect(clean.endsWith('\u{1F600}.png')).toBe(true);
  });

  it('gives a name that the bridge takes and that names no folder, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanFileName(name);
        expect(clean).not.toMatch(/[/\\\0]|^\.{0,2}$/);
        expect(attachmentSchema.shape.name.safeParse(clean).success).toBe(true);
        expect(cleanFileName(clean)).toBe(clean);
      }),
    );
  });
});

describe('attachments', () => {
  it('are kept by content: the same bytes under two names are one file', async () => {
    const workspace = await openNew();
    const first = await workspace.attachments.add('a.png', onePixel);
    const second = await workspace.attachments.add('../b.png', onePixel);
    expect(second).toEqual({ ...first, name: 'b.png' });
    expect(first).toEqual({
      hash: first.hash,
      name: 'a.png',
      mime: 'image/png',
      kind: 'image',
      bytes: onePixel.length,
      width: 1,
      height: 1,
    });
    expect(readdirSync(join(workspace.folder, 'attachments'))).toEqual([first.hash]);
    expect(Buffer.from(await workspace.attachments.read(first.hash))).toEqual(onePixel);
    expect(workspace.attachments.info(first.hash)).toEqual({
      mime: 'image/png',
      kind: 'image',
      bytes: onePixel.length,
      width: 1,
      height: 1,
    });
  });

  it('are written once when they are added many times at once', async () => {
    const workspace = await openNew();
    const added = await Promise.all(
      Array.from({ length: 8 }, () => workspace.attachments.add('a.txt', Buffer.from('hello'))),
    );
    expect(new Set(added.map((attachment) => attachment.hash)).size).toBe(1);
    expect(readdirSync(join(workspace.folder, 'attachments'))).toHaveLength(1);
  });

  it('are never handed out damaged, and are put right when added again', async () => {
    const workspace = await openNew();
    const { hash } = await workspace.attachments.add('a.txt', Buffer.from('hello'));
    writeFileSync(workspace.attachments.path(hash), 'hellO');
    expect(await codeOf(() => workspace.attachments.read(hash))).toBe('attachment_missing');
    await workspace.attachments.add('a.txt', Buffer.from('hello'));
    expect(readFileSync(workspace.attachments.path(hash), 'utf8')).toBe('hello');
  });

  it.each(['../bough.db', '/etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(64)}/..`])(
    'never lead out of their folder: %j is no hash',
    async (evil) => {
      const workspace = await openNew();
      expect(await codeOf(() => workspace.attachments.path(evil))).toBe('bad_request');
      expect(await codeOf(() => workspace.attachments.read(evil))).toBe('bad_request');
    },
  );

  it('say so when they are gone, were never there, or are too large', async () => {
    const workspace = await openNew();
    const never = 'b'.repeat(64);
    expect(await codeOf(() => workspace.attachments.read(never))).toBe('attachment_missing');
    expect(await codeOf(() => workspace.attachments.info(never))).toBe('attachment_missing');
    const large = new Uint8Array(maxAttachmentBytes + 1);
    expect(await codeOf(() => workspace.attachments.add('big', large))).toBe('attachment_too_large');
  });

  it('must be what the window says they are, in a message and in a draft', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const script = await workspace.attachments.add('a.svg', Buffer.from('<svg onload="alert(1)"/>'));
    const send = (attachment: typeof script) => () =>
      workspace.messages.appendUser({
        conversationId: chat.id,
        parentId: chat.tip,
        parts: [{ type: 'attachment', attachment }],
      });
    expect(await codeOf(send({ ...script, kind: 'image', mime: 'image/svg+xml' }))).toBe('bad_request');
    expect(await codeOf(send({ ...script, hash: 'c'.repeat(64) }))).toBe('attachment_missing');
    const draft = () =>
      workspace.drafts.save(chat.id, { text: '', attachments: [{ ...script, kind: 'image' }] });
    expect(await codeOf(draft)).toBe('bad_request');
    expect(chat.tip).toBe(chat.rootId);
    expect(send(script)()).toMatchObject({ parts: [{ attachment: script }] });
  });

  it('[B5] stay while any conversation needs them, and go with the last one', async () => {
    const environment = testEnvironment();
    const workspace = await openNew({ environment });
    const [one, two] = [new Chat(workspace), new Chat(workspace)];
    const shared = await workspace.attachments.add('shared.txt', Buffer.from('shared'));
    const alone = await workspace.attachments.add('alone.txt', Buffer.from('alone'));
    const drafted = await workspace.attachments.add('drafted.txt', Buffer.from('drafted'));
    const send = (chat: Chat, attachment: typeof shared) =>
      workspace.messages.appendUser({
        conversationId: chat.id,
        parentId: chat.tip,
        parts: [{ type: 'attachment', attachment }],
      });
    send(one, shared);
    send(two, shared);
    send(one, alone);
    workspace.drafts.save(two.id, { text: 'soon', attachments: [drafted] });
    environment.time += 2 * 60 * 60 * 1000;
    const fresh = await workspace.attachments.add('fresh.txt', Buffer.from('fresh'));
    workspace.conversations.trash(one.id);
    workspace.conversations.emptyTrash([one.id, two.id]);
    await workspace.close();
    expect(readdirSync(join(workspace.folder, 'attachments')).toSorted()).toEqual(
      [shared.hash, drafted.hash, fresh.hash].toSorted(),
    );
  });
});

describe('writeDurably', () => {
  const moments = ['temp-created', 'temp-written', 'temp-synced'] as const;

  it.each(moments)('[T3] leaves the old file whole when it fails at %s', async (fatal) => {
    const file = join(temporaryFolder(), 'a.json');
    writeFileSync(file, 'old');
    const write = writeDurably(file, Buffer.from('new'), 'x', (moment) => {
      if (moment === fatal) throw new Error('no more');
    });
    await expect(write).rejects.toThrow('no more');
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(join(file, '..'))).toEqual(['a.json']);
  });

  it('[T3] shows the new file only when all of it is on the disk', async () => {
    const file = join(temporaryFolder(), 'a.json');
    writeFileSync(file, 'old');
    const seen: string[] = [];
    await writeDurably(file, Buffer.from('new'), 'x', (moment) => {
      seen.push(`${moment}: ${readFileSync(file, 'utf8')}`);
    });
    expect(seen).toEqual([
      'temp-created: old',
      'temp-written: old',
      'temp-synced: old',
      'renamed: new',
      'folder-synced: new',
    ]);
  });

  it('never writes through a temporary file that somebody else made', async () => {
    const file = join(temporaryFolder(), 'a.json');
    writeFileSync(`${file}.x.tmp`, 'not mine');
    await expect(writeDurably(file, Buffer.from('new'), 'x')).rejects.toThrow('EEXIST');
    expect(readFileSync(`${file}.x.tmp`, 'utf8')).toBe('not mine');
  });

  it('leaves half-written files that a crash left to the next start, which removes them', async () => {
    const workspace = await openNew();
    await workspace.close();
    for (const folder of ['transcripts', 'attachments', 'backups']) {
      writeFileSync(join(workspace.folder, folder, 'half.tmp'), 'ha');
    }
    await open(workspaceOptions(workspace.folder));
    for (const folder of ['transcripts', 'attachments', 'backups']) {
      expect(readdirSync(join(workspace.folder, folder))).toEqual([]);
    }
    expect(rawDatabase(workspace.folder).pragma('quick_check', { simple: true })).toBe('ok');
  });
});
