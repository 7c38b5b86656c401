import { join } from 'node:path';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '#contract';
import { call, text } from '../../lab/index.ts';
import {
  addEveryWire,
  conversationIn,
  everyWire,
  headOf,
  type WireReader,
  wireFacts,
} from '../providers/every-wire.ts';
import { Rig } from '../run/rig.ts';

const script = join(import.meta.dirname, '../../lab/mcp/main.ts');

let rig: Rig;
let readers: Record<WireReader, Reader>;
let names: string[];
beforeAll(async () => {
  rig = await Rig.start();
  readers = await addEveryWire(rig);
  const { id } = await rig.call('tools.saveServer', {
    name: 'Office',
    transport: { kind: 'stdio', command: process.execPath, args: [script, 'many'] },
    secrets: {},
    storage: 'session',
  });
  const check = await rig.call('tools.checkServer', { id });
  expect(check.ok && check.tools.length).toBe(60);
  names = check.ok ? check.tools.map(({ name }) => `Office__${name}`) : [];
});
afterAll(() => rig.end());

/** What went over the wire for answers since then. */
const sentSince = (from: number): Buffer[] =>
  rig.lab.requests
    .slice(from)
    .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
    .map(({ raw }) => raw);

/** Tokens of everything that a request says of tools: its list of them, and their names in its instructions. */
function toolTokens(raw: Buffer): number {
  const body = raw.toString('utf8');
  const { tools } = JSON.parse(body) as { tools: unknown };
  const index = /More tools exist[^"]*/.exec(body)?.[0] ?? '';
  return encode(JSON.stringify(tools)).length + encode(index).length;
}

/** Number of tools of the server that a request describes. */
const describedIn = (raw: Buffer): number => raw.toString('utf8').split('Identifier of the ').length - 1;

async function firstRequest(name: WireReader): Promise<Buffer> {
  const from = rig.lab.requests.length;
  await rig.ask(await rig.conversation(readers[name]), 'Hello');
  const [raw] = sentSince(from);
  if (!raw) throw new Error('Nothing was sent');
  return raw;
}

describe.each(everyWire)('sixty tools of servers, on %s', (name) => {
  const { list } = wireFacts[name];

  it('take less than a quarter of what a request with all of them takes', async () => {
    const named = await firstRequest(name);
    expect(names.filter((tool) => !named.includes(tool))).toEqual([]);
    expect(describedIn(named)).toBe(0);

    const agent = (await rig.call('agents.list', {}))[0];
    if (!agent) throw new Error('No agent');
    await rig.call('agents.update', { id: agent.id, fields: { tools: [...agent.tools, ...names] } });
    const whole = await firstRequest(name);
    await rig.call('agents.update', { id: agent.id, fields: { tools: agent.tools } });
    expect(describedIn(whole)).toBe(60);
    expect(toolTokens(named) / toolTokens(whole)).toBeLessThan(0.25);
  });

  it('are called by their names at once, and the request before stays as it was', async () => {
    const id = await rig.conversation(readers[name]);
    const from = rig.lab.requests.length;
    rig.lab.script([
      { parts: [call('Office__read_invoice', '{"id":"7"}')] },
      { parts: [call('use_tool', '{"name":"Office__read_budget","arguments":{"id":"8"}}')] },
      { parts: [call('search_tools', '{"query":"photo"}')] },
      { parts: [text('Done.')] },
    ]);
    const { agentMessageId } = await rig.send(id, 'Read them');
    await allow();
    await allow();
    const answer = await rig.final(agentMessageId);
    const [direct, through, search] = answer.parts.filter((part) => part.type === 'tool');
    expect(direct).toMatchObject({ state: 'done', eventful: false });
    expect(direct?.result).toContain('read_invoice {"id":"7"}');
    expect(through?.result).toContain('read_budget {"id":"8"}');
    expect(search?.result).toContain('Office__list_photo');
    const sent = sentSince(from);
    expect(sent).toHaveLength(4);
    for (const [at, later] of sent.slice(1).entries()) {
      const earlier = sent[at] ?? Buffer.of();
      expect(headOf(later, list)).toBe(headOf(earlier, list));
      expect(conversationIn(later, list).startsWith(conversationIn(earlier, list))).toBe(true);
    }
  });
});

async function allow(): Promise<void> {
  await expect.poll(async () => (await rig.call('tools.pending', {})).length).toBe(1);
  const [question] = await rig.call('tools.pending', {});
  await rig.call('tools.decide', { id: question?.id ?? '', decision: 'once' });
}
