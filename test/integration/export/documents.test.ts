import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import type { Part } from '#contract';
import { blocksToText } from '#core/export/plain.ts';
import { readMarkdown } from '../../../main/export/markdown/read.ts';
import { corpus, rich, toolPart as tool } from './corpus.ts';
import { hostile, hugeTable } from './hostile.ts';
import { noisePng } from './noise-png.ts';
import { openStage } from './stage.ts';
import { writeConversation } from './write.ts';

describe('HTML', () => {
  it('is valid by the standard, whatever is in it', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', [
      hostile,
      rich,
      '?',
      `${hostile}\n\n${hugeTable}`,
      'x',
      [{ type: 'reasoning', text: rich }, tool(hostile)],
    ]);
    await stage.run('a.html', { conversationIds: [id], format: 'html', options: { reasoning: true } });
    const html = await readFile(join(stage.folder, 'a.html'), 'utf8');
    const judge = new HtmlValidate({
      extends: ['html-validate:standard', 'html-validate:a11y'],
      rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off' },
    });
    const report = await judge.validateString(html);
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`.slice(0, 200)),
    );
    expect(found.slice(0, 20)).toEqual([]);
  });

  it('shows reasoning only when it is asked for, and tool results folded, whole or not at all', async () => {
    const stage = await openStage();
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');
    const id = writeConversation(stage.workspace, 'Plan', [
      '?',
      [{ type: 'reasoning', text: 'secret' }, tool(lines)],
    ]);
    const page = async (options: object) => {
      await stage.run('a.html', { conversationIds: [id], format: 'html', options });
      return readFile(join(stage.folder, 'a.html'), 'utf8');
    };
    const usual = await page({});
    expect(usual).not.toContain('secret');
    expect(usual).toContain('<details><summary>search_workspace');
    expect(usual).toContain('line 29');
    expect(await page({ reasoning: true })).toContain('secret');
    expect(await page({ tools: 'full' })).toContain('<details open><summary>search_workspace');
    expect(await page({ tools: 'none' })).not.toContain('line 1');
  });
});

describe('Word', () => {
  const readWord = async (path: string): Promise<Record<string, Uint8Array>> =>
    unzipSync(await readFile(path));

  /** The text of the document's paragraphs, as Word shows it. */
  function textOf(xml: string): string {
    const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
    return [...xml.matchAll(/<w:p>.*?<\/w:p>|<w:p\/>/gs)]
      .map(([paragraph]) =>
        [...paragraph.matchAll(/<w:t xml:space="preserve">(.*?)<\/w:t>|<(w:br)\/>|<(w:tab)\/>/gs)]
          .map(([, text, line, tab]) => text ?? (line ? '\n' : tab ? '\t' : ''))
          .join(''),
      )
      .join('\n')
      .replaceAll(/&(lt|gt|amp|quot|#39);/g, (whole, name) => entities[name] ?? whole);
  }

  it('says what was said, word for word, and is a whole package', async () => {
    const stage = await openStage();
    const { workspace } = stage;
    const picture = await workspace.attachments.add('kitchen.png', noisePng(20));
    const typed = `${hostile}\n\tindented  twice\n${corpus.join('\n')}`;
    const id = writeConversation(workspace, 'Plan & <more>', [
      [
        { type: 'text', text: typed },
        { type: 'attachment', attachment: picture },
      ],
      rich,
      '?',
      hugeTable,
    ]);
    await stage.run('a.docx', { conversationIds: [id], format: 'word' });
    const parts = await readWord(join(stage.folder, 'a.docx'));
    const xml = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
    const text = textOf(xml);
    expect(text.includes(typed)).toBe(true);
    const words = (from: string) => from.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
    const said = words(blocksToText(readMarkdown(rich)).replaceAll(/^\d+\. | \(https.*?\)|\[x\]/gm, ''));
    const found = words(text);
    const start = found.lastIndexOf('Plan');
    expect(found.slice(start, start + said.length)).toEqual(said);

    expect(parts['word/media/1.png']).toEqual(new Uint8Array(await workspace.attachments.read(picture.hash)));
    const relations = strFromU8(parts['word/_rels/document.xml.rels'] ?? new Uint8Array());
    const targets = [...relations.matchAll(/Target="([^"]+)"(?! TargetMode)/g)].map(
      ([, target]) => `word/${target}`,
    );
    expect(targets.filter((target) => parts[target] === undefined)).toEqual([]);
    const used = [...xml.matchAll(/r:(?:id|embed)="(\w+)"/g)].map(([, relation]) => relation);
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((relation) => !relations.includes(`Id="${relation}"`))).toEqual([]);
    expect([...relations.matchAll(/Target="([^"]+)" TargetMode/g)].map(([, target]) => target)).toEqual([
      'https://example.com/?a=1&amp;b=2',
    ]);
  });
});

describe('a file that did not come along when its conversation was brought in', () => {
  it.each(['markdown', 'html', 'word', 'text'] as const)('is named in %s', async (format) => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', [
      [
        { type: 'absent', name: 'route plan.dwg', reason: 'not_in_archive' },
        { type: 'absent', name: null, reason: 'damaged' },
      ],
      'Thank you',
    ]);
    const { name } = await stage.run('a', { conversationIds: [id], format });
    const bytes = await readFile(join(stage.folder, name ?? ''));
    const text = strFromU8(format === 'word' ? (unzipSync(bytes)['word/document.xml'] ?? bytes) : bytes);
    expect(text).toContain('Attachment: route plan.dwg (missing)');
    expect(text).toContain('Attachment (missing)');
  });
});

describe('Markdown', () => {
  it('keeps what was said verbatim, with its attachments beside it under names of their own', async () => {
    const stage = await openStage();
    const { workspace } = stage;
    const [one, two] = [noisePng(10), noisePng(12)];
    const attachments = [
      await workspace.attachments.add('photo (1).png', one),
      await workspace.attachments.add('PHOTO (1).png', two),
      await workspace.attachments.add('notes.txt', Buffer.from('a note')),
    ];
    const parts: Part[] = attachments.map((attachment) => ({ type: 'attachment', attachment }));
    const id = writeConversation(workspace, 'Plán: "A/B"', [
      [{ type: 'text', text: hostile }, ...parts],
      rich,
    ]);
    const { name } = await stage.run('Plan', { conversationIds: [id], format: 'markdown' });
    expect(name).toBe('Plan');
    const markdown = await readFile(join(stage.folder, 'Plan/Plán_ _A-B_.md'), 'utf8');
    expect(markdown).toMatch(/^---\ntitle: "Plán: \\"A\/B\\""\ncreated: \d{4}-\d\d-\d\dT/);
    expect(markdown.includes(hostile.trimEnd())).toBe(true);
    expect(markdown.includes(rich)).toBe(true);
    const links = [...markdown.matchAll(/\]\((Pl[^)]+)\)/g)].map(([, link]) =>
      decodeURIComponent(link ?? ''),
    );
    expect(links).toEqual(
      ['photo (1).png', 'PHOTO (1) 2.png', 'notes.txt'].map((file) => `Plán_ _A-B_ files/${file}`),
    );
    expect(await readFile(join(stage.folder, 'Plan', links[0] ?? ''))).toEqual(Buffer.from(one));
    expect(await readFile(join(stage.folder, 'Plan', links[1] ?? ''))).toEqual(Buffer.from(two));
  });

  it('is one file where nothing lies beside it', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', ['a', 'b']);
    expect(await stage.run('Plan.md', { conversationIds: [id], format: 'markdown' })).toMatchObject({
      name: 'Plan.md',
    });
    expect(await readdir(stage.folder)).toEqual(['Plan.md']);
  });

  it('folds a result behind a fence that it cannot end', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', ['a', [tool('```\n````\nx')]]);
    await stage.run('Plan.md', { conversationIds: [id], format: 'markdown' });
    const markdown = await readFile(join(stage.folder, 'Plan.md'), 'utf8');
    expect(markdown).toContain('`````\n```\n````\nx\n`````\n\n</details>');
  });
});

