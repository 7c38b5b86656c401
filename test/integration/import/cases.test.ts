import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '#contract';
import { plainText } from '#core/tree/text.ts';
import { temporaryFolder } from '../storage/support.ts';
import { everything, openRig } from './rig.ts';

const cases = join(import.meta.dirname, '../../fixtures/import');

interface Expected {
  imported: number;
  entries?: number;
  duplicates?: number;
  unreadable_entries?: number;
  files_missing?: string[];
  files_damaged?: string[];
  skipped?: string[] | number;
  conversations: Record<string, unknown>[];
  rescued_if_streamed?: Record<string, unknown>[];
  attachments?: {
    referenced?: number;
    found?: number;
    with_text?: string[];
    missing: string[];
    unused?: string[];
  };
  projects?: number;
  project_docs?: number;
}

const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8'));

/** What a report says of its conversations, in the words of the expectations. */
function told(report: ImportReport, wanted: Record<string, unknown>) {
  const line = report.conversations.find(({ title }) => title === (wanted['title'] ?? wanted['name'] ?? ''));
  if (!line) return null;
  const { tally, repairs, tip, types } = line;
  const lost = report.problems.find((each) => each.kind === 'forks_lost' && each.title === line.title);
  const { nodes, placeholder, hidden, reasoning, tool, shown, unreadable, unknownType, leaves } = tally;
  const counted = { nodes, placeholder, hidden, reasoning, tool, shown, unreadable, leaves, tip };
  const fixed = {
    ...(repairs.missingParent > 0 && { missing_parent: repairs.missingParent }),
    ...(repairs.cycle > 0 && { cycle: repairs.cycle }),
    ...(repairs.danglingTip > 0 && { dangling_tip: repairs.danglingTip }),
  };
  const all: Record<string, unknown> = {
    ...counted,
    title: wanted['title'],
    name: wanted['name'],
    unknown_type: unknownType,
    repairs: fixed,
    messages: shown,
    missing_parent: repairs.missingParent,
    lost_forks: lost?.kind === 'forks_lost' ? lost.count : 0,
    blocks: types,
  };
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, all[key]]));
}

/** How the report of each archive names what its expectations name otherwise. */
const notInTheReport = ['children_lists_incomplete', 'failed', 'unfinished'];

describe.each(readdirSync(cases))('the archive %s', (name) => {
  it('gives what is expected, with a report of what is missing, and adds nothing the second time', async () => {
    const rig = await openRig(temporaryFolder());
    const expected = expectedOf(name);
    const report = await rig.bring([join(cases, name, 'archive')]);
    expect(report.state).toBe('done');
    const rescued = expected.rescued_if_streamed ?? [];
    expect(report.imported).toBe(expected.imported + rescued.length);
    if (expected.entries !== undefined) expect(report.entries).toBe(expected.entries);
    if (expected.duplicates !== undefined) expect(report.duplicates).toBe(expected.duplicates);
    if (expected.unreadable_entries !== undefined)
      expect(report.unreadable).toBe(expected.unreadable_entries);
    for (const conversation of [...expected.conversations, ...rescued]) {
      const wanted = Object.fromEntries(
        Object.entries(conversation).filter(([key]) => !notInTheReport.includes(key)),
      );
      expect(told(report, wanted)).toEqual(wanted);
    }
    expectAttachments(report, expected);
    const of = (kind: string) => report.problems.filter((problem) => problem.kind === kind);
    for (const file of expected.files_missing ?? [])
      expect(of('file_missing')).toContainEqual({ kind: 'file_missing', file });
    for (const file of expected.files_damaged ?? [])
      expect(of('file_damaged')).toContainEqual({ kind: 'file_damaged', file, rescued: rescued.length });
    if (expected.skipped !== undefined)
      expect(of('conversation_empty')).toHaveLength(
        typeof expected.skipped === 'number' ? expected.skipped : expected.skipped.length,
      );
    if (expected.projects !== undefined)
      expect(of('projects')).toEqual([
        { kind: 'projects', count: expected.projects, documents: expected.project_docs },
      ]);

    const before = everything(rig);
    const again = await rig.bring([join(cases, name, 'archive')]);
    expect(again).toMatchObject({ state: 'done', imported: 0, grown: 0, messages: 0 });
    expect(everything(rig)).toBe(before);
    await rig.close();
  });
});

