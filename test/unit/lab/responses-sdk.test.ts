import OpenAI from 'openai';
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, redacted, startLab, text, tokens } from '../../lab/index.ts';
import { pngBase64 } from './support.ts';

type Create = OpenAI.Responses.ResponseCreateParams;
type Item = OpenAI.Responses.ResponseInputItem;

const tools: OpenAI.Responses.FunctionTool[] = [
  { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: null },
];
const user = (content: string): Item => ({ role: 'user', content });

describe('the Responses wire under the official SDK', () => {
  let lab: Lab;
  let client: OpenAI;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new OpenAI({ ...lab.openai, maxRetries: 0, logLevel: 'off' });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  const whole = (body: Partial<Create> = {}) =>
    client.responses.create({
      model: 'gpt-5.5-lab-128k',
      input: 'Hello',
      store: false,
      ...body,
      stream: false,
    });
  const streamed = async (body: Partial<Create> = {}) => {
    const stream = client.responses.stream({
      model: 'gpt-5.5-lab-128k',
      input: 'Hello',
      store: false,
      ...body,
      stream: true,
    });
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    return { events, response: await stream.finalResponse() };
  };

  it('answers whole and streamed with the same words and counts', async () => {
    const input = 'Příliš žluťoučký kůň, ภาษาไทย, 😀';
    const one = await whole({ input });
    const { response, events } = await streamed({ input });
    expect(one.output_text).toContain('ภาษาไทย, 😀');
    expect(response.output_text).toBe(one.output_text);
    expect(response.usage).toEqual(one.usage);
    expect([one.status, response.status]).toEqual(['completed', 'completed']);
    expect(events[0]?.type).toBe('response.created');
    expect(events.at(-1)?.type).toBe('response.completed');
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
  });

  it('[T4] streams parallel calls with their raw argument strings, and takes the loop back', async () => {
    const args = ['{ "a" : 1.0,\n "big": 12345678901234567890 }', '{"path":"č/ฟ"}'];
    lab.script({ parts: [text('Looking.'), call('look', args[0] ?? ''), call('look', args[1] ?? '')] });
    const { response, events } = await streamed({ tools });
    const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    expect(calls.map((made) => made.arguments)).toEqual(args);
    expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(2);
    const deltas = events.flatMap((event) =>
      event.type === 'response.function_call_arguments.delta' && event.item_id === calls[0]?.id
        ? [event.delta]
        : [],
    );
    expect(deltas.join('')).toBe(args[0]);
    const results: Item[] = calls.map(({ call_id }) => ({
      type: 'function_call_output',
      call_id,
      output: 'a barn',
    }));
    const next = await whole({
      tools,
      input: [user('Hello'), ...toResponseInputItems(response.output), ...results],
    });
    expect(next.output_text).toContain('newest tool result: a barn');
    expect(lab.lastRequest('responses').raw.toString()).toContain(
      String.raw`{ \"a\" : 1.0,\n \"big\": 12345678901234567890 }`,
    );
  });

  it('shows a summary of the reasoning only when asked, and its encrypted form always', async () => {
    const parts = [reasoning('One thought. '.repeat(9)), redacted(), text('Done.')];
    lab.script([{ parts }, { parts }]);
    const hidden = await whole();
    expect(JSON.stringify(hidden)).not.toContain('One thought');
    expect(hidden.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(20);
    const { response, events } = await streamed({ reasoning: { summary: 'auto' } });
    const [first, second] = response.output;
    expect(first).toMatchObject({ type: 'reasoning', summary: [{ text: 'One thought. '.repeat(9) }] });
    expect(second).toMatchObject({ type: 'reasoning', summary: [] });
    const announced = events.flatMap((event) =>
      event.type === 'response.output_item.added' && event.item.type === 'reasoning' ? [event.item] : [],
    );
    const complete = first?.type === 'reasoning' ? first.encrypted_content : '';
    // What is announced is not whole yet: the item counts as it is when it is done.
    expect(complete?.startsWith(announced[0]?.encrypted_content ?? 'none')).toBe(true);
    expect(complete).not.toBe(announced[0]?.encrypted_content);
  });

  it('takes a conversation of many turns back, item for item', async () => {
    const input: Item[] = [];
    for (const question of ['One', 'Two', 'Three']) {
      input.push(user(question));
      lab.script({ parts: [reasoning('Hm.'), text('I look.'), call('look', '{}'), call('look', '{"n":1}')] });
      const asked = await whole({
        model: 'gpt-5.6-lab-200k',
        tools,
        input,
        include: ['reasoning.encrypted_content'],
      });
      input.push(...toResponseInputItems(asked.output));
      for (const item of asked.output) {
        if (item.type !== 'function_call') continue;
        input.push({ type: 'function_call_output', call_id: item.call_id, output: 'seen' });
      }
      const { response } = await streamed({ model: 'gpt-5.6-lab-200k', tools, input });
      expect(response.input_transformations).toBeUndefined();
      input.push(...toResponseInputItems(response.output));
    }
    const phases = input.flatMap((item) => ('phase' in item && item.phase ? [item.phase] : []));
    expect(phases).toEqual(Array(3).fill(['commentary', 'final_answer']).flat());
  });

  it('ends early and says why', async () => {
    lab.script([{ parts: [tokens(500)] }, { parts: [text('a')], stop: 'filter' }]);
    const cut = await whole({ max_output_tokens: 20 });
    expect([cut.status, cut.incomplete_details?.reason, cut.usage?.output_tokens]).toEqual([
      'incomplete',
      'max_output_tokens',
      20,
    ]);
    const { response, events } = await streamed();
    expect(response.incomplete_details?.reason).toBe('content_filter');
    expect(events.at(-1)?.type).toBe('response.incomplete');
  });

  it('counts tokens without answering, and bills the same', async () => {
    const body = {
      model: 'gpt-5.5-lab-128k',
      instructions: 'Be brief.',
      tools,
      input: [
        {
          role: 'user' as const,
          content: [
            { type: 'input_text' as const, text: 'What is this?' },
            {
              type: 'input_image' as const,
              detail: 'original' as const,
              image_url: `data:image/png;base64,${pngBase64(1568, 1568)}`,
            },
          ],
        },
      ],
    };
    const { input_tokens } = await client.responses.inputTokens.count(body);
    const answer = await whole(body);
    expect(answer.usage?.input_tokens).toBe(input_tokens);
    expect(lab.lastRequest('responses').price).toMatchObject({
      input: input_tokens,
      images: Math.ceil(49 * 49 * 1.2),
      imageCount: 1,
    });
  });

  it('reports what it read from the cache and, from 5.6 on, what it wrote', async () => {
    const turn = (n: number) => [user('word '.repeat(1500)), user(`And ${n}?`)];
    const usage = async (model: string, input: Item[]) =>
      (await whole({ model, input })).usage?.input_tokens_details;
    expect(await usage('gpt-5.5-lab-128k', turn(1))).toMatchObject({
      cached_tokens: 0,
      cache_write_tokens: 0,
    });
    const old = await usage('gpt-5.5-lab-128k', turn(2));
    expect(old?.cached_tokens).toBeGreaterThan(1400);
    expect(((old?.cached_tokens ?? 0) - 1024) % 128).toBe(0);
    const first = await usage('gpt-5.6-lab-128k', turn(1));
    expect(first?.cache_write_tokens).toBeGreaterThan(1500);
    const again = await usage('gpt-5.6-lab-128k', [...turn(1), user('More')]);
    expect(again?.cached_tokens).toBe(first?.cache_write_tokens);
  });

  it('says of images whether it may have compressed them', async () => {
    const image_url = `data:image/png;base64,${pngBase64(64, 64)}`;
    const input: Item[] = [{ role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url }] }];
    const policy = async (more: Partial<Create>) => [
      (await whole({ model: 'gpt-5.6-lab-128k', input, ...more })).image,
      lab.lastRequest().price?.compressed,
    ];
    expect(await policy({})).toEqual([{ context_compression: 'enabled' }, true]);
    expect(await policy({ image: { context_compression: 'disabled' } })).toEqual([
      { context_compression: 'disabled' },
      false,
    ]);
    expect(await policy({ model: 'gpt-5.5-lab-128k' })).toEqual([{ context_compression: 'disabled' }, false]);
  });

  it('fails in ways that the SDK knows by class', async () => {
    lab.script([{ fault: 'overloaded' }, { fault: 'rate-limit' }, { fault: 'overflow' }, { fault: 'auth' }]);
    await expect(whole()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    await expect(whole()).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    await expect(whole()).rejects.toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      param: 'input',
    });
    await expect(whole()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });

  it('[L2] tells of a long prompt inside a stream that began with 200', async () => {
    lab.script({ fault: 'overflow' });
    const error = await streamed().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({
      status: undefined,
      code: 'context_length_exceeded',
      message: expect.stringContaining('exceeds the context window'),
    });
    expect(lab.lastRequest()).toMatchObject({ status: 200, verdict: 'refused-as-told' });
  });

  it.each(['reset', 'cut', 'garbage-json', 'error-event'] as const)('%s breaks the stream', async (name) => {
    lab.script({ fault: name });
    await expect(streamed()).rejects.toThrow();
    expect(lab.lastRequest()).toMatchObject({ verdict: 'accepted', fault: name });
  });

  it('refusals come as content of their own', async () => {
    lab.script({ parts: [{ type: 'refusal', text: 'No.' }] });
    const { response } = await streamed();
    expect(response.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'No.' }] }]);
  });
});
