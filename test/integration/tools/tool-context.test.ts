import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

/** The bodies of the answers' requests, as they went over the wire. */
const bodies = (): unknown[] =>
  rig.lab.requests.filter(({ inputTokens }) => inputTokens !== null).map(({ body }) => body);

async function decide(decision: ApprovalDecision): Promise<void> {
  await expect.poll(async () => (await rig.call('tools.pending', {})).length).toBe(1);
  const [question] = await rig.call('tools.pending', {});
  expect(await rig.call('tools.decide', { id: question?.id ?? '', decision })).toEqual({ decided: true });
}

describe('tools of which only the names are told', () => {
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
