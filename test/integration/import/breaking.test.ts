import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { BoughRecord } from '#core/export/bough-format.ts';
import type { ArchiveFile } from '../../../main/import/archive.ts';
import { readJsonFile } from '../../../main/import/json-file.ts';
import { pixel } from '../../fixtures/import-archives.ts';
import { exported } from './exported.ts';
import { fillAtRandom, memoryFolder, stateOf } from './random-workspace.ts';
import { openRig } from './rig.ts';

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

interface Said {
  id: string;
  parent?: string | null;
  role?: string;
  text?: string;
  parts?: unknown[];
}

/** A conversation as ChatGPT writes it. */
function talk(id: string, said: readonly Said[]) {
  const nodes = said.map(({ id: key, parent = null, role = 'user', text = 'x', parts }) => [
    key,
    {
      id: key,
      parent,
      message: {
        id: key,
        author: { role },
        content: parts ? { content_type: 'multimodal_text', parts } : { content_type: 'text', parts: [text] },
      },
    },
  ]);
  return { id, title: id, mapping: Object.fromEntries(nodes), current_node: said.at(-1)?.id };
}

async function inWorkspace() {
  const folder = memoryFolder();
  const rig = await openRig(join(folder, 'workspace'));
  const bring = async (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return rig.bring([join(folder, name)]);
  };
  const list = () => rig.workspace.conversations.list({ trashed: false, limit: 100 }).items;
  return { folder, rig, bring, list };
}

describe('links', () => {
  it('in a zip are files that hold a path, never what the path leads to', async () => {
    const { rig, bring, folder } = await inWorkspace();
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'the secret');
    const link = { os: 3, attrs: 0o120777 << 16 };
    const pointer = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-link1' };
    const report = await bring(
      'export.zip',
      zipSync({
        'conversations.json': encode([talk('a', [{ id: 'n', parts: [pointer, 'see'] }])]),
        'file-link1-photo.png': [new TextEncoder().encode(secret), link],
        'more.json': [new TextEncoder().encode(secret), link],
      }),
    );
    expect(report).toMatchObject({ state: 'done', imported: 1 });
    for (const bytes of Object.values(stateOf(rig.folder)['files'] as Record<string, string>))
      expect(Buffer.from(bytes, 'base64').toString()).not.toContain('the secret');
    await rig.close();
  });

  it('in a folder are not followed: not out of it, and not around in it', async () => {
    const { rig, folder, list } = await inWorkspace();
    const outside = join(folder, 'outside');
    const chosen = join(folder, 'chosen');
    for (const each of [outside, chosen]) mkdirSync(each);
    writeFileSync(join(outside, 'conversations.json'), encode([talk('outside', [{ id: 'o' }])]));
    writeFileSync(join(chosen, 'conversations-000.json'), encode([talk('inside', [{ id: 'i' }])]));
    symlinkSync(join(outside, 'conversations.json'), join(chosen, 'conversations-001.json'));
    symlinkSync(outside, join(chosen, 'more'));
    symlinkSync(chosen, join(chosen, 'again'));
    expect(await rig.bring([chosen])).toMatchObject({ state: 'done', imported: 1 });
    expect(list().map(({ title }) => title)).toEqual(['inside']);
    await rig.close();
  });
});

describe('names in a zip', () => {
  it('that no system could hold, that are double, or in another encoding, are names only', async () => {
    const { rig, bring, folder } = await inWorkspace();
    const pointers = ['file-aa', 'file-bb'].map((id) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: `file-service://${id}`,
    }));
    const names = [`file-aa-${'x'.repeat(180)}\u202Egnp.exe.png`, 'file-bb-CON:<>|?*.png'];
    const zip = zipSync({
      'conversations.json': encode([talk('a', [{ id: 'n', parts: pointers }])]),
      ...Object.fromEntries(names.map((name, at) => [name, Buffer.concat([pixel, Buffer.from([at])])])),
      'con\u0001trol/AUX.txt': new Uint8Array([0xff, 0xfe, 0]),
    });
    expect(await bring('export.zip', zip)).toMatchObject({ state: 'done', attachments: { found: 2 } });
    const [conversation] = rig.workspace.conversations.list({ trashed: false, limit: 1 }).items;
    const parts = rig.workspace.messages
      .pathMessages(conversation?.tipId ?? '')
      .flatMap((each) => each.parts);
    const kept = parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment.name] : []));
    expect(kept).toHaveLength(2);
    for (const name of kept) expect(name).toMatch(/^[^<>:"|?*\u202E]{1,255}\.png$/);
    expect(readdirSync(folder).sort()).toEqual(['export.zip', 'workspace']);
    await rig.close();
  });
});

