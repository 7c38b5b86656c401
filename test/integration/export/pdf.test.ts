import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Part } from '#contract';
import { hasProgram } from '../../../build/setup/programs.mjs';
import { pdfText } from '../../../main/imaging/pdf-text.ts';
import { corpus, lettersOf, lostFrom, toolPart } from './corpus.ts';
import { wantedInFull } from './open-stage.ts';
import { openStage } from './stage.ts';
import { writeConversation } from './write.ts';

/** Scripts whose letters stand in the order in which they are read, one sign for each. */
const plain = corpus.filter(
  (text) =>
    !/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Tamil}]/u.test(text),
);
const rightToLeft = corpus.filter((text) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text));
/** Without points, ligatures and numbers, a reader has nothing to guess. */
const oneDirection = ['شجرة في حديقة البيت', 'שלום עולם טוב'];
const joined = corpus.filter((text) => !plain.includes(text) && !rightToLeft.includes(text));

/** A browser starts for each, which a busy machine takes its time for. Milliseconds. */
const patience = 120_000;

async function exportCorpus(): Promise<string> {
  const stage = await openStage();
  const answer: Part[] = [
    toolPart('a\n'.repeat(40)),
    { type: 'text', text: [...corpus, ...oneDirection].join('\n\n') },
  ];
  const id = writeConversation(stage.workspace, 'Plan', ['?', answer]);
  await stage.run('a.pdf', { conversationIds: [id], format: 'pdf' });
  return join(stage.folder, 'a.pdf');
}

describe('a PDF', { timeout: patience }, () => {
  it('holds the words of a corpus as text, in order, with page numbers', async () => {
    const text = await pdfText(await readFile(await exportCorpus()));
    expect(lostFrom(text, plain)).toEqual([]);
    expect(text.trimEnd()).toMatch(/(\d) \/ \1$/);
  });

  // The reader above takes signs as they are painted; this one knows scripts that join and turn.
  it.skipIf(!hasProgram('pdftotext'))('holds every word of every script for pdftotext', async () => {
    const text = execFileSync('pdftotext', ['-enc', 'UTF-8', await exportCorpus(), '-'], {
      encoding: 'utf8',
    });
    expect(lostFrom(text, plain)).toEqual([]);
    expect(lostFrom(text, joined)).toEqual([]);
    expect(lostFrom(text, oneDirection)).toEqual([]);
    // It takes runs of one direction in the order in which they stand on paper, the ligature of lam and alef from the
    // other side, and points as letters of their own: letters without points count, and their order in each run.
    const lettersIn = (run: string): string =>
      lettersOf(run).replaceAll(/[\u0627\u0644]{2,}/gu, (pair) => [...pair].sort().join(''));
    const lines = text.split('\n').map(lettersIn);
    const runs = rightToLeft.flatMap((sentence) => sentence.split(/\p{N}+/u)).map(lettersIn);
    expect(runs.filter((run) => !lines.some((line) => line.includes(run)))).toEqual([]);
  });
});

describe('what nests deeply', () => {
  it('keeps its words on the paper', { timeout: patience }, async () => {
    const stage = await openStage();
    const levels = Array.from({ length: 200 }, (_, at) => at);
    const list = levels.map((at) => `${'  '.repeat(at)}- level${at}`).join('\n');
    const id = writeConversation(stage.workspace, 'Plan', ['?', `${list}\n\n${'>'.repeat(200)} quoted`]);
    await stage.run('a.pdf', { conversationIds: [id], format: 'pdf' });
    const document = await getDocumentProxy(new Uint8Array(await readFile(join(stage.folder, 'a.pdf'))), {
      verbosity: 0,
    });
    onTestFinished(() => document.loadingTask.destroy());
    const seen: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const [, , width = 0] = page.view;
      const { items } = await page.getTextContent();
      // Text that would stand beyond the edge is in the file, and nobody sees it.
      for (const item of items)
        if ('str' in item && item.transform[4] + item.width < width) seen.push(item.str);
    }
    expect(seen.join(' ').match(/level\d+|quoted/g)).toEqual([...levels.map((at) => `level${at}`), 'quoted']);
  });
});

/** Words that are told apart, enough for several small parts. */
const many = Array.from({ length: 1200 }, (_, at) => `word${at}`);
const table = '| column | other |\n| --- | --- |\n| cell | last |';

/** Exports a tree that is printed in several parts, with a branch that leaves in the first and one that begins anew. */
async function exportParts() {
  const stage = await openStage();
  const { workspace } = stage;
  const said = (words: string[]): string => `# Long\n\n${words.join(' ')}\n\n## Below\n\n${table}`;
  const half = many.length / 2;
  const id = writeConversation(workspace, 'Plán', [
    `typed here\n${many.join('\n')}`,
    said(many.slice(0, half)),
    many.join(' '),
    said(many.slice(half)),
  ]);
  const { tipId, rootId } = workspace.conversations.get(id);
  const [, second] = workspace.messages.pathMessages(tipId);
  const parts: Part[] = [{ type: 'text', text: 'the end of it' }];
  workspace.messages.appendUser({ conversationId: id, parentId: second?.id ?? '', parts });
  workspace.messages.appendUser({ conversationId: id, parentId: rootId, parts });
  workspace.messages.moveTip(id, tipId);
  const { openPrinter } = stage.shell;
  let printed = 0;
  stage.shell.openPrinter = async () => {
    const printer = await openPrinter();
    const print: typeof printer.print = (html, signal) => {
      printed += 1;
      return printer.print(html, signal);
    };
    return { ...printer, comfortable: 8000, print };
  };
  await stage.run('a.pdf', { conversationIds: [id], format: 'pdf', scope: { kind: 'tree' } });
  expect(printed).toBeGreaterThan(3);
  const bytes = new Uint8Array(await readFile(join(stage.folder, 'a.pdf')));
  const left = await readdir(join(stage.appFolder, 'exports'));
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  onTestFinished(() => document.loadingTask.destroy());
  return { document, left };
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

async function wordsOn(document: Document, number: number): Promise<string[]> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .split(/\s+/);
}

