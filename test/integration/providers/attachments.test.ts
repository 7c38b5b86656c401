import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract';
import type { ViewMessage } from '#core/context/view.ts';
import { Media } from '../../../main/imaging/media.ts';
import { systemSchedule } from '../../../main/schedule.ts';
import { imageHeader } from '../../../main/storage/image-header.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { makePdf } from '../../support/make-pdf.ts';
import {
  ask,
  type Mount,
  modelOf,
  targetOf,
  userText,
  viewOf,
  wireOf,
  wires,
  withOllama,
} from './support.ts';

let lab: Lab;
let folder: string;
const opened: Media[] = [];
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  lab = await startLab();
  await withOllama(lab);
  folder = await mkdtemp(join(tmpdir(), 'bough-media-'));
});
afterAll(async () => {
  for (const media of opened) await media.close();
  await rm(folder, { recursive: true });
  lab.verify();
  await lab.close();
});

function openMedia(): Media {
  const log = { info: () => {}, warn: () => {}, error: (message: string) => expect.unreachable(message) };
  const workerFile = join(import.meta.dirname, '../../../main/imaging/media.worker.ts');
  const media = new Media({ workerFile, folder, schedule: systemSchedule, log });
  opened.push(media);
  return media;
}

const readAttachment = async (hash: string) => files.get(hash) ?? expect.unreachable(hash);

function fileOf(name: string, mime: string, bytes: Uint8Array): Attachment {
  const hash = createHash('sha256').update(bytes).digest('hex');
  files.set(hash, bytes);
  const header = imageHeader(bytes);
  if (!header) return { hash, name, mime, kind: 'file', bytes: bytes.byteLength };
  const { mime: found, ...size } = header;
  return { hash, name, mime: found, kind: 'image', bytes: bytes.byteLength, ...size };
}

/** A picture that no encoder makes small. */
async function noise(width: number, height: number, format: 'png' | 'jpeg' | 'gif'): Promise<Attachment> {
  let seed = 7;
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < raw.length; at += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) | 0;
    raw[at] = seed >>> 24;
  }
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
  return fileOf(`noise.${format}`, `image/${format}`, bytes);
}

const flat = async (width: number, height: number) =>
  fileOf(
    'flat.png',
    'image/png',
    await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .png()
      .toBuffer(),
  );

interface Reader {
  mount: Mount;
  id: string;
  figures?: object;
}
const readers: Reader[] = [
  { mount: 'anthropic', id: 'claude-lab-sonnet' },
  { mount: 'openai', id: 'gpt-lab', figures: { vision: true } },
  { mount: 'responses', id: 'gpt-5.5-lab-200k', figures: { vision: true } },
  { mount: 'google', id: 'gemini-3-pro-lab-1m', figures: { vision: true } },
  { mount: 'ollama', id: 'qwen3-vl:8b', figures: { vision: true, contextWindow: 32_768 } },
];

async function send({ mount, id, figures = {} }: Reader, attachments: Attachment[], media = openMedia()) {
  await ask(wireOf(wires({ media }), mount), {
    target: targetOf(lab, mount),
    model: await modelOf(lab, mount, id, figures),
    view: viewOf([
      userText(
        'u1',
        ...attachments.map((attachment) => ({ type: 'attachment' as const, attachment })),
        'Look',
      ),
    ]),
    readAttachment,
  });
  return lab.lastRequest();
}

/** The pictures of a request, whatever its wire. */
function picturesIn(value: unknown): Buffer[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(picturesIn);
  if (typeof value !== 'string') return [];
  const base64 = value.startsWith('data:image/') ? value.slice(value.indexOf(',') + 1) : value;
  return /^(?:iVBOR|\/9j\/)/.test(base64) ? [Buffer.from(base64, 'base64')] : [];
}

