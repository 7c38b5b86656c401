import { describe, expect, it } from 'vitest';
import type { Model } from '#contract';
import type { View, ViewMessage } from '#core/context/view.ts';
import { describeModel } from '../../../main/providers/catalogue.ts';
import { stringify } from '../../../main/providers/raw-json.ts';
import type { WireRequest } from '../../../main/providers/wire.ts';
import { anthropicBody } from '../../../main/providers/wires/anthropic-body.ts';
import { chatBody } from '../../../main/providers/wires/chat-body.ts';
import { habitsOf } from '../../../main/providers/wires/chat-habits.ts';
import { piecesOf } from '../../../main/providers/wires/pieces.ts';

const user = (text: string): ViewMessage => ({
  role: 'user',
  messageId: `id of ${text}`,
  parts: [{ type: 'text', text }],
});
const called = (id: string): ViewMessage[] => [
  {
    role: 'agent',
    messageId: 'a',
    native: null,
    said: [{ type: 'call', id, name: 'look', arguments: '{}' }],
  },
  {
    role: 'results',
    messageId: 'a',
    results: [{ callId: id, name: 'look', parts: [], failed: false, eventful: false }],
  },
];
const look = { name: 'look', description: 'Looks', parameters: { type: 'object' } };

function requestOf(messages: ViewMessage[], model: Model, host: string): WireRequest {
  const view: View = { system: 'Be kind.', tools: [look], messages };
  const target = { routeId: 'r', preset: 'other', provider: 'P', baseUrl: `https://${host}/v1`, key: null };
  const readAttachment = () => Promise.reject(new Error('none'));
  return {
    target,
    model,
    view,
    readAttachment,
    readPage: readAttachment,
    signal: new AbortController().signal,
  };
}

async function chat(messages: ViewMessage[], host: string, model = describeModel({ id: 'm' })) {
  const request = requestOf(messages, model, host);
  const body = chatBody(request, await piecesOf(request, 'openai-chat'), habitsOf(host));
  return JSON.parse(stringify(body));
}

describe('chatBody', () => {
  it('leaves the output limit to the server, unless the user set one', async () => {
    const hello = [user('Hello')];
    expect(await chat(hello, 'h')).not.toHaveProperty('max_tokens');
    const other = describeModel({ id: 'm' }, { vision: true });
    expect(await chat(hello, 'h', other)).not.toHaveProperty('max_tokens');
    const limited = describeModel({ id: 'm' }, { maxOutput: 500 });
    expect(await chat(hello, 'h', limited)).toMatchObject({ max_tokens: 500 });
    expect(await chat(hello, 'api.openai.com', limited)).toMatchObject({ max_completion_tokens: 500 });
  });

  it('brings the requests of a conversation to the same cache, with OpenAI alone', async () => {
    expect(await chat([user('Hello'), user('again')], 'api.openai.com')).toMatchObject({
      prompt_cache_key: 'id of Hello',
    });
    expect(await chat([user('Hello')], 'h')).not.toHaveProperty('prompt_cache_key');
  });

  it("keeps to Mistral's habits", async () => {
    const body = await chat([user('Hello'), ...called('toolu_01abc')], 'api.mistral.ai');
    expect(body).not.toHaveProperty('stream_options');
    const id = body.messages[2].tool_calls[0].id;
    expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(body.messages[3].tool_call_id).toBe(id);
  });

  it('sends no message for an answer that was nothing but reasoning', async () => {
    const blocks = [{ role: 'assistant', content: '', reasoning_content: 'Hm.' }];
    const native = { wire: 'openai-chat', model: 'm', blocks };
    const thought: ViewMessage = {
      role: 'agent',
      messageId: 'a',
      native,
      said: [{ type: 'reasoning', text: 'Hm.' }],
    };
    const { messages } = await chat([user('One.'), thought, user('Two.')], 'h');
    expect(messages.slice(1)).toEqual([{ role: 'user', content: 'One.\n\nTwo.' }]);
  });
});

async function claude(messages: ViewMessage[], id: string, prompt = 100) {
  const request = requestOf(messages, describeModel({ id }), 'api.anthropic.com');
  return JSON.parse(stringify(anthropicBody(request, await piecesOf(request, 'anthropic'), prompt)));
}

describe('anthropicBody', () => {
  it('asks each model to reason in its own way', async () => {
    const hello = [user('Hello')];
    expect((await claude(hello, 'claude-opus-5-5')).thinking).toMatchObject({
      type: 'adaptive',
      display: 'summarized',
    });
    expect((await claude(hello, 'claude-sonnet-4-5')).thinking).toEqual({
      type: 'enabled',
      budget_tokens: 4096,
    });
    expect((await claude(hello, 'claude-3-5-haiku-20241022')).thinking).toBeUndefined();
  });

  it('does not ask for a budget in a tool loop that another model began', async () => {
    const loop = [user('Hello'), ...called('call_1')];
    expect((await claude(loop, 'claude-sonnet-4-5')).thinking).toBeUndefined();
    const said: ViewMessage = {
      role: 'agent',
      messageId: 'b',
      native: null,
      said: [{ type: 'text', text: 'Seen.' }],
    };
    expect((await claude([...loop, said, user('And?')], 'claude-sonnet-4-5')).thinking).toBeDefined();
  });

  it('asks for no more output than the window has room for', async () => {
    expect((await claude([user('Hello')], 'claude-sonnet-4-5')).max_tokens).toBe(64_000);
    expect((await claude([user('Hello')], 'claude-sonnet-4-5', 160_000)).max_tokens).toBe(40_000);
    expect((await claude([user('Hello')], 'claude-sonnet-4-5', 250_000)).max_tokens).toBe(8192);
  });

  it('leaves out reasoning that was cut before it was signed, and never ends an answer in reasoning', async () => {
    const model = 'claude-sonnet-4-5';
    const answer = (blocks: unknown[]): ViewMessage => ({
      role: 'agent',
      messageId: 'a',
      native: { wire: 'anthropic', model, blocks },
      said: [],
    });
    const signed = { type: 'thinking', thinking: 'Hm.', signature: 's' };
    const text = { type: 'text', text: 'Yes.' };
    const body = await claude(
      [
        user('One.'),
        answer([{ ...signed, signature: '' }, text]),
        user('Two.'),
        answer([signed, text, signed]),
        user('Three.'),
        answer([signed]),
        user('Four.'),
      ],
      model,
    );
    expect(
      body.messages.map(({ role, content }: { role: string; content: { type: string }[] }) => [
        role,
        ...content.map(({ type }) => type),
      ]),
    ).toEqual([
      ['user', 'text'],
      ['assistant', 'text'],
      ['user', 'text'],
      ['assistant', 'thinking', 'text'],
      ['user', 'text', 'text'],
    ]);
  });
});
