import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract';
import { BoughError } from '#core/errors.ts';
import { call, FAULT_NAMES, type FaultName, type Lab, startLab, tokens } from '../../lab/index.ts';
import {
  agentSaid,
  ask,
  type Mount,
  modelOf,
  resultsOf,
  targetOf,
  userText,
  viewOf,
  wireOf,
  wires,
  withOllama,
} from './support.ts';

interface Expected {
  code: ErrorCode;
  params?: Record<string, string | number>;
}

const limit = 8000;
const actual = 9876;
const tokensWith = (params: object = {}): Expected => ({ code: 'provider_tokens', params: { ...params } });
const both = { limit, actual };

/** Every failure of facts section 2, the usual ones, and what it has to be told apart as. */
const expected: Record<Exclude<FaultName, 'filtered' | 'refusal' | 'wrong-type'>, Expected> = {
  auth: { code: 'provider_auth' },
  forbidden: { code: 'provider_auth' },
  'model-missing': { code: 'provider_model' },
  'rate-limit': { code: 'provider_rate_limit', params: { seconds: 7 } },
  overloaded: { code: 'provider_overloaded' },
  quota: { code: 'provider_billing' },
  'server-error': { code: 'provider_overloaded' },
  'content-filter': { code: 'provider_filtered' },
  overflow: tokensWith(both),
  'overflow-bytes': { code: 'provider_bytes' },
  'overflow-anthropic': tokensWith(both),
  'overflow-anthropic-max-tokens': tokensWith(both),
  'overflow-openai': tokensWith(both),
  'overflow-openai-input': tokensWith(),
  'overflow-openai-configured': tokensWith(both),
  'overflow-gemini': tokensWith(both),
  'overflow-bedrock': tokensWith(),
  'overflow-openrouter': tokensWith(both),
  'overflow-openrouter-allowed': tokensWith(both),
  'overflow-openrouter-bytes': { code: 'provider_bytes' },
  'overflow-together': tokensWith(both),
  'overflow-xai': tokensWith(both),
  'overflow-groq': tokensWith(),
  'overflow-mistral': tokensWith(both),
  'overflow-copilot': tokensWith(both),
  'overflow-copilot-bytes': { code: 'provider_bytes' },
  // Without a body and from an unknown server, only the size of the request can tell.
  'overflow-cerebras-400': { code: 'provider_unknown' },
  'overflow-cerebras-413': { code: 'provider_bytes' },
  'overflow-llama-cpp': tokensWith(both),
  'overflow-lm-studio': tokensWith(),
  'overflow-vllm': tokensWith(both),
  'overflow-kimi': tokensWith(both),
  'overflow-minimax': tokensWith(),
  'overflow-qwen': tokensWith({ limit }),
  'throttling-bedrock': { code: 'provider_rate_limit' },
  'string-above-max-length': { code: 'provider_unknown' },
  reset: { code: 'provider_network', params: { reason: 'reset' } },
  stall: { code: 'provider_stalled', params: { seconds: 1 } },
  'stall-midway': { code: 'provider_stalled', params: { seconds: 1 } },
  cut: { code: 'provider_cut' },
  'truncated-frame': { code: 'provider_cut' },
  'no-end': { code: 'provider_cut' },
  'garbage-json': { code: 'provider_garbage' },
  'error-event': { code: 'provider_overloaded' },
  html: { code: 'provider_garbage' },
  'bad-gateway': { code: 'provider_overloaded' },
  'overflow-ollama': tokensWith(),
  'overflow-silent': tokensWith(),
  'overflow-length': tokensWith(),
};

const key = 'sk-lab-0123456789abcdefghijklmnop';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
  await withOllama(lab);
});
afterAll(async () => {
  lab.verify();
  await lab.close();
});

const mounts: { mount: Mount; model: string }[] = [
  { mount: 'anthropic', model: 'claude-lab-text' },
  { mount: 'openai', model: 'gpt-lab-text' },
  { mount: 'compatible', model: 'lab/vision' },
  { mount: 'responses', model: 'gpt-lab-text' },
  { mount: 'google', model: 'gemini-lab-text' },
  { mount: 'ollama', model: 'llama3.2:3b' },
];

