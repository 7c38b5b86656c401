import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Attachment, SearchHit } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { ToolContext } from '../../../main/run/ports.ts';
import { TurnPoints } from '../../../main/run/turn-points.ts';
import { Approvals } from '../../../main/tools/approvals/approvals.ts';
import { Grants } from '../../../main/tools/approvals/grants.ts';
import { builtInTools } from '../../../main/tools/index.ts';
import { defineTool, quiet, type Tool } from '../../../main/tools/tool.ts';
import { longestResult, Tools } from '../../../main/tools/tools.ts';
import { ManualSchedule } from '../../host/manual-schedule.ts';

const context = (
  signal = new AbortController().signal,
  recall: ToolContext['recall'] = async () => ({ kind: 'unknown' }),
): ToolContext => ({
  conversationId: 'c',
  messageId: 'm',
  recall,
  points: new TurnPoints(async () => []),
  agentName: 'Sage',
  lastWords: '',
  described: new Set(['echo', 'never']),
  signal,
});
const textOf = ({ parts }: { parts: { type: string }[] }) =>
  parts.map((part) => ('text' in part ? part.text : '')).join('\n');

/** None of these tools asks for anything. */
const noQuestions = new Approvals({
  grants: new Grants(
    { get: (_key, _schema, fallback) => fallback, set: () => {} },
    { now: () => 0, newId: () => '' },
  ),
  events: { publish: () => {} },
  environment: { now: () => 0, newId: () => '' },
});

function registry(...tools: Tool[]) {
  const clock = new ManualSchedule();
  return {
    clock,
    tools: new Tools({ tools, approvals: noQuestions, schedule: clock.schedule, timeoutMs: 5000 }),
  };
}

const echo = defineTool({
  name: 'echo',
  description: 'Says it again',
  input: z.strictObject({ words: z.string(), times: z.int().max(3).default(1) }),
  title: ({ words }) => words,
  run: async ({ words, times }) => quiet(words.repeat(times)),
});
const never = defineTool({
  name: 'never',
  description: 'Never ends',
  input: z.strictObject({}),
  title: () => 'nothing',
  run: () => new Promise(() => {}),
});