describe('ids', () => {
  it('of one conversation twice in an archive: its messages once, none of them lost', async () => {
    const { rig, bring, list } = await inWorkspace();
    const first = talk('a', [{ id: 'n1', text: 'One' }]);
    const second = talk('a', [
      { id: 'n1', text: 'Other words' },
      { id: 'n2', parent: 'n1', text: 'Two' },
    ]);
    const report = await bring('conversations.json', encode([first, second, first]));
    expect(report).toMatchObject({ state: 'done', entries: 3, messages: 2 });
    const [only] = list();
    expect(list()).toHaveLength(1);
    const said = rig.workspace.messages.pathMessages(only?.tipId ?? '').map(({ parts }) => parts);
    expect(said).toEqual([[{ type: 'text', text: 'One' }], [{ type: 'text', text: 'Two' }]]);
    await rig.close();
  });

  it('in circles, of oneself, and of nobody: every message is there, and reported', async () => {
    const { rig, bring, list } = await inWorkspace();
    const report = await bring(
      'conversations.json',
      encode([
        talk('self', [{ id: 's', parent: 's' }]),
        talk('round', [
          { id: 'a', parent: 'c' },
          { id: 'b', parent: 'a' },
          { id: 'c', parent: 'b' },
          { id: 'd', parent: 'c' },
        ]),
        talk('lost', [
          { id: 'x', parent: 'nobody' },
          { id: 'y', parent: 'x' },
        ]),
      ]),
    );
    expect(report).toMatchObject({ state: 'done', imported: 3, messages: 7 });
    expect(report.problems.filter(({ kind }) => kind === 'repaired')).toHaveLength(3);
    expect(list()).toHaveLength(3);
    await rig.close();
  });

  it('in a chain of 100,000 messages are read, and its end is reached', async () => {
    const { rig, bring, list } = await inWorkspace();
    const chain = Array.from({ length: 100_000 }, (_, n) => ({
      id: `n${n}`,
      parent: n === 0 ? null : `n${n - 1}`,
      role: n % 2 === 0 ? 'user' : 'assistant',
    }));
    const report = await bring('conversations.json', encode([talk('long', chain)]));
    expect(report).toMatchObject({ state: 'done', imported: 1, messages: 100_000 });
    expect(list()[0]).toMatchObject({ pathLength: 100_000, branchCount: 1 });
    await rig.close();
  }, 120_000);
});

it('a string of 256 MB is passed over with its length, and takes the memory of none', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'a');
  const pieces = function* () {
    yield Buffer.from('[{"text":"');
    for (let n = 0; n < 256; n += 1) yield piece;
    yield Buffer.from('"},{"uuid":"b"}]');
  };
  const file: ArchiveFile = {
    path: 'conversations.json',
    name: 'conversations.json',
    size: 0,
    open: async () => Readable.from(pieces(), { objectMode: false }),
  };
  const reader = readJsonFile(file, () => {});
  const found = [];
  let most = 0;
  for await (const element of reader.elements) {
    found.push(element);
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  expect(found).toEqual([
    { kind: 'too-large', bytes: 256 * 1024 * 1024 + '{"text":""}'.length },
    { kind: 'value', value: { uuid: 'b' } },
  ]);
  expect(reader.damage()).toBeNull();
  expect(most).toBeLessThan(160 * 1024 * 1024);
}, 60_000);

