import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MethodOutput, Reader } from '#contract';
import type { Endpoint } from '../../lab/lab.ts';
import type { LabRequest } from '../../lab/record.ts';
import { Rig } from '../run/rig.ts';
import { attachLog, passesTold, readerWith, talkAboutLog, turn } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

type WireName = 'anthropic' | 'openai-chat' | 'openai-responses' | 'google';

/** Makes a route for one of the lab's wires. */
async function routeFor(wire: WireName, { baseURL: baseUrl, apiKey }: Endpoint): Promise<Reader> {
  const { id: routeId } = await rig.call('providers.saveRoute', {
    route: { preset: 'other', name: wire, wire, baseUrl },
    key: { value: apiKey, storage: 'session' },
  });
  await rig.call('providers.refreshModels', { id: routeId });
  return { routeId, modelId: '' };
}

const pages = ['compact', 'snapshots'] as const;
/** How much is said: a log of so many lines, and answers of so many tokens. What is said is not near the window. */
const wide = { contextWindow: 128_000, lines: 1500, answerTokens: 4000 };
const narrow = { contextWindow: 32_768, lines: 240, answerTokens: 400 };
interface Case {
  wire: WireName;
  at: 'anthropic' | 'openai' | 'google';
  modelId: string;
  command: readonly ['compact' | 'shake', string];
  said?: typeof wide;
  smallLetters?: boolean;
}
const readers: Case[] = [
  { wire: 'anthropic', at: 'anthropic', modelId: 'claude-opus-5-5-lab-128k', command: pages },
  { wire: 'openai-chat', at: 'openai', modelId: 'gpt-5.5-lab-128k', command: pages },
  { wire: 'anthropic', at: 'anthropic', modelId: 'claude-sonnet-4-5-lab-128k', command: pages },
  { wire: 'anthropic', at: 'anthropic', modelId: 'claude-sonnet-4-5-lab-200k', command: pages },
  { wire: 'google', at: 'google', modelId: 'gemini-3-pro-lab-1m', command: pages },
  { wire: 'openai-responses', at: 'openai', modelId: 'gpt-5.6-lab-128k', command: pages },
  { wire: 'google', at: 'google', modelId: 'gemini-3-pro-lab-128k', command: pages },
  { wire: 'anthropic', at: 'anthropic', modelId: 'claude-opus-5-5-lab-128k', command: ['shake', 'all'] },
  // Here what a provider adds to every request by itself weighs most beside what is freed.
  { wire: 'anthropic', at: 'anthropic', modelId: 'claude-sonnet-4-5-lab-32k', command: pages, said: narrow },
  {
    wire: 'anthropic',
    at: 'anthropic',
    modelId: 'claude-opus-5-5-lab-128k',
    command: pages,
    smallLetters: true,
  },
  { wire: 'google', at: 'google', modelId: 'gemini-3-pro-lab-128k', command: pages, smallLetters: true },
];

/** What the simulator counts for the question that follows. */
async function billed(
  id: string,
  parentId: string,
  at: 'anthropic' | 'openai' | 'google',
): Promise<LabRequest> {
  await turn(rig, id, { text: 'What came first?', answer: 'The log.', parentId });
  const request = at === 'openai' ? rig.lab.requests.at(-1) : rig.lab.lastRequest(at);
  if (!request) throw new Error('Nothing was asked');
  return request;
}

it.each(readers)(
  '[S5] [L8] $modelId over $wire: /$command.0 saves what its preview said, within 2 %',
  async ({ wire, at, modelId, command: [command, args], said = wide, smallLetters = false }) => {
    const { contextWindow, lines, answerTokens } = said;
    await rig.call('context.setSettings', { smallLetters });
    const base = await routeFor(wire, rig.lab[at]);
    const id = await rig.conversation(
      await readerWith(rig, base, modelId, { contextWindow, vision: true, tools: true }),
    );
    await talkAboutLog(rig, id, 8, { file: await attachLog(rig, lines), answerTokens });
    const tip = await rig.tip(id);
    const before = await billed(id, tip, at);
    await rig.call('tree.moveTip', { conversationId: id, messageId: tip });
    expect(passesTold(rig)).toEqual([]);
    const preview: MethodOutput<'context.previewCommand'> = await rig.call('context.previewCommand', {
      conversationId: id,
      command,
      args,
    });
    const { pass } = await rig.call('context.run', { conversationId: id, command, args });
    expect(pass).not.toBeNull();
    const after = await billed(id, tip, at);
    const saved = (before.inputTokens ?? 0) - (after.inputTokens ?? 0);
    expect(saved).toBeGreaterThan(500);
    expect(Math.abs(preview.frees - saved), `${preview.frees} for ${saved}`).toBeLessThanOrEqual(
      saved * 0.02,
    );
    // What it says the pages cost is what is billed for pictures.
    if (preview.pages.count > 0) expect(after.price?.images).toBe(preview.pages.tokens);
    // A fold has small letters only where they save something.
    expect(preview.pages.small > 0).toBe(smallLetters);
  },
);