/** The number of the page that a place is on. */
async function pageOf(document: Document, place: unknown): Promise<number> {
  const found = typeof place === 'string' ? await document.getDestination(place) : place;
  if (!Array.isArray(found)) throw new Error(`There is no place ${JSON.stringify(place)}`);
  return (await document.getPageIndex(found[0])) + 1;
}

interface Line {
  title: string;
  dest: unknown;
  items: Line[];
}

/** Titles, indented. */
const titlesOf = (lines: readonly Line[], depth = 0): string[] =>
  lines.flatMap(({ title, items }) => [`${'  '.repeat(depth)}${title}`, ...titlesOf(items, depth + 1)]);

interface Tag {
  role?: string;
  children?: Tag[];
}

const rolesOf = ({ role, children = [] }: Tag): string[] => [role ?? '', ...children.flatMap(rolesOf)];

describe('a PDF that was printed in parts', { timeout: patience }, () => {
  it('has one text, one numbering, one outline, and links and tags that hold across the parts', async () => {
    const { document, left } = await exportParts();
    expect(left).toEqual([]);
    const count = document.numPages;
    const pages: string[][] = [];
    for (let number = 1; number <= count; number += 1) {
      const words = await wordsOn(document, number);
      expect(words.slice(-3)).toEqual([String(number), '/', String(count)]);
      pages.push(words.slice(0, -3));
    }
    const all = pages.flat();
    // What comes before names the branches by their first words.
    const said = all.slice(all.indexOf('#1')).filter((word) => /^word\d+$/.test(word));
    expect(said).toEqual([
      ...many,
      ...many.slice(0, many.length / 2),
      ...many,
      ...many.slice(many.length / 2),
    ]);

    const outline = (await document.getOutline()) as Line[];
    const long = ['    Bough', '      Long', '        Below'];
    expect(titlesOf(outline).map((title) => title.replace(/ here word.*/, '…'))).toEqual([
      'Plán',
      '  Branches',
      '  Branch 1: typed…',
      '    You',
      ...long,
      '    You',
      ...long,
      '  Branch 2: the end of it',
      '    You',
      '  Branch 3: the end of it',
      '    You',
    ]);
    const last = (lines: readonly Line[]): unknown => {
      const line = lines.at(-1);
      return line?.items.length ? last(line.items) : line?.dest;
    };
    expect(await pageOf(document, last(outline))).toBe(count);

    const annotations = await (await document.getPage(1)).getAnnotations();
    // A link on two lines is there twice.
    const places = new Set(annotations.map(({ dest, url }) => dest ?? url));
    expect([...places]).toEqual(['b1', 'b2', 'b3']);
    expect(await pageOf(document, 'b1')).toBe(1);
    const leaves = await pageOf(document, 'm2');
    expect(pages[leaves - 1]).toContain('Long');
    const branch = await pageOf(document, 'b2');
    expect(pages[branch - 1]?.join(' ')).toContain('Branch 2: the end of it');
    const back = await (await document.getPage(branch)).getAnnotations();
    expect(back.map(({ dest }) => dest)).toContain('m2');

    for (const number of [leaves, count]) {
      const tags = await (await document.getPage(number)).getStructTree();
      expect(rolesOf(tags as Tag)).toContain(number === leaves ? 'H4' : 'H3');
    }
  });

  it('leaves nothing behind when it is called off while a part is printed', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', ['a', 'b']);
    const { openPrinter } = stage.shell;
    stage.shell.openPrinter = async () => {
      const printer = await openPrinter();
      const print: typeof printer.print = (html, signal) => {
        const printed = printer.print(html, signal);
        stage.exports.cancel('export-1');
        return printed;
      };
      return { ...printer, print };
    };
    stage.shell.savePaths.push(join(stage.folder, 'a.pdf'));
    await expect(
      stage.exports.run(wantedInFull({ conversationIds: [id], format: 'pdf' })),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(await readdir(stage.folder)).toEqual([]);
    expect(await readdir(join(stage.appFolder, 'exports'))).toEqual([]);
  });

  it('leaves nothing behind when a part is not what Chromium prints', async () => {
    const stage = await openStage();
    const id = writeConversation(stage.workspace, 'Plan', ['a', 'b']);
    let closed = 0;
    stage.shell.openPrinter = async () => ({
      comfortable: 1,
      print: async () => Buffer.from('%PDF-1.5\nno table\nstartxref\n9\n%%EOF\n'),
      close: async () => {
        closed += 1;
      },
    });
    await expect(stage.run('a.pdf', { conversationIds: [id], format: 'pdf' })).rejects.toThrow(
      'There is no table of references',
    );
    expect(closed).toBe(1);
    expect(await readdir(stage.folder)).toEqual([]);
    expect(await readdir(join(stage.appFolder, 'exports'))).toEqual([]);
  });
});
