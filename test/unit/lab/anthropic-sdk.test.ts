import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, redacted, startLab, text } from '../../lab/index.ts';

const tools: Anthropic.Tool[] = [{ name: 'look', input_schema: { type: 'object' } }];
const thinking = { type: 'enabled', budget_tokens: 1024 } as const;
const user = (content: string): Anthropic.MessageParam => ({ role: 'user', content });

describe('the Anthropic wire under the official SDK', () => {
  let lab: Lab;
  let client: Anthropic;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new Anthropic({ ...lab.anthropic, maxRetries: 0 });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  it('answers whole and streamed with the same content and counts', async () => {
    const body = {
      model: 'claude-lab-sonnet',
      max_tokens: 2000,
      messages: [user('Příliš žluťoučký kůň, ภาษาไทย')],
    };
    const whole = await client.messages.create(body);
    const streamed = await client.messages.stream(body).finalMessage();
    expect(streamed.content).toEqual(whole.content);
    expect(streamed.usage).toMatchObject({
      input_tokens: whole.usage.input_tokens,
      output_tokens: whole.usage.output_tokens,
    });
    expect(whole.stop_reason).toBe('end_turn');
  });

  it('streams thinking with its signature, redacted thinking, text and parallel calls', async () => {
    lab.script({
      parts: [
        reasoning('Hmm.'),
        redacted(),
        text('Two looks.'),
        call('look', '{"a": 1.0}'),
        call('look', '{}'),
      ],
    });
    const types: string[] = [];
    const stream = client.messages.stream({
      model: 'claude-lab-sonnet',
      max_tokens: 3000,
      thinking,
      tools,
      messages: [user('Look')],
    });
    stream.on('streamEvent', (event) => types.push(event.type));
    const message = await stream.finalMessage();
    expect(message.content.map(({ type }) => type)).toEqual([
      'thinking',
      'redacted_thinking',
      'text',
      'tool_use',
      'tool_use',
    ]);
    expect(message.content[0]).toMatchObject({
      thinking: 'Hmm.',
      signature: expect.stringMatching(/^\S{100,}$/),
    });
    expect(message.stop_reason).toBe('tool_use');
    expect(message.usage.output_tokens_details?.thinking_tokens).toBeGreaterThan(0);
    expect(types[0]).toBe('message_start');
    expect(types.at(-1)).toBe('message_stop');
  });

  it('[T4] sends raw arguments in pieces that add up to the script', async () => {
    const raw = '{ "a" : 1.0,\n "big": 12345678901234567890 }';
    lab.script({ parts: [call('look', raw)] });
    let json = '';
    const stream = await client.messages.create({
      model: 'claude-lab-sonnet',
      max_tokens: 1000,
      tools,
      messages: [user('Look')],
      stream: true,
    });
    for await (const event of stream) {
      if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
        json += event.delta.partial_json;
      }
    }
    expect(json).toBe(raw);
  });

  it.each(['claude-lab-sonnet', 'claude-lab-opus'])(
    'takes a tool loop of %s back, turn after turn',
    async (model) => {
      const config = model === 'claude-lab-opus' ? ({ type: 'adaptive' } as const) : thinking;
      const messages: Anthropic.MessageParam[] = [user('Look')];
      for (let turn = 0; turn < 3; turn += 1) {
        lab.script({ parts: [reasoning(`Turn ${turn}`), call('look', `{"n": ${turn}}`)] });
        const asked = await client.messages.create({
          model,
          max_tokens: 3000,
          thinking: config,
          tools,
          messages,
        });
        messages.push({ role: 'assistant', content: asked.content });
        const results = asked.content.flatMap((block) =>
          block.type === 'tool_use'
            ? [
                {
                  type: 'tool_result' as const,
                  tool_use_id: block.id,
                  content: [{ type: 'text' as const, text: 'a barn' }],
                },
              ]
            : [],
        );
        messages.push({ role: 'user', content: results });
        const answer = await client.messages.create({
          model,
          max_tokens: 3000,
          thinking: config,
          tools,
          messages,
        });
        messages.push({ role: 'assistant', content: answer.content }, user('And now?'));
      }
      expect(messages).toHaveLength(13);
    },
  );

  it('leaves the text of thinking out on newer models unless asked, but never the signature', async () => {
    const ask = (display?: 'summarized') => {
      lab.script({ parts: [reasoning('A secret thought.'), text('Done.')] });
      return client.messages
        .stream({
          model: 'claude-lab-fable',
          max_tokens: 1000,
          messages: [user('Think')],
          ...(display ? { thinking: { type: 'adaptive', display } } : {}),
        })
        .finalMessage();
    };
    const hidden = await ask();
    expect(hidden.content[0]).toMatchObject({
      type: 'thinking',
      thinking: '',
      signature: expect.stringMatching(/\S/),
    });
    expect((await ask('summarized')).content[0]).toMatchObject({ thinking: 'A secret thought.' });
    const messages = [user('Think'), { role: 'assistant' as const, content: hidden.content }, user('Go on')];
    await client.messages.create({ model: 'claude-lab-fable', max_tokens: 1000, messages });
  });

  it('counts tokens as it bills them', async () => {
    const body = { model: 'claude-lab-opus', system: 'Be brief.', tools, messages: [user('Count me')] };
    const counted = await client.messages.countTokens(body);
    const answered = await client.messages.create({ ...body, max_tokens: 500 });
    expect(counted.input_tokens).toBe(answered.usage.input_tokens);
  });

  it('lists its models with their windows', async () => {
    const models = await client.models.list();
    expect(models.data.find(({ id }) => id === 'claude-lab-fable')).toMatchObject({
      max_input_tokens: 1_000_000,
      max_tokens: 128_000,
      capabilities: { image_input: { supported: true } },
    });
    expect((await client.models.retrieve('claude-lab-nano')).max_input_tokens).toBe(8192);
  });

  it('fails in ways that the SDK knows by class', async () => {
    lab.script([
      { fault: 'overloaded' },
      { fault: 'overflow' },
      { fault: 'overflow-bytes' },
      { fault: 'quota' },
    ]);
    const ask = () =>
      client.messages.create({ model: 'claude-lab-nano', max_tokens: 10, messages: [user('Hi')] });
    await expect(ask()).rejects.toMatchObject({ status: 529, type: 'overloaded_error' });
    await expect(ask()).rejects.toThrow(/prompt is too long: 9426 tokens > 8192 maximum/);
    await expect(ask()).rejects.toMatchObject({ status: 413, type: 'request_too_large' });
    await expect(ask()).rejects.toMatchObject({ status: 402, type: 'billing_error' });
  });
});
