import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApprovalDecision, Reader } from '#contract';
import { call, text } from '../../lab/index.ts';
import { Rig } from '../run/rig.ts';

const script = join(import.meta.dirname, '../../lab/mcp/main.ts');

let rig: Rig;
let serverId: string;
beforeEach(async () => {
  rig = await Rig.start();
  const server = await rig.call('tools.saveServer', {
    name: 'Office',
    transport: { kind: 'stdio', command: process.execPath, args: [script, 'many'] },
    secrets: {},
    storage: 'session',
  });
  serverId = server.id;
  expect(await rig.call('tools.checkServer', { id: serverId })).toMatchObject({ ok: true });
});
afterEach(() => rig.end());

const anything = z.array(z.looseObject({ tools: z.array(z.unknown()) }));

interface Body {
  tools: { name?: string; function?: { name: string } }[];
  system?: unknown;
  messages: unknown[];
}

/** The bodies of the answers' requests, as they went over the wire. */
const bodies = (): Body[] =>
  rig.lab.requests.filter(({ inputTokens }) => inputTokens !== null).map(({ body }) => body as Body);

async function decide(decision: ApprovalDecision): Promise<void> {
  await expect.poll(async () => (await rig.call('tools.pending', {})).length).toBe(1);
  const [question] = await rig.call('tools.pending', {});
  expect(await rig.call('tools.decide', { id: question?.id ?? '', decision })).toEqual({ decided: true });
}

const wires = ['openai', 'anthropic'] as const;