describe('a whole tree', () => {
  it('writes every message once, the current branch first, and says where each branch begins', async () => {
    const stage = await openStage({ language: 'cs' });
    const { workspace } = stage;
    const id = writeConversation(workspace, 'Plan', ['one', 'two', 'three', 'four']);
    const { tipId, rootId } = workspace.conversations.get(id);
    const [, two] = workspace.messages.pathMessages(tipId);
    const add = (parentId: string, text: string) =>
      workspace.messages.appendUser({ conversationId: id, parentId, parts: [{ type: 'text', text }] }).id;
    const other = add(two?.id ?? '', 'another third');
    add(other, 'its own end');
    add(rootId, 'begun anew');
    workspace.messages.moveTip(id, tipId);
    await stage.run('a.txt', { conversationIds: [id], format: 'text', scope: { kind: 'tree' } });
    const text = await readFile(join(stage.folder, 'a.txt'), 'utf8');
    expect(text).toContain(
      '- Větev 1: one (4 zprávy, aktuální větev)\n  - Větev 2: another third (2 zprávy, pokračuje od zprávy 2)',
    );
    expect(text).toContain('- Větev 3: begun anew (1 zpráva)');
    for (const said of ['one', 'two', 'three', 'four', 'another third', 'its own end', 'begun anew'])
      expect(text.split(`\n\n${said}\n`)).toHaveLength(2);
    expect(stage.exports.branches(id)).toMatchObject([
      { words: 'one', messages: 4, current: true },
      { words: 'begun anew', messages: 1, current: false },
      { words: 'another third', messages: 4, current: false },
    ]);
  });
});
