import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFormat } from '#contract';
import { createTestShell } from '../../host/test-services.ts';
import { Rig } from '../run/rig.ts';
import { foldedConversation } from './folded.ts';
import { wantedInFull } from './open-stage.ts';

const shell = createTestShell();
let rig: Rig;
let id = '';
let pages: Buffer[] = [];
let out = '';

beforeAll(async () => {
  rig = await Rig.start({ shell });
  const folded = await foldedConversation(rig);
  id = folded.id;
  await rig.call('conversations.rename', { id, title: 'Plan' });
  pages = await Promise.all(folded.hashes.map((hash) => readPage(hash)));
  expect(pages.length).toBeGreaterThan(1);
  out = join(rig.folder, 'out');
  await mkdir(out);
}, 120_000);
afterAll(() => rig.end());

const readPage = async (hash: string): Promise<Buffer> => {
  const page = (await readdir(join(rig.folder, 'pages'), { recursive: true })).find((name) =>
    name.includes(hash),
  );
  return readFile(join(rig.folder, 'pages', page ?? hash));
};

/** Exports it. Returns the path. */
async function run(format: ExportFormat, withPages: boolean): Promise<string> {
  const path = join(out, `${format}-${withPages}`);
  await rm(path, { recursive: true, force: true });
  shell.savePaths.push(path);
  const { name } = await rig.call(
    'export.run',
    wantedInFull({ conversationIds: [id], format, options: { pages: withPages } }),
  );
  return join(out, name ?? '');
}

const contains = (text: string): void => {
  for (let turn = 0; turn < 12; turn += 1) expect(text).toContain(`Question ${turn}: q${turn}:`);
  expect(text).toContain('Answer 5:');
};

describe('a conversation that travels as pages', () => {
  it('is exported as what was said, and as a page of the web with the pages behind it when they are asked for', async () => {
    const plain = await readFile(await run('html', false), 'utf8');
    contains(plain);
    expect(plain).not.toContain('as pages');
    expect(plain).not.toContain('data:image');
    const html = await readFile(await run('html', true), 'utf8');
    contains(html);
    const found = [...html.matchAll(/data:image\/png;base64,([^"]+)"/g)].map(([, data]) =>
      Buffer.from(data ?? '', 'base64'),
    );
    expect(found.every((bytes, at) => bytes.equals(pages[at] ?? Buffer.of()))).toBe(true);
    expect(found).toHaveLength(pages.length);
    const judge = new HtmlValidate({
      extends: ['html-validate:standard', 'html-validate:a11y'],
      rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off' },
    });
    const { results } = await judge.validateString(html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
  });

  it('is exported as Markdown with the pages beside it', async () => {
    await run('markdown', false);
    contains(await readMarkdown('markdown-false'));
    expect(await readMarkdown('markdown-false')).not.toContain('Page 1 of');
    await run('markdown', true);
    contains(await readMarkdown('markdown-true'));
    const markdown = await readMarkdown('markdown-true');
    const links = [...markdown.matchAll(/!\[Page \d+ of \d+\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
    expect(links).toHaveLength(pages.length);
    for (const [at, link] of links.entries())
      expect(await readFile(join(out, 'markdown-true', decodeURIComponent(link)))).toEqual(pages[at]);
  });

  it('is exported for Word with the pages in it', async () => {
    const read = async (withPages: boolean) => unzipSync(await readFile(await run('word', withPages)));
    const media = (parts: Record<string, Uint8Array>) =>
      Object.keys(parts).filter((name) => name.startsWith('word/media/'));
    const plain = await read(false);
    contains(strFromU8(plain['word/document.xml'] ?? new Uint8Array()));
    expect(media(plain)).toEqual([]);
    const parts = await read(true);
    contains(strFromU8(parts['word/document.xml'] ?? new Uint8Array()));
    expect(media(parts)).toHaveLength(pages.length);
    for (const [at, page] of pages.entries())
      expect(Buffer.from(parts[`word/media/${at + 1}.png`] ?? []).equals(page)).toBe(true);
  });

  it('is exported as PDF with the pages painted in it', async () => {
    const pictures = async (withPages: boolean): Promise<number> => {
      const bytes = await readFile(await run('pdf', withPages));
      return bytes.toString('latin1').match(/\/Subtype \/Image\n\/Width/g)?.length ?? 0;
    };
    expect(await pictures(false)).toBe(0);
    expect(await pictures(true)).toBe(pages.length);
  }, 120_000);
});

async function readMarkdown(folder: string): Promise<string> {
  return readFile(join(out, folder, 'Plan.md'), 'utf8');
}