describe('the registry', () => {
  it('tells models what a tool takes, in a stable order', () => {
    const { tools } = registry(echo, never);
    expect(tools.specs(['never', 'unknown', 'echo']).map(({ name }) => name)).toEqual(['echo', 'never']);
    expect(tools.specs(['echo'])).toEqual([
      {
        name: 'echo',
        description: 'Says it again',
        parameters: {
          type: 'object',
          properties: {
            words: { type: 'string' },
            times: expect.objectContaining({ type: 'integer', default: 1 }),
          },
          required: ['words'],
          additionalProperties: false,
        },
      },
    ]);
  });

  it('runs a call and answers under its id', async () => {
    const { tools, clock } = registry(echo);
    const result = await tools.run(
      { id: 'c1', name: 'echo', arguments: '{"words":"ab","times":2}' },
      context(),
    );
    expect(result).toEqual({
      callId: 'c1',
      name: 'echo',
      parts: [{ type: 'text', text: 'abab' }],
      failed: false,
      eventful: false,
    });
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['{"words": ', 'not valid JSON'],
    ['{"wrods":"a"}', 'Unrecognized key: "wrods"'],
    ['{"words":"a","times":9}', '<=3'],
    ['[]', 'expected object'],
    ['', 'expected string'],
  ])('tells a model what is wrong with %s, so that it can correct itself', async (raw, problem) => {
    const { tools } = registry(echo);
    const result = await tools.run({ id: 'c1', name: 'echo', arguments: raw }, context());
    expect(result).toMatchObject({ failed: true, eventful: true });
    expect(textOf(result)).toContain(problem);
    expect(textOf(result)).toContain('Call echo again');
  });

  it('makes a failed result of whatever a tool throws', async () => {
    const broken = defineTool({
      ...definitionOf('broken'),
      run: () => Promise.reject(new Error('the disk is on fire')),
    });
    const { tools } = registry(broken);
    const result = await tools.run({ id: 'c1', name: 'broken', arguments: '{}' }, context());
    expect(result).toMatchObject({ failed: true, eventful: true });
    expect(textOf(result)).toBe('broken failed: the disk is on fire');
    const missing = await tools.run({ id: 'c2', name: 'nothing', arguments: '{}' }, context());
    expect(missing).toMatchObject({ callId: 'c2', failed: true });
  });

  it('ends a tool that takes too long', async () => {
    const { tools, clock } = registry(never);
    const running = tools.run({ id: 'c1', name: 'never', arguments: '{}' }, context());
    clock.advance(5000);
    expect(textOf(await running)).toBe('never failed: it took longer than 5 seconds (nothing)');
  });

  it('rejects when the turn is stopped, and only then', async () => {
    const { tools, clock } = registry(never);
    const controller = new AbortController();
    const running = tools.run({ id: 'c1', name: 'never', arguments: '{}' }, context(controller.signal));
    const reason = new BoughError('cancelled', 'stopped');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
    await expect(
      tools.run({ id: 'c2', name: 'never', arguments: '{}' }, context(controller.signal)),
    ).rejects.toBe(reason);
  });

  it('hands the stop on to the tool', async () => {
    let seen: AbortSignal | undefined;
    const watching = defineTool({
      ...definitionOf('watching'),
      run: (_input, { signal }) => {
        seen = signal;
        return new Promise(() => {});
      },
    });
    const { tools, clock } = registry(watching);
    const running = tools.run({ id: 'c1', name: 'watching', arguments: '{}' }, context());
    clock.advance(5000);
    await running;
    expect(seen?.aborted).toBe(true);
  });

  it('bounds a result, at a whole character', async () => {
    const { tools } = registry(
      defineTool({ ...definitionOf('long'), run: async () => quiet(`x${'😀'.repeat(longestResult)}`) }),
    );
    const text = textOf(await tools.run({ id: 'c1', name: 'long', arguments: '{}' }, context()));
    expect(text.length).toBeLessThan(longestResult + 60);
    expect(text).toMatch(/😀\n\[\d+ more characters left out\]$/u);
  });
});

const definitionOf = (name: string) => ({
  name,
  description: name,
  input: z.strictObject({}),
  title: () => name,
});

const file = (
  name: string,
  hash: string,
  kind: Attachment['kind'] = 'text',
  mime = 'text/plain',
): Attachment => ({
  hash: hash.repeat(64),
  name,
  mime,
  kind,
  bytes: 10,
});

function builtIn(
  attachments: Attachment[],
  contents: Record<string, Uint8Array> = {},
  hits: SearchHit[] = [],
) {
  const asked: string[] = [];
  const tools = builtInTools({
    attachments: {
      onPath: (messageId) => (messageId === 'm' ? attachments : []),
      read: async (hash) => {
        const bytes = contents[hash[0] ?? ''];
        if (!bytes) throw new BoughError('attachment_missing', 'gone');
        return bytes;
      },
    },
    search: {
      query: (text, limit) => {
        asked.push(`${text} ${limit}`);
        return hits;
      },
    },
  });
  const all = new Tools({ tools, approvals: noQuestions, schedule: new ManualSchedule().schedule });
  const run = (name: string, input: object, more: object = {}) =>
    all.run({ id: 'c', name, arguments: JSON.stringify(input) }, { ...context(), ...more });
  return { run, asked };
}