/** What a vendor does not do, or what cannot be told there. */
const elsewhere: Partial<Record<Mount, FaultName[]>> = {
  // A frame without an event name is none of Anthropic's, and is passed over.
  anthropic: ['garbage-json', 'overflow-lm-studio', 'overflow-ollama', 'overflow-silent'],
  openai: ['overflow-ollama', 'overflow-silent'],
  compatible: ['overflow-ollama', 'overflow-silent'],
  // OpenAI's errors inside a stream have names of their own, and a frame without one is passed over.
  responses: ['overflow-ollama', 'overflow-silent'],
  // A prompt that Google's filter stops is answered, with nothing.
  google: ['overflow-lm-studio', 'overflow-ollama', 'overflow-silent', 'content-filter'],
  ollama: ['overflow-lm-studio', 'overflow-ollama', 'overflow-silent', 'content-filter'],
};

/** What a vendor says in another way: without figures, or as something less particular. */
const otherwise: Partial<Record<Mount, Partial<Record<FaultName, Expected>>>> = {
  // Told inside the stream that was asked for, and without figures.
  responses: { overflow: tokensWith() },
  // Google counts both against quotas.
  google: { quota: { code: 'provider_rate_limit' } },
  ollama: {
    overflow: tokensWith(),
    quota: { code: 'provider_rate_limit' },
    'rate-limit': { code: 'provider_rate_limit' },
  },
};

async function failure(mount: Mount, model: string, name: FaultName, more: object = {}): Promise<BoughError> {
  const figures = { contextWindow: name === 'overflow-length' ? limit : 128_000 };
  lab.script({ fault: { name, limit, actual, retryAfterSeconds: 7 } });
  // Silence is half a second here, which rounds to one.
  const patience = name.startsWith('stall') ? { patience: { firstByteMs: 500, idleMs: 500 } } : {};
  const wire = wireOf(wires(patience), mount);
  const error = await ask(wire, {
    target: { ...targetOf(lab, mount, key), ...more },
    model: await modelOf(lab, mount, model, figures),
    view: viewOf([userText('u1', 'Hello')]),
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BoughError)) throw new Error(`${name} ended with ${error}`);
  return error;
}

describe.each(mounts)('$mount', ({ mount, model }) => {
  const names = Object.keys(expected) as (keyof typeof expected)[];
  it.each(names.filter((name) => !elsewhere[mount]?.includes(name)))(
    'tells %s for what it is',
    async (name) => {
      const error = await failure(mount, model, name);
      const { code, params } = otherwise[mount]?.[name] ?? expected[name];
      expect({ code: error.code, params: error.params }).toMatchObject({
        code,
        params: { provider: 'The lab', ...params },
      });
      expect(JSON.stringify([error.message, error.detail, error.params])).not.toContain(key);
    },
  );
});

it('knows every failure of the lab', () => {
  const known = [...Object.keys(expected), 'filtered', 'refusal', 'wrong-type'];
  expect(known.toSorted()).toEqual([...FAULT_NAMES].toSorted());
});

it('takes a bare 400 for too many tokens where the request fills most of the window', async () => {
  lab.script({ fault: 'overflow-cerebras-400' });
  const view = viewOf([userText('u1', 'word '.repeat(3000))]);
  const model = await modelOf(lab, 'compatible', 'lab/small');
  const asked = ask(wires()['openai-chat'], { target: targetOf(lab, 'compatible'), model, view });
  await expect(asked).rejects.toMatchObject({ code: 'provider_tokens' });
});

it.each(['overflow-cerebras-400', 'overflow-cerebras-413'] as const)(
  'takes %s from Cerebras for too many tokens',
  async (name) => {
    lab.script({ fault: name });
    const model = await modelOf(lab, 'compatible', 'lab/small');
    // Cerebras' own address, led to the lab.
    const led: typeof fetch = (input, init) =>
      fetch(
        String(input instanceof Request ? input.url : input).replace(
          'https://api.cerebras.ai/v1',
          lab.compatible.baseURL,
        ),
        init,
      );
    const target = { ...targetOf(lab, 'compatible'), baseUrl: 'https://api.cerebras.ai/v1' };
    const asked = ask(wires({ fetch: led })['openai-chat'], {
      target,
      model,
      view: viewOf([userText('u1', 'Hi')]),
    });
    await expect(asked).rejects.toMatchObject({ code: 'provider_tokens' });
  },
);

it('notices that Ollama read only the end of a long prompt', async () => {
  lab.script({ fault: { name: 'overflow-ollama', actual: 1024 } });
  const model = await modelOf(lab, 'compatible', 'lab/vision');
  const target = { ...targetOf(lab, 'compatible'), preset: 'ollama' };
  const view = viewOf([userText('u1', 'One word after another. '.repeat(1000))]);
  const asked = ask(wires()['openai-chat'], { target, model, view });
  await expect(asked).rejects.toMatchObject({ code: 'provider_tokens', params: { limit: 1024 } });
});