describe('sixty tools of servers', () => {
  it.each(wires)('take less than a quarter of what all of them would, on %s', async (wire) => {
    const id = await rig.conversation(rig.readers[wire]);
    await rig.ask(id, 'Hello');
    const report = await rig.call('context.report', { conversationId: id });
    const [sent] = bodies();
    const inRequest = sent?.tools.length ?? 0;
    const index = JSON.stringify(sent).match(/More tools exist.*?(?=")/)?.[0] ?? '';
    expect(index).toContain('Office__list_invoice');
    const server = (await rig.call('tools.servers', {}))[0];
    expect(server?.tools.length).toBe(60);
    expect(inRequest).toBeLessThan(10);
    const all = rig.services.workspace.settings.get('tools.servers', anything, []);
    const whole = report.totals.tools + encode(JSON.stringify(all[0]?.tools)).length;
    const taken = report.totals.tools + encode(index).length;
    expect(taken / whole).toBeLessThan(0.25);
  });

  it.each(wires)(
    'are called by their names at once, and the request before stays as it was, on %s',
    async (wire) => {
      const id = await rig.conversation(rig.readers[wire]);
      rig.lab.script([
        { parts: [call('Office__read_invoice', '{"id":"7"}')] },
        { parts: [call('use_tool', '{"name":"Office__read_budget","arguments":{"id":"8"}}')] },
        { parts: [call('search_tools', '{"query":"photo"}')] },
        { parts: [text('Done.')] },
      ]);
      const { agentMessageId } = await rig.send(id, 'Read them');
      await decide('once');
      await decide('once');
      const answer = await rig.final(agentMessageId);
      const [direct, through, search] = answer.parts.filter((part) => part.type === 'tool');
      expect(direct).toMatchObject({ state: 'done', eventful: false });
      expect(direct?.result).toContain('read_invoice {"id":"7"}');
      expect(through?.result).toContain('read_budget {"id":"8"}');
      expect(search?.result).toContain('Office__list_photo');
      const sent = bodies();
      expect(sent).toHaveLength(4);
      for (const [at, later] of sent.slice(1).entries()) {
        const earlier = sent[at];
        expect(later.tools).toEqual(earlier?.tools);
        expect(later.system).toEqual(earlier?.system);
        expect(withoutMarks(later.messages.slice(0, earlier?.messages.length))).toEqual(
          withoutMarks(earlier?.messages),
        );
      }
    },
  );

  it('come with their schema where a call does not fit', async () => {
    const id = await rig.conversation();
    rig.lab.script([{ parts: [call('fetch_page', '{"adress":"x"}')] }, { parts: [text('Done.')] }]);
    const answer = await rig.ask(id, 'Fetch it');
    const [part] = answer.parts.filter((each) => each.type === 'tool');
    expect(part?.result).toContain('"url"');
    expect(part?.state).toBe('failed');
  });

  it('are not told of where the window has no room for them', async () => {
    const { routeId, modelId } = rig.readers.openai;
    const figures = { contextWindow: 8000 };
    await rig.call('providers.setModelFigures', { routeId, modelId, figures });
    await rig.ask(await rig.conversation(), 'Hello');
    expect(JSON.stringify(bodies()[0])).not.toContain('Office__');
  });
});

describe('a question', () => {
  const asks = async (reader: Reader = rig.readers.openai) => {
    const id = await rig.conversation(reader);
    rig.lab.script([{ parts: [text('I will look.'), call('Office__read_invoice', '{"id":"7"}')] }]);
    const { agentMessageId } = await rig.send(id, 'Read it');
    await expect.poll(async () => (await rig.call('tools.pending', {})).length).toBe(1);
    return { id, agentMessageId };
  };

  it('waits, with what, where and why, for every window that opens', async () => {
    const { id, agentMessageId } = await asks();
    expect(await rig.call('tools.pending', {})).toMatchObject([
      {
        conversationId: id,
        kind: 'server',
        server: 'Office',
        place: `${serverId}/read_invoice`,
        why: 'I will look.',
        content: '{\n  "id": "7"\n}',
      },
    ]);
    rig.lab.script([{ parts: [text('Done.')] }]);
    await decide('deny');
    const answer = await rig.final(agentMessageId);
    expect(answer.status).toBe('complete');
    expect(answer.parts.find((part) => part.type === 'tool')).toMatchObject({
      state: 'failed',
      eventful: true,
      result: expect.stringContaining('did not allow'),
    });
  });

  it('ends with its turn', async () => {
    const { agentMessageId } = await asks();
    await rig.call('turns.stop', { messageId: agentMessageId });
    expect((await rig.final(agentMessageId)).status).toBe('interrupted');
    expect(await rig.call('tools.pending', {})).toEqual([]);
  });

  it('is not put again in the conversation for which it was answered, after a restart too, until that is taken back', async () => {
    const { id, agentMessageId } = await asks();
    rig.lab.script([{ parts: [text('Done.')] }]);
    await decide('conversation');
    await rig.final(agentMessageId);
    await rig.restart();
    rig.lab.script([{ parts: [call('Office__read_invoice', '{"id":"9"}')] }, { parts: [text('Done.')] }]);
    expect((await rig.ask(id, 'And the next')).status).toBe('complete');
    const [grant] = await rig.call('tools.grants', {});
    expect(grant).toMatchObject({ conversationId: id, label: 'Office: read_invoice' });
    await rig.call('tools.revoke', { id: grant?.id ?? '' });
    rig.lab.script([{ parts: [call('Office__read_invoice', '{"id":"9"}')] }, { parts: [text('Done.')] }]);
    const third = await rig.send(id, 'Once more');
    await decide('once');
    expect((await rig.final(third.agentMessageId)).status).toBe('complete');
  });

  it('shows files that agents write, where they write them', async () => {
    const id = await rig.conversation();
    const path = join(rig.folder, 'list.txt');
    await writeFile(path, 'old');
    rig.lab.script([
      { parts: [call('write_file', JSON.stringify({ path, content: 'new', reason: 'To keep it.' }))] },
      { parts: [text('Done.')] },
    ]);
    const { agentMessageId } = await rig.send(id, 'Write it');
    await expect
      .poll(async () => rig.call('tools.pending', {}))
      .toMatchObject([{ kind: 'write', place: path, why: 'To keep it.', content: 'new', replaces: true }]);
    await decide('once');
    expect((await rig.final(agentMessageId)).parts[0]).toMatchObject({ state: 'done', eventful: true });
  });

  it('is not even put for a picture of the screen where there is none', async () => {
    const id = await rig.conversation();
    rig.lab.script([{ parts: [call('take_screenshot', '{}')] }, { parts: [text('Done.')] }]);
    const answer = await rig.ask(id, 'Look');
    expect(answer.parts[0]).toMatchObject({ state: 'failed', result: expect.stringContaining('no screen') });
  });
});

/** Cache marks move along the request; they are no part of what is cached. */
function withoutMarks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'cache_control' ? undefined : inner)));
}