describe('a hostile file of our own format', () => {
  /** Brings in what a change makes of a good file, and says what is there afterwards and before. */
  async function changed(change: (records: BoughRecord[]) => unknown[]) {
    const folder = memoryFolder();
    const source = await openRig(join(folder, 'source'));
    for (const seed of [1, 2]) await fillAtRandom(source, seed);
    const records = JSON.parse(await exported(source.workspace)) as BoughRecord[];
    await source.close();
    const file = join(folder, 'a.bough.json');
    writeFileSync(file, JSON.stringify(change(records)));
    const target = await openRig(join(folder, 'target'));
    const report = await target.bring([file]);
    const state = stateOf(target.folder);
    await target.close();
    return { report, state, count: records.filter(({ type }) => type === 'conversation').length };
  }

  /** Changes the first record of a kind. */
  const firstOf =
    <T extends BoughRecord['type']>(
      type: T,
      change: (record: Extract<BoughRecord, { type: T }>) => unknown,
    ) =>
    (records: BoughRecord[]): unknown[] => {
      const at = records.findIndex((record) => record.type === type);
      return records.with(at, change(records[at] as Extract<BoughRecord, { type: T }>) as BoughRecord);
    };

  /** The transcripts that lie there are those that the database names. */
  function expectNothingHalf(state: Record<string, unknown>): void {
    const named = (state['transcripts'] as string[][]).map(([id, agent]) => `${id}.${agent}.json`);
    const lying = Object.keys(state['files'] as object).filter((name) => name.endsWith('.json'));
    expect(lying.sort()).toEqual(named.sort());
  }

  const nobody = '01890000-0000-7000-8000-00000000ffff';
  const changes: [what: string, change: (records: BoughRecord[]) => unknown[]][] = [
    [
      'a message that continues from nobody',
      firstOf('message', (r) => ({ ...r, message: { ...r.message, parentId: nobody } })),
    ],
    [
      'a message that continues from itself',
      firstOf('message', (r) => ({ ...r, message: { ...r.message, parentId: r.message.id } })),
    ],
    [
      'a tip that nobody wrote',
      firstOf('conversation', (r) => ({ ...r, conversation: { ...r.conversation, tipId: nobody } })),
    ],
    ['an agent that nobody is', firstOf('transcript', (r) => ({ ...r, agentId: nobody }))],
    [
      'two transcripts of one agent',
      (records) => records.flatMap<unknown>((r) => (r.type === 'transcript' ? [r, r] : ([r] as unknown[]))),
    ],
    [
      'two turns for one answer',
      (records) => records.flatMap<unknown>((r) => (r.type === 'turn' ? [r, r] : ([r] as unknown[]))),
    ],
    [
      'a field that nobody knows',
      firstOf('conversation', (r) => ({ ...r, conversation: { ...r.conversation, evil: 1 } })),
    ],
    [
      'an id that leads out of a folder',
      firstOf('transcript', (r) => ({ ...r, agentId: '../../../../etc/passwd' })),
    ],
  ];

  it.each(changes)(
    'with %s leaves that conversation out, says so, and nothing half there',
    async (_, change) => {
      const { report, state, count } = await changed(change);
      expect(report.state).toBe('done');
      expect(report.unreadable).toBeGreaterThan(0);
      expect(report.imported).toBeLessThan(count);
      expect(state['conversations']).toHaveLength(report.imported);
      expectNothingHalf(state);
    },
  );

  it('with bytes that are not those of their hash keeps the words and says that the file is damaged', async () => {
    const { report, state } = await changed((records) =>
      records.map((r) => (r.type === 'attachment' ? { ...r, data: 'AAAA' } : r)),
    );
    expect(report).toMatchObject({ state: 'done', unreadable: 0 });
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'attachment_damaged' }));
    expectNothingHalf(state);
  });

  it('with records that belong to no conversation says so, and takes in what is whole', async () => {
    const { report, state } = await changed((records) => {
      const strays = records.filter(({ type }) => ['message', 'turn', 'pass', 'extra'].includes(type));
      return [records[0], ...strays, ...records.slice(1)];
    });
    expect(report).toMatchObject({ state: 'done', unreadable: 1 });
    expect(report.imported).toBeGreaterThan(0);
    expectNothingHalf(state);
  });
});
