import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../main/providers/wire.ts';
import { AnthropicResponse } from '../../../main/providers/wires/anthropic-stream.ts';
import { ChatResponse } from '../../../main/providers/wires/chat-stream.ts';

function chat(deltas: object[], more: { finish?: string; used?: string[]; last?: object } = {}) {
  let made = 0;
  const response = new ChatResponse({ newId: () => `0-${++made}`, usedIds: new Set(more.used) });
  const events: WireEvent[] = [];
  for (const delta of deltas) events.push(...response.take({ choices: [{ delta }] }));
  events.push(
    ...response.take({ choices: [{ delta: {}, finish_reason: more.finish ?? 'stop' }], ...more.last }),
  );
  return { events, ...response.response('m') };
}

const piece = (more: object) => ({ tool_calls: [more] });
const called = (name: string, args: string) => ({ function: { name, arguments: args } });
const callsIn = ({ said }: ReturnType<typeof chat>) =>
  said.flatMap((part) => (part.type === 'call' ? [[part.id, part.name, part.arguments]] : []));

describe('a Chat Completions stream', () => {
  it('joins calls that arrive in pieces, mixed with each other', () => {
    const made = chat([
      piece({ index: 0, id: 'a', ...called('look', '{"n":') }),
      piece({ index: 1, id: 'b', ...called('find', '') }),
      piece({ index: 0, function: { arguments: '1.0}' } }),
      piece({ index: 1, function: { arguments: '{}' } }),
    ]);
    expect(callsIn(made)).toEqual([
      ['a', 'look', '{"n":1.0}'],
      ['b', 'find', '{}'],
    ]);
    expect(made.stop).toBe('calls');
    const starts = made.events.filter(({ type }) => type === 'call');
    expect(starts).toEqual([
      { type: 'call', id: 'a', name: 'look' },
      { type: 'call', id: 'b', name: 'find' },
    ]);
  });

  it('tells calls apart that are all numbered 0', () => {
    const made = chat([
      piece({ index: 0, id: 'a', ...called('x', '{}') }),
      piece({ index: 0, id: 'b', ...called('y', '{}') }),
    ]);
    expect(callsIn(made).map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('makes an id where there is none, or one that the conversation holds already', () => {
    const made = chat(
      [piece({ index: 0, ...called('x', '{}') }), piece({ index: 1, id: 'call_0', ...called('y', '{}') })],
      {
        used: ['call_0'],
      },
    );
    expect(callsIn(made).map(([id]) => id)).toEqual(['call_01', 'call_02']);
    const [message] = made.native.blocks as { tool_calls: { id: string }[] }[];
    expect(message?.tool_calls.map(({ id }) => id)).toEqual(['call_01', 'call_02']);
  });

  it('[T4] keeps what a server wants back: reasoning under its own name, details, signatures of calls', () => {
    const signature = { extra_content: { google: { thought_signature: 'sig' } } };
    const made = chat([
      {
        reasoning: 'Think',
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Thi', signature: null }],
      },
      { reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'nk', signature: 'S' }] },
      { reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'xyz' }] },
      { content: 'Done.' },
      piece({ index: 0, id: 'a', ...called('look', '{ }'), ...signature }),
    ]);
    expect(made.native.blocks).toEqual([
      {
        role: 'assistant',
        content: 'Done.',
        reasoning: 'Think',
        reasoning_details: [
          { type: 'reasoning.text', index: 0, text: 'Think', signature: 'S' },
          { type: 'reasoning.encrypted', index: 1, data: 'xyz' },
        ],
        tool_calls: [
          { id: 'a', type: 'function', ...signature, function: { name: 'look', arguments: '{ }' } },
        ],
      },
    ]);
    expect(made.said[0]).toEqual({ type: 'reasoning', text: 'Think' });
  });

  it("reads Mistral's reasoning, which comes as parts", () => {
    const made = chat([
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hmm.' }] }] },
      { content: [{ type: 'text', text: 'Yes.' }] },
    ]);
    expect(made.said).toEqual([
      { type: 'reasoning', text: 'Hmm.' },
      { type: 'text', text: 'Yes.' },
    ]);
  });

  it('counts cached tokens once', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
    };
    expect(chat([{ content: 'x' }], { last: { usage } }).usage).toEqual({
      input: 30,
      output: 7,
      cacheRead: 60,
      cacheWrite: 10,
    });
    const deepSeek = { prompt_tokens: 100, completion_tokens: 7, prompt_cache_hit_tokens: 40 };
    expect(chat([{ content: 'x' }], { last: { usage: deepSeek } }).usage).toMatchObject({
      input: 60,
      cacheRead: 40,
    });
    const groq = { x_groq: { usage: { prompt_tokens: 5, completion_tokens: 1 } } };
    expect(chat([{ content: 'x' }], { last: groq }).usage).toMatchObject({ input: 5, output: 1 });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['stop', 'end'],
    ['eos', 'end'],
  ])('takes finish reason %s for %s', (finish, stop) => {
    expect(chat([{ content: 'x' }], { finish }).stop).toBe(stop);
  });

  it('is garbage when it is something else', () => {
    const response = new ChatResponse({ newId: () => 'id', usedIds: new Set() });
    expect(() => [...response.take({ choices: 'many' })]).toThrow();
    expect(() => [...response.take([1])]).toThrow();
  });
});