function expectAttachments(report: ImportReport, { attachments }: Expected): void {
  if (!attachments) return;
  if (attachments.referenced !== undefined)
    expect(report.attachments.referenced).toBe(attachments.referenced);
  if (attachments.found !== undefined) expect(report.attachments.found).toBe(attachments.found);
  const missing = report.problems.flatMap((each) => (each.kind === 'attachment_missing' ? [each] : []));
  expect(missing).toHaveLength(attachments.missing.length);
  for (const wanted of attachments.missing)
    expect(missing.some(({ id, name }) => id === wanted || name === wanted)).toBe(true);
  const unused = report.problems.flatMap((each) => (each.kind === 'attachment_unused' ? [each.file] : []));
  expect(unused).toEqual(attachments.unused ?? []);
}

describe('what a source knows of a conversation and this app has no place for', () => {
  it.each([
    [
      'chatgpt-split',
      [
        ['starred', 1, []],
        ['pinned', 1, []],
        ['project', 1, []],
        ['archived', 1, []],
      ],
    ],
    [
      'chatgpt-single',
      [
        ['archived', 1, []],
        ['assistant', 1, []],
      ],
    ],
    [
      'openwebui',
      [
        ['pinned', 1, []],
        ['tag', 1, ['names']],
        ['archived', 1, []],
        ['folder', 1, []],
      ],
    ],
  ])('stands in the report of %s, and with the conversation', async (name, expected) => {
    const rig = await openRig(temporaryFolder());
    const report = await rig.bring([join(cases, name, 'archive')]);
    const told = report.problems.flatMap((each) =>
      each.kind === 'marks' ? [[each.mark, each.count, each.names]] : [],
    );
    expect(told).toEqual(expected);
    const marked = report.conversations.flatMap(({ marks = [] }) => marks.map(({ kind }) => kind));
    expect(marked.sort()).toEqual(expected.map(([kind]) => kind).sort());
    const again = await rig.bring([join(cases, name, 'archive')]);
    expect(again.problems.filter(({ kind }) => kind === 'marks')).toEqual([]);
    await rig.close();
  });
});

describe('what the messages say', () => {
  it('a file that did not come along stands in its message as such, with its name and why', async () => {
    const rig = await openRig(temporaryFolder());
    await rig.bring([join(cases, 'chatgpt-single', 'archive')]);
    const all = rig.workspace.conversations
      .list({ trashed: false, limit: 50 })
      .items.flatMap(({ id }) =>
        rig.workspace.messages.skeleton(id).ids.flatMap((each) => rig.workspace.messages.parts(each)),
      );
    const absent = all.filter((part) => part.type === 'absent');
    // The other two have no name in the archive.
    expect(absent.map(({ name }) => name).sort()).toEqual([null, null, 'route-plan.pdf'].sort());
    expect(new Set(absent.map(({ reason }) => reason))).toEqual(new Set(['not_in_archive']));
    await rig.close();
  });

  async function textOf(name: string, title: RegExp): Promise<string> {
    const rig = await openRig(temporaryFolder());
    await rig.bring([join(cases, name, 'archive')]);
    const found = rig.workspace.conversations
      .list({ trashed: false, limit: 50 })
      .items.find((conversation) => title.test(conversation.title));
    const messages = rig.workspace.messages
      .skeleton(found?.id ?? '')
      .ids.slice(1)
      .map((id) => rig.workspace.messages.get(id));
    await rig.close();
    const names = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment.name] : [])),
    );
    return [...messages.map(({ parts }) => plainText(parts)), ...names].join('\n');
  }

  it('links stand for the marks of citations, and no private character is left', async () => {
    const text = await textOf('chatgpt-single', /^Balcony/);
    expect(text).toContain('[Shade herbs](https://garden.example/shade-herbs)');
    expect(text).toContain('[Wind and pots](https://garden.example/wind)');
    expect(text).not.toMatch(/\p{Co}/u);
    expect(text).not.toContain('Odalys');
  });

  it('the labels of marks stay, decoration goes, and the bytes of a picture decide its name', async () => {
    const text = await textOf('chatgpt-split', /^Night/);
    expect(text).toContain('from Skarnes pack');
    expect(text).toContain('[night train timetable](https://trains.example/night)');
    expect(text).toContain('cabin.png');
    const bread = await textOf('chatgpt-split', /^Sourdough/);
    expect(bread).toContain('# Sourdough, short form');
    expect(bread).not.toContain(':::');
    expect(bread).toContain('.png');
    expect(await textOf('chatgpt-split', /^Spreadsheet/)).toContain('choir-fees.csv');
  });

  it('blocks win over the flat text, and a cited sentence has its link', async () => {
    const text = await textOf('claude', /^Festival/);
    expect(text).not.toContain('not supported on your current device');
    expect(text).toContain('(https://hall.example/hire)');
  });
});
