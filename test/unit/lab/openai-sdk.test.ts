import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, startLab, text } from '../../lab/index.ts';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;

const tools: OpenAI.Chat.Completions.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } },
];

describe('the OpenAI wire under the official SDK', () => {
  let lab: Lab;
  let client: OpenAI;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new OpenAI({ ...lab.openai, maxRetries: 0 });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  const chunksOf = async (body: Partial<OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming>) => {
    const chunks: Chunk[] = [];
    const stream = await client.chat.completions.create({
      model: 'gpt-lab',
      messages: [{ role: 'user', content: 'Hello' }],
      ...body,
      stream: true,
    });
    for await (const chunk of stream) chunks.push(chunk);
    return chunks;
  };

  it('answers whole and streamed with the same words and counts', async () => {
    const messages = [{ role: 'user' as const, content: 'Příliš žluťoučký kůň, ภาษาไทย, 😀' }];
    const whole = await client.chat.completions.create({ model: 'gpt-lab', messages });
    const chunks = await chunksOf({ messages, stream_options: { include_usage: true } });
    const streamed = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(streamed).toBe(whole.choices[0]?.message.content);
    expect(streamed).toContain('ภาษาไทย, 😀');
    expect(whole.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage).toEqual(whole.usage);
    expect(chunks.at(-1)?.choices).toEqual([]);
  });

  it('reports usage in a stream only when asked', async () => {
    const chunks = await chunksOf({});
    expect(chunks.every((chunk) => chunk.usage === undefined)).toBe(true);
  });

  it('[T4] streams parallel tool calls with their raw argument strings', async () => {
    const args = ['{ "a" : 1.0,\n "big": 12345678901234567890 }', '{"path":"č/ฟ"}'];
    lab.script({ parts: [text('Looking.'), call('look', args[0] ?? ''), call('look', args[1] ?? '')] });
    const chunks = await chunksOf({ tools });
    const deltas = chunks.flatMap((chunk) => chunk.choices[0]?.delta.tool_calls ?? []);
    const argumentsOf = (index: number) =>
      deltas
        .filter((delta) => delta.index === index)
        .map((delta) => delta.function?.arguments ?? '')
        .join('');
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(args);
    const ids = deltas.flatMap((delta) => delta.id ?? []);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('takes a whole tool loop back', async () => {
    lab.script({ parts: [call('look', '{"a": 1.0}')] });
    const first = await client.chat.completions.create({
      model: 'gpt-lab',
      messages: [{ role: 'user', content: 'Look' }],
      tools,
    });
    const asked = first.choices[0]?.message;
    if (!asked?.tool_calls) throw new Error('no tool calls');
    const second = await client.chat.completions.create({
      model: 'gpt-lab',
      tools,
      messages: [
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: asked.content, tool_calls: asked.tool_calls },
        ...asked.tool_calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'a barn' })),
      ],
    });
    expect(second.choices[0]?.message.content).toContain('newest tool result: a barn');
    expect(lab.lastRequest('openai').raw.toString()).toContain(String.raw`"arguments":"{\"a\": 1.0}"`);
  });

  it('keeps reasoning to itself on OpenAI and shows it on a compatible server', async () => {
    const parts = [reasoning('Hidden or not.'), text('Answer.')];
    lab.script({ parts }, { wire: 'openai' });
    lab.script({ parts }, { wire: 'compatible' });
    const hidden = await client.chat.completions.create({
      model: 'gpt-lab-thinker',
      messages: [{ role: 'user', content: 'Think' }],
    });
    expect(JSON.stringify(hidden)).not.toContain('Hidden or not');
    expect(hidden.usage?.completion_tokens_details?.reasoning_tokens).toBeGreaterThan(0);
    const open = new OpenAI({ ...lab.compatible, maxRetries: 0 });
    const stream = await open.chat.completions.create({
      model: 'lab/reasoner',
      messages: [{ role: 'user', content: 'Think' }],
      stream: true,
    });
    let shown = '';
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta as { reasoning_content?: string } | undefined;
      shown += delta?.reasoning_content ?? '';
    }
    expect(shown).toBe('Hidden or not.');
  });

  it('lists its models', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toContain('gpt-lab-thinker');
    expect((await client.models.retrieve('gpt-lab')).object).toBe('model');
  });

  it('fails in ways that the SDK knows by class', async () => {
    lab.script([{ fault: 'overloaded' }, { fault: 'rate-limit' }, { fault: 'overflow' }, { fault: 'auth' }]);
    const ask = () =>
      client.chat.completions.create({ model: 'gpt-lab', messages: [{ role: 'user', content: 'Hi' }] });
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    await expect(ask()).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' });
    await expect(ask()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });
});