function messages(events: object[]) {
  const response = new AnthropicResponse();
  const told: WireEvent[] = [];
  for (const event of events) told.push(...response.take(event));
  return { told, finished: response.finished, ...response.response('claude') };
}

const begin = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, more: object) => ({ type: 'content_block_delta', index, delta: more });
const end = (index: number) => ({ type: 'content_block_stop', index });
const stop = (stop_reason: string) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage: { output_tokens: 9 },
});

describe('an Anthropic stream', () => {
  it('[T4] keeps the input of a call as the text that was streamed', () => {
    const raw = '{"n": 1.0, "big": 12345678901234567890}';
    const made = messages([
      begin(0, { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: raw.slice(0, 9) }),
      delta(0, { type: 'input_json_delta', partial_json: raw.slice(9) }),
      end(0),
      stop('tool_use'),
      { type: 'message_stop' },
    ]);
    expect(made.native.blocks).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'look', input: raw }]);
    expect(made.said).toEqual([{ type: 'call', id: 'toolu_1', name: 'look', arguments: raw }]);
    expect([made.stop, made.finished]).toEqual(['calls', true]);
  });

  it('takes the input from the first event where a server streams none', () => {
    const made = messages([
      begin(0, { type: 'tool_use', id: 't', name: 'look', input: { n: 2 } }),
      end(0),
      stop('tool_use'),
    ]);
    expect(made.said).toEqual([{ type: 'call', id: 't', name: 'look', arguments: '{"n":2}' }]);
    expect(made.told).toContainEqual({ type: 'arguments', id: 't', text: '{"n":2}' });
    expect(made.finished).toBe(false);
  });

  it('passes over events and blocks that it does not know, and keeps the blocks', () => {
    const strange = { type: 'new_kind', secret: 'x' };
    const made = messages([
      { type: 'new_event' },
      begin(0, strange),
      end(0),
      begin(1, { type: 'text', text: 'Hi' }),
      end(1),
      stop('end_turn'),
    ]);
    expect(made.native.blocks).toEqual([strange, { type: 'text', text: 'Hi' }]);
    expect(made.said).toEqual([{ type: 'text', text: 'Hi' }]);
  });

  it('keeps citations with their text', () => {
    const citation = { type: 'char_location', cited_text: 'x' };
    const made = messages([
      begin(0, { type: 'text', text: '', citations: null }),
      delta(0, { type: 'citations_delta', citation }),
      end(0),
    ]);
    expect(made.native.blocks).toEqual([{ type: 'text', text: '', citations: [citation] }]);
  });

  it.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'filtered'],
    ['pause_turn', 'end'],
  ])('takes stop reason %s for %s', (reason, expected) => {
    expect(messages([begin(0, { type: 'text', text: 'x' }), end(0), stop(reason)]).stop).toBe(expected);
  });

  it('is garbage when a delta belongs to nothing', () => {
    expect(() => messages([delta(3, { type: 'text_delta', text: 'x' })])).toThrow();
    expect(() => messages([{ nonsense: true }])).toThrow();
  });
});