describe.each(readers)('an image for $mount', (reader) => {
  it('is made as small as the vendor wants it, and the same bytes the next time, after a restart too', async () => {
    const large = await flat(8400, 500);
    const first = (await send(reader, [large])).raw;
    const [sent] = picturesIn(JSON.parse(first.toString()));
    const { width = 0, height = 0 } = await sharp(sent).metadata();
    expect(Math.max(width, height)).toBe(reader.mount === 'anthropic' ? 2000 : 8000);
    expect(width / height).toBeCloseTo(8400 / 500, 0);
    const again = (await send(reader, [large])).raw;
    expect(again.equals(first)).toBe(true);
    expect(await readdir(folder)).not.toEqual([]);
  });

  it('goes as it is where it fits', async () => {
    const small = await flat(640, 480);
    const [sent] = picturesIn((await send(reader, [small])).body);
    expect(sent?.equals(files.get(small.hash) ?? Buffer.of())).toBe(true);
  });
});

it('makes a picture with too many bytes a smaller one', async () => {
  const heavy = await noise(2000, 2000, 'png');
  expect(heavy.bytes).toBeGreaterThan(10 * 1024 * 1024);
  const [sent] = picturesIn((await send(readers[0] as Reader, [heavy])).body);
  expect(sent?.toString('base64').length).toBeLessThanOrEqual(10 * 1024 * 1024);
  expect(imageHeader(sent ?? Buffer.of())?.mime).toBe('image/jpeg');
});

it('makes a picture of a kind that the vendor does not take one that it takes', async () => {
  const gif = await noise(60, 40, 'gif');
  const [sent] = picturesIn((await send(readers[3] as Reader, [gif])).body);
  expect(imageHeader(sent ?? Buffer.of())).toMatchObject({ mime: 'image/png', width: 60, height: 40 });
});

it('turns a photograph upright, for the mark that says so is lost with its size', async () => {
  const bytes = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: '#123456' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const photo = fileOf('photo.jpg', 'image/jpeg', bytes);
  const [sent] = picturesIn((await send(readers[0] as Reader, [photo])).body);
  expect(imageHeader(sent ?? Buffer.of())).toMatchObject({ mime: 'image/jpeg', width: 667, height: 2000 });
});

it('says so where a new image is damaged, and leaves an old one out', async () => {
  const whole = files.get((await flat(9000, 10)).hash) ?? Buffer.of();
  const broken = fileOf('broken.png', 'image/png', whole.subarray(0, 60));
  const attached = { type: 'attachment', attachment: broken } as const;
  const model = await modelOf(lab, 'anthropic', 'claude-lab-sonnet');
  const target = targetOf(lab, 'anthropic');
  const { anthropic } = wires({ media: openMedia() });
  const old: ViewMessage[] = [
    userText('u1', attached, 'Look'),
    { role: 'agent', messageId: 'a1', said: [{ type: 'text', text: 'I see.' }], native: null },
    userText('u2', 'And?'),
  ];
  const asked = ask(anthropic, { target, model, view: viewOf(old.slice(0, 1)), readAttachment });
  await expect(asked).rejects.toMatchObject({
    code: 'attachment_unsupported',
    params: { name: 'broken.png' },
  });
  await ask(anthropic, { target, model, view: viewOf(old), readAttachment });
  expect(lab.lastRequest().raw.toString()).toContain('[Image attached: \\"broken.png\\"');
});

describe('a PDF', () => {
  it.each(readers)('is its text for $mount', async (reader) => {
    const pdf = fileOf('report.pdf', 'application/pdf', makePdf(['Apples cost three crowns.', 'The end.']));
    const { raw } = await send(reader, [pdf]);
    expect(raw.toString()).toContain(
      '<file name=\\"report.pdf\\">\\n[Page 1]\\nApples cost three crowns.\\n\\n[Page 2]\\nThe end.\\n</file>',
    );
  });

  it.each([
    ['holds no text', makePdf(['', '']), 'It holds no text: its pages are pictures.'],
    ['is damaged', Buffer.from('%PDF-1.7\nnothing else'), 'It is damaged, so its text cannot be read.'],
  ])('that %s is told of in a sentence', async (_what, bytes, sentence) => {
    const { raw } = await send(readers[1] as Reader, [fileOf('x.pdf', 'application/pdf', bytes)]);
    expect(raw.toString()).toContain(sentence);
  });
});