it('keeps a good answer whatever size of the prompt is reported with it', async () => {
  lab.script({ parts: [tokens(20)], fault: { name: 'overflow-silent' } });
  const model = await modelOf(lab, 'compatible', 'lab/vision');
  const { response } = await ask(wires()['openai-chat'], {
    target: targetOf(lab, 'compatible'),
    model,
    view: viewOf([userText('u1', 'Hello')]),
  });
  expect(response.stop).toBe('end');
});

it.each(['filtered', 'refusal'] as const)('reports %s as withheld', async (name) => {
  for (const { mount, model } of mounts) {
    if (mount === 'ollama' || (name === 'refusal' && mount !== 'anthropic')) continue;
    lab.script({ fault: name });
    const asked = await ask(wireOf(wires(), mount), {
      target: targetOf(lab, mount),
      model: await modelOf(lab, mount, model),
      view: viewOf([userText('u1', 'Hello')]),
    });
    expect(asked.response.stop).toBe('filtered');
  }
});

it('reports a prompt that Google stopped as withheld', async () => {
  lab.script({ fault: 'content-filter' });
  const { response } = await ask(wires().google, {
    target: targetOf(lab, 'google'),
    model: await modelOf(lab, 'google', 'gemini-lab-text'),
    view: viewOf([userText('u1', 'Hello')]),
  });
  expect(response).toMatchObject({ stop: 'filtered', said: [] });
});

it('notices by its own chat too that Ollama read only the end of a long prompt', async () => {
  const model = await modelOf(lab, 'ollama', 'llama3.2:3b', { contextWindow: 4096 });
  const view = viewOf([userText('u1', 'One word after another. '.repeat(2000))]);
  const asked = ask(wires().ollama, { target: targetOf(lab, 'ollama'), model, view });
  await expect(asked).rejects.toMatchObject({ code: 'provider_tokens', params: { limit: 4096 } });
});

it('is given the window that the app believes in by Ollama', async () => {
  const model = await modelOf(lab, 'ollama', 'llama3.2:3b', { contextWindow: 32_768 });
  const view = viewOf([userText('u1', 'One word after another. '.repeat(2000))]);
  const { response } = await ask(wires().ollama, { target: targetOf(lab, 'ollama'), model, view });
  expect(response.usage?.input).toBeGreaterThan(8000);
});

it('reads the right bytes under the wrong content type', async () => {
  lab.script({ fault: 'wrong-type' });
  const model = await modelOf(lab, 'openai', 'gpt-lab-text');
  const view = viewOf([userText('u1', 'Hello')]);
  const { response } = await ask(wires()['openai-chat'], { target: targetOf(lab, 'openai'), model, view });
  expect(response.stop).toBe('end');
});

it('recognises an answer without a word, but lets a model have nothing to add to what its tools found', async () => {
  const model = await modelOf(lab, 'anthropic', 'claude-lab-text');
  const target = targetOf(lab, 'anthropic');
  const look = { name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } };
  const first = userText('u1', 'Hello');
  lab.script([{ parts: [] }, { parts: [call('look', '{}')] }, { parts: [] }]);
  const empty = ask(wires().anthropic, { target, model, view: viewOf([first]) });
  await expect(empty).rejects.toMatchObject({ code: 'provider_garbage', params: { reason: 'empty' } });
  const { response } = await ask(wires().anthropic, {
    target,
    model,
    view: viewOf([first], { tools: [look] }),
  });
  const results = resultsOf('a1', response, () => [{ type: 'text', text: 'seen' }]);
  const view = viewOf([first, agentSaid('a1', response), results], { tools: [look] });
  await expect(ask(wires().anthropic, { target, model, view })).resolves.toMatchObject({
    response: { stop: 'end', said: [] },
  });
});

it('refuses more bytes than the vendor takes before they are sent', async () => {
  const model = await modelOf(lab, 'anthropic', 'claude-lab-text');
  const before = lab.requests.length;
  const view = viewOf([userText('u1', 'x'.repeat(33 * 1024 * 1024))]);
  const asked = ask(wires().anthropic, { target: targetOf(lab, 'anthropic'), model, view });
  await expect(asked).rejects.toMatchObject({ code: 'provider_bytes', params: { limit: 32 * 1024 * 1024 } });
  expect(lab.requests).toHaveLength(before);
});