describe('read_attachment', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);

  it('reads a file by name in any case, or by hash, quietly', async () => {
    const { run } = builtIn([file('Notes.txt', 'a')], { a: utf8('Kup jablka. ซื้อแอปเปิล') });
    for (const wanted of ['notes.TXT', 'a'.repeat(64)]) {
      const result = await run('read_attachment', { file: wanted });
      expect(result).toMatchObject({ failed: false, eventful: false });
      expect(textOf(result)).toBe('[Notes.txt: characters 0 to 23 of 23]\nKup jablka. ซื้อแอปเปิล');
    }
  });

  it('takes the newest of two files with the same name', async () => {
    const { run } = builtIn([file('a.txt', 'a'), file('a.txt', 'b')], { a: utf8('old'), b: utf8('new') });
    expect(textOf(await run('read_attachment', { file: 'a.txt' }))).toContain('new');
  });

  it('gives a long file in parts that join without a gap', async () => {
    const content = 'žlutý 😀 '.repeat(500);
    const { run } = builtIn([file('a.txt', 'a')], { a: utf8(content) });
    let read = '';
    for (let offset = 0; offset < content.length; ) {
      const text = textOf(await run('read_attachment', { file: 'a.txt', offset, limit: 997 }));
      const [, end = ''] = /characters \d+ to (\d+) of/.exec(text) ?? [];
      read += text.split('\n')[1] ?? '';
      offset = Number(end);
    }
    expect(read).toBe(content);
  });

  it('reads UTF-16 where a byte order mark says so', async () => {
    const utf16 = Buffer.from('\ufeffAhoj', 'utf16le');
    const { run } = builtIn([file('a.txt', 'a')], { a: utf16 });
    expect(textOf(await run('read_attachment', { file: 'a.txt' }))).toContain('\nAhoj');
  });

  it('returns an image as an image', async () => {
    const image = file('dot.png', 'a', 'image', 'image/png');
    const { run } = builtIn([image]);
    expect((await run('read_attachment', { file: 'dot.png' })).parts).toEqual([
      { type: 'attachment', attachment: image },
    ]);
  });

  it('names what is attached when something else is asked for, and knows no other branch', async () => {
    const { run } = builtIn([file('a.txt', 'a'), file('b.txt', 'b')]);
    const result = await run('read_attachment', { file: 'c.txt' });
    expect(result.failed).toBe(true);
    expect(textOf(result)).toBe('No file "c.txt" is attached. These are attached: "a.txt", "b.txt".');
    expect(textOf(await run('read_attachment', { file: 'a.txt' }, { messageId: 'elsewhere' }))).toContain(
      'No file is attached.',
    );
  });

  it('says of other files that they cannot be read, and of lost ones that they are gone', async () => {
    const { run } = builtIn([file('a.zip', 'a', 'file', 'application/zip'), file('b.txt', 'b')]);
    expect(textOf(await run('read_attachment', { file: 'a.zip' }))).toContain(
      'holds no text (application/zip)',
    );
    expect(textOf(await run('read_attachment', { file: 'b.txt' }))).toBe(
      'read_attachment failed: the file is no longer there',
    );
  });
});

describe('search_workspace', () => {
  const hit: SearchHit = {
    conversationId: 'c',
    title: 'Boats "old" and new',
    messageId: 'm',
    excerpt: 'we saw a blue boat',
    highlights: [[14, 18]],
    createdAt: Date.parse('2026-10-01T12:00:00Z'),
    kind: 'agent',
    branch: null,
  };

  it('lists what was found, quietly', async () => {
    const { run, asked } = builtIn([], {}, [hit, { ...hit, title: 'Lake', messageId: null }]);
    const result = await run('search_workspace', { query: ' boat ', limit: 2 });
    expect(asked).toEqual(['boat 2']);
    expect(result).toMatchObject({ failed: false, eventful: false });
    expect(textOf(result)).toBe(
      '1. "Boats \\"old\\" and new", 2026-10-01\nwe saw a blue boat\n\n2. "Lake", 2026-10-01\nwe saw a blue boat',
    );
  });

  it('says so when nothing was found', async () => {
    expect(textOf(await builtIn([]).run('search_workspace', { query: 'boat' }))).toBe(
      'Nothing was found for "boat".',
    );
  });
});
