import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULT_NAMES, type FaultName, type Lab, startLab } from '../../lab/index.ts';
import { postAnthropic, postOpenAi } from './support.ts';

const openAiBody = { model: 'gpt-lab', messages: [{ role: 'user', content: 'Hello' }] };
const anthropicBody = { ...openAiBody, model: 'claude-lab-sonnet', max_tokens: 500 };

/** What a client gets to see: status, a sign in the body, and whether there is a body. */
const WHOLE: Partial<Record<FaultName, [number, RegExp]>> = {
  forbidden: [403, /does not have access/],
  'model-missing': [404, /model_not_found/],
  'server-error': [500, /server had an error/],
  quota: [429, /insufficient_quota/],
  'content-filter': [400, /content_policy_violation/],
  'overflow-anthropic': [400, /prompt is too long: 129234 tokens > 128000 maximum/],
  'overflow-anthropic-max-tokens': [400, /exceed context limit/],
  'overflow-openai': [400, /maximum context length is 128000 tokens/],
  'overflow-openai-input': [400, /exceeds the context window/],
  'overflow-openai-configured': [400, /input tokens exceed the configured limit/i],
  'overflow-gemini': [400, /input token count \(129234\) exceeds the maximum/],
  'overflow-bedrock': [400, /input is too long for requested model/i],
  'overflow-openrouter': [400, /maximum context length is 128000 tokens/],
  'overflow-openrouter-allowed': [400, /maximum allowed input length of 128000/],
  'overflow-openrouter-bytes': [413, /Request Entity Too Large/],
  'overflow-together': [400, /is longer than the model's context length/],
  'overflow-xai': [400, /maximum prompt length is 128000/],
  'overflow-groq': [400, /reduce the length of the messages/],
  'overflow-mistral': [400, /too large for model with 128000 maximum context length/],
  'overflow-copilot': [400, /exceeds the limit of 128000/],
  'overflow-copilot-bytes': [413, /^failed to parse request/],
  'overflow-cerebras-400': [400, /^$/],
  'overflow-cerebras-413': [413, /^$/],
  'overflow-llama-cpp': [400, /"type":"exceed_context_size_error","n_prompt_tokens":129234,"n_ctx":128000/],
  'overflow-lm-studio': [200, /^event: error\ndata: .*greater than the context length/],
  'overflow-vllm': [400, /exceeds the model's maximum context length/],
  'overflow-kimi': [400, /exceeded model token limit/],
  'overflow-minimax': [400, /context window exceeds limit/],
  'overflow-qwen': [400, /range of input length should be/i],
  'throttling-bedrock': [429, /Too many tokens/],
  'string-above-max-length': [400, /string_above_max_length/],
  auth: [401, /invalid_api_key/],
  'rate-limit': [429, /rate_limit_exceeded/],
  overloaded: [503, /overloaded/],
  overflow: [400, /context_length_exceeded/],
  'overflow-bytes': [413, /^$/],
  html: [200, /^<!doctype html>/],
  'bad-gateway': [502, /502 Bad Gateway/],
};

/** Faults that are only seen in the figures or the stream of an answer; each has a test of its own below. */
const OTHERS: readonly FaultName[] = [
  'reset',
  'stall',
  'stall-midway',
  'cut',
  'truncated-frame',
  'no-end',
  'garbage-json',
  'error-event',
  'wrong-type',
  'overflow-ollama',
  'overflow-silent',
  'overflow-length',
  'filtered',
  'refusal',
];

describe('failing as told', () => {
  let lab: Lab;
  let openai: OpenAI;
  let anthropic: Anthropic;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    openai = new OpenAI({ ...lab.openai, maxRetries: 0, logLevel: 'off' });
    anthropic = new Anthropic({ ...lab.anthropic, maxRetries: 0, logLevel: 'off' });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  it('has a test for every failure that it knows', () => {
    expect([...Object.keys(WHOLE), ...OTHERS].toSorted()).toEqual([...FAULT_NAMES].toSorted());
  });

  it.each(Object.entries(WHOLE))('%s', async (name, [status, sign]) => {
    lab.script({ fault: name as FaultName });
    const answer = await postOpenAi(lab, openAiBody);
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(sign);
    const page = name === 'html' || name === 'bad-gateway';
    expect(lab.lastRequest()).toMatchObject({ fault: name, verdict: page ? 'accepted' : 'refused-as-told' });
  });

  it('sends retry-after with a rate limit, and quotes the figures it is told to', async () => {
    lab.script([
      { fault: { name: 'rate-limit', retryAfterSeconds: 7 } },
      { fault: { name: 'overflow', limit: 4000, actual: 4321 } },
    ]);
    expect((await postOpenAi(lab, openAiBody)).headers.get('retry-after')).toBe('7');
    expect((await postAnthropic(lab, anthropicBody)).text).toContain(
      'prompt is too long: 4321 tokens > 4000 maximum',
    );
  });

  const streamOpenAi = async () => {
    let seen = '';
    const stream = await openai.chat.completions.create({
      model: 'gpt-lab',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let finish: string | null = null;
    for await (const chunk of stream) {
      seen += chunk.choices[0]?.delta.content ?? '';
      finish = chunk.choices[0]?.finish_reason ?? finish;
    }
    return { seen, finish };
  };
  const streamAnthropic = () =>
    anthropic.messages
      .stream({ model: 'claude-lab-sonnet', max_tokens: 500, messages: [{ role: 'user', content: 'Hello' }] })
      .finalMessage();

  it.each(['reset', 'cut', 'garbage-json', 'error-event'] as const)(
    "%s breaks both SDKs' streams",
    async (name) => {
      lab.script([{ fault: name }, { fault: name }]);
      await expect(streamOpenAi()).rejects.toThrow();
      await expect(streamAnthropic()).rejects.toThrow();
      expect(lab.lastRequest()).toMatchObject({ verdict: 'accepted', fault: name });
    },
  );

  it('no-end and truncated-frame end without the frames that say so', async () => {
    lab.script([{ fault: 'no-end' }, { fault: 'truncated-frame' }]);
    expect((await postOpenAi(lab, { ...openAiBody, stream: true })).text).not.toContain('[DONE]');
    const text = (await postOpenAi(lab, { ...openAiBody, stream: true })).text;
    expect(text.endsWith('\n\n')).toBe(false);
  });

  it('wrong-type has the right bytes under another name', async () => {
    lab.script({ fault: 'wrong-type' });
    const answer = await postOpenAi(lab, { ...openAiBody, stream: true });
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.text).toContain('data: [DONE]');
  });

  it.each(['stall', 'stall-midway'] as const)(
    '%s says nothing more until the client leaves',
    async (name) => {
      lab.script({ fault: name });
      const aborter = new AbortController();
      const response = await fetch(`${lab.openai.baseURL}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lab.openai.apiKey}` },
        body: JSON.stringify({ ...openAiBody, stream: true }),
        signal: aborter.signal,
      });
      expect(response.status).toBe(200);
      const reader = response.body?.getReader();
      if (name === 'stall-midway') expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      const { finished } = lab.lastRequest();
      aborter.abort();
      expect(await finished).toBe('aborted');
    },
  );

  it('overflow-ollama, overflow-silent and overflow-length only show in the figures', async () => {
    const usageOf = async (fault: FaultName, messages = openAiBody.messages) => {
      lab.script({ fault });
      const body = JSON.parse((await postOpenAi(lab, { ...openAiBody, messages })).text);
      return {
        ...body.usage,
        finish: body.choices[0].finish_reason,
        content: body.choices[0].message.content,
      };
    };
    const long = [{ role: 'user', content: 'word '.repeat(1000) }];
    expect((await usageOf('overflow-ollama', long)).prompt_tokens).toBeLessThan(600);
    expect((await usageOf('overflow-silent')).prompt_tokens).toBeGreaterThan(128_000);
    expect(await usageOf('overflow-length')).toMatchObject({
      finish: 'length',
      content: '',
      completion_tokens: 0,
    });
  });

  it("filtered and refusal end an answer in the vendor's way", async () => {
    lab.script([{ fault: 'filtered' }, { fault: 'refusal' }]);
    expect((await streamOpenAi()).finish).toBe('content_filter');
    expect((await streamAnthropic()).stop_reason).toBe('refusal');
  });

  it('judges the request before it fails as told', async () => {
    const strict = await startLab({ logFile: null });
    strict.script({ fault: 'overloaded' });
    expect((await postOpenAi(strict, { ...openAiBody, messages: [] })).status).toBe(400);
    expect(() => strict.verify()).toThrow(/empty array/);
    await strict.close();
  });
});
