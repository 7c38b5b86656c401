import {
  ApiError,
  type Content,
  FunctionCallingConfigMode,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  MediaResolution,
  type Part,
} from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, hold, type Lab, reasoning, startLab, text, tokens } from '../../lab/index.ts';
import { pngBase64 } from './support.ts';

const MODEL = 'gemini-3-pro-lab-128k';
const tools = [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }];
const user = (...parts: Part[]): Content => ({ role: 'user', parts });

describe('the Google wire under the official SDK', () => {
  let lab: Lab;
  let client: GoogleGenAI;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new GoogleGenAI({ apiKey: lab.google.apiKey, httpOptions: { baseUrl: lab.google.baseURL } });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  const whole = (contents: Content[] | string, config: GenerateContentConfig = {}, model = MODEL) =>
    client.models.generateContent({ model, contents, config });
  const streamed = async (
    contents: Content[] | string,
    config: GenerateContentConfig = {},
    model = MODEL,
  ) => {
    const chunks: GenerateContentResponse[] = [];
    for await (const chunk of await client.models.generateContentStream({ model, contents, config })) {
      chunks.push(chunk);
    }
    const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
    return { chunks, parts, last: chunks.at(-1) };
  };
  const partsOf = (answer: GenerateContentResponse) => answer.candidates?.[0]?.content?.parts ?? [];
  const said = (parts: readonly Part[]) =>
    parts
      .filter((part) => !part.thought)
      .map((part) => part.text ?? '')
      .join('');

  it('answers whole and streamed with the same words and counts', async () => {
    const question = 'Příliš žluťoučký kůň, ภาษาไทย, 😀';
    const one = await whole(question);
    const { parts, last, chunks } = await streamed(question);
    expect(one.text).toContain('ภาษาไทย, 😀');
    expect(said(parts)).toBe(one.text);
    expect(last?.usageMetadata).toEqual(one.usageMetadata);
    expect([one.candidates?.[0]?.finishReason, last?.candidates?.[0]?.finishReason]).toEqual([
      'STOP',
      'STOP',
    ]);
    expect(chunks.slice(0, -1).every((chunk) => chunk.candidates?.[0]?.finishReason === undefined)).toBe(
      true,
    );
    expect(lab.lastRequest('google')).toMatchObject({ model: MODEL, status: 200 });
  });

  it('makes parallel calls, numbered and the first of them signed, and takes the loop back', async () => {
    lab.script({ parts: [text('Looking.'), call('look', '{"a": 1.0}'), call('look', '{"b": "č"}')] });
    const { parts, last } = await streamed('Look', { tools });
    const calls = parts.flatMap((part) => (part.functionCall ? [part] : []));
    expect(calls.map((part) => part.functionCall?.args)).toEqual([{ a: 1 }, { b: 'č' }]);
    expect(calls.map((part) => part.thoughtSignature !== undefined)).toEqual([true, false]);
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
    const results = calls.map((part) => ({
      functionResponse: { id: part.functionCall?.id ?? '', name: 'look', response: { output: 'a barn' } },
    }));
    const answer = await whole([user({ text: 'Look' }), { role: 'model', parts }, user(...results)], {
      tools,
    });
    expect(answer.text).toContain('newest tool result: a barn');
  });

  it('signs text: the part itself, or in a stream an empty part behind it', async () => {
    lab.script([{ parts: [text('One.')] }, { parts: [text('One.')] }]);
    expect(partsOf(await whole('a'))).toMatchObject([{ text: 'One.', thoughtSignature: expect.any(String) }]);
    const { parts } = await streamed('a');
    expect(parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) });
    expect(parts.slice(0, -1).every((part) => part.thoughtSignature === undefined)).toBe(true);
    const next = [user({ text: 'a' }), { role: 'model', parts }, user({ text: 'b' })];
    expect((await whole(next)).text).toMatch(/^You wrote: \*\*b/);
  });

  it('shows thoughts only when asked, and counts them always', async () => {
    const parts = [reasoning('One thought. '.repeat(9)), text('Done.')];
    lab.script([{ parts }, { parts }]);
    const hidden = await whole('Think');
    expect(JSON.stringify(partsOf(hidden))).not.toContain('One thought');
    expect(hidden.usageMetadata?.thoughtsTokenCount).toBeGreaterThan(20);
    const { parts: shown } = await streamed('Think', { thinkingConfig: { includeThoughts: true } });
    expect(
      shown
        .filter((part) => part.thought)
        .map((part) => part.text)
        .join(''),
    ).toBe('One thought. '.repeat(9));
    expect(said(shown)).toBe('Done.');
  });

  it('keeps a conversation of the SDK’s own chat going', async () => {
    const chat = client.chats.create({ model: MODEL, config: { tools } });
    lab.script({ parts: [reasoning('Hm.'), call('look', '{"n": 1}')] });
    const asked = await chat.sendMessage({ message: 'Look' });
    const made = asked.functionCalls?.[0];
    const answer = await chat.sendMessage({
      message: [{ functionResponse: { id: made?.id ?? '', name: 'look', response: { output: 'a barn' } } }],
    });
    expect(answer.text).toContain('a barn');
    for await (const _ of await chat.sendMessageStream({ message: 'And now?' }));
    expect((await chat.sendMessage({ message: 'And then?' })).text).toContain('And then?');
  });

  it('ends early and says why', async () => {
    lab.script([
      { parts: [tokens(500)] },
      { parts: [text('a')], stop: 'filter' },
      { parts: [call('look', '{"a": ')] },
    ]);
    const cut = await whole('a', { maxOutputTokens: 20 });
    expect([cut.candidates?.[0]?.finishReason, cut.usageMetadata?.candidatesTokenCount]).toEqual([
      'MAX_TOKENS',
      20,
    ]);
    expect((await streamed('a')).last?.candidates?.[0]?.finishReason).toBe('SAFETY');
    const broken = (await streamed('a', { tools })).last;
    expect(broken?.candidates?.[0]).toMatchObject({ finishReason: 'MALFORMED_FUNCTION_CALL' });
  });

  it('counts tokens without answering, and bills the same', async () => {
    const image = { inlineData: { mimeType: 'image/png', data: pngBase64(2048, 2048) } };
    const contents = [user({ text: 'What is this?' }, image)];
    const { totalTokens } = await client.models.countTokens({ model: MODEL, contents });
    const answer = await whole(contents);
    expect(answer.usageMetadata?.promptTokenCount).toBe(totalTokens);
    expect(answer.usageMetadata?.promptTokensDetails).toContainEqual({ modality: 'IMAGE', tokenCount: 1120 });
    expect(lab.lastRequest('google').price).toMatchObject({
      input: totalTokens,
      images: 1120,
      imageCount: 1,
    });
    const low = await whole(contents, { mediaResolution: MediaResolution.MEDIA_RESOLUTION_LOW });
    expect(low.usageMetadata?.promptTokenCount).toBe((totalTokens ?? 0) - 1120 + 280);
  });

  it('reads from its cache the longest prefix that it has seen', async () => {
    const filler = user({ text: 'word '.repeat(3000) });
    const first = await whole([filler]);
    expect(first.usageMetadata?.cachedContentTokenCount).toBeUndefined();
    const second = await whole([
      filler,
      { role: 'model', parts: [{ text: 'Well.' }] },
      user({ text: 'And now?' }),
    ]);
    expect(second.usageMetadata?.cachedContentTokenCount).toBe(first.usageMetadata?.promptTokenCount);
  });

  it('lists its models with their windows, page by page', async () => {
    const models = [];
    for await (const model of await client.models.list({ config: { pageSize: 4 } })) models.push(model);
    expect(models.map(({ inputTokenLimit }) => inputTokenLimit)).toEqual(
      expect.arrayContaining([8192, 32_768, 128_000, 200_000, 1_000_000]),
    );
    expect(await client.models.get({ model: MODEL })).toMatchObject({
      name: `models/${MODEL}`,
      inputTokenLimit: 128_000,
      thinking: true,
    });
  });

  it('waits at a gate with everything before it on the wire', async () => {
    const gate = lab.gate('google');
    lab.script({ parts: [text('Before.'), hold(gate), text('After.')], pace: { deltas: 'whole' } });
    const stream = await client.models.generateContentStream({ model: MODEL, contents: 'a' });
    expect((await stream.next()).value?.text).toBe('Before.');
    await gate.reached;
    gate.release();
    expect((await stream.next()).value?.text).toBe('After.');
    for await (const _ of stream);
  });

  it('fails in the vendor’s words, and tells the delay in the details', async () => {
    lab.script([
      { fault: 'overloaded' },
      { fault: { name: 'rate-limit', retryAfterSeconds: 7 } },
      { fault: { name: 'overflow', limit: 4000, actual: 4321 } },
      { fault: 'auth' },
    ]);
    const failure = async () => {
      const error = await whole('a').catch((caught: unknown) => caught);
      if (!(error instanceof ApiError)) throw error;
      return [error.status, JSON.parse(error.message).error] as const;
    };
    expect(await failure()).toMatchObject([503, { status: 'UNAVAILABLE' }]);
    expect(await failure()).toMatchObject([
      429,
      {
        status: 'RESOURCE_EXHAUSTED',
        details: expect.arrayContaining([expect.objectContaining({ retryDelay: '7s' })]),
      },
    ]);
    expect(await failure()).toMatchObject([
      400,
      { message: 'The input token count (4321) exceeds the maximum number of tokens allowed (4000).' },
    ]);
    expect(await failure()).toMatchObject([400, { message: expect.stringContaining('API key not valid') }]);
  });

  it('answers a prompt that it will not read without a candidate', async () => {
    lab.script([{ fault: 'content-filter' }, { fault: 'content-filter' }]);
    expect(await whole('a')).toMatchObject({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } });
    const { chunks } = await streamed('a');
    expect(chunks).toMatchObject([{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }]);
  });

  it.each(['reset', 'cut', 'garbage-json', 'error-event', 'truncated-frame'] as const)(
    '%s breaks the stream',
    async (name) => {
      lab.script({ fault: name });
      await expect(streamed('a')).rejects.toThrow();
      expect(lab.lastRequest()).toMatchObject({ verdict: 'accepted', fault: name });
    },
  );

  it('takes the settings that the app uses', async () => {
    await whole([user({ text: 'a' })], {
      systemInstruction: 'Be brief.',
      temperature: 0.5,
      tools,
      toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
      maxOutputTokens: 100,
      seed: 1,
    });
    expect(lab.lastRequest('google').verdict).toBe('accepted');
  });
});
