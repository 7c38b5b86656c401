import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/index.ts';
import { messageOf, postCompatible, postOpenAi } from './support.ts';

type Json = Record<string, unknown>;
const tool = (name = 'look', parameters: unknown = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, parameters },
});
const user = (content: unknown = 'Hello') => ({ role: 'user', content });
const calls = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'seen' });
const base: Json = { model: 'gpt-lab', messages: [user()] };
const withCalls = (...messages: unknown[]): Json => ({ tools: [tool()], messages });

const ACCEPTED: [string, Json][] = [
  ['a plain question', {}],
  ['a whole tool loop', withCalls(user(), calls('a', 'b'), result('b'), result('a'), user('Thanks'))],
  [
    'a developer message in the middle',
    { messages: [user(), { role: 'developer', content: 'Be brief.' }, user()] },
  ],
  [
    'an empty argument string',
    withCalls(
      user(),
      {
        ...calls('a'),
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '' } }],
      },
      result('a'),
    ),
  ],
  ['stream options with a stream', { stream: true, stream_options: { include_usage: true } }],
  [
    'effort on a reasoning model',
    { model: 'gpt-lab-thinker', reasoning_effort: 'low', max_completion_tokens: 500 },
  ],
];

const REFUSED: [string, Json, RegExp][] = [
  ['no model', { model: undefined }, /^Missing required parameter: 'model'\.$/],
  ['an unknown argument', { thinking: true }, /^Unrecognized request argument supplied: thinking$/],
  [
    'an unknown field of a message',
    { messages: [{ ...user(), id: 'x' }] },
    /^Unknown parameter: 'messages\[0\]\.id'\.$/,
  ],
  [
    'reasoning that OpenAI never sent',
    { messages: [user(), { role: 'assistant', content: 'a', reasoning_content: 'b' }, user()] },
    /^Unknown parameter: 'messages\[1\]\.reasoning_content'/,
  ],
  ['an unknown role', { messages: [{ role: 'function', content: 'x' }] }, /^Invalid value/],
  ['content of the wrong type', { messages: [user(7)] }, /^Invalid type for 'messages\[0\]\.content'/],
  ['an unknown part', { messages: [user([{ type: 'image' }])] }, /messages\[0\]|Invalid value/],
  [
    'no messages',
    { messages: [] },
    /^Invalid 'messages': empty array\. Expected an array with minimum length 1/,
  ],
  ['empty parts', { messages: [user([])] }, /^Invalid 'messages\[0\]\.content': empty array/],
  [
    'arguments that are an object',
    withCalls(
      user(),
      {
        ...calls('a'),
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: {} } }],
      },
      result('a'),
    ),
    /^Invalid type for 'messages\[1\]\.tool_calls\[0\]\.function\.arguments': expected a string, but got an object/,
  ],
  [
    'empty tool calls',
    withCalls(user(), { role: 'assistant', content: 'a', tool_calls: [] }),
    /^Invalid 'messages\[1\]\.tool_calls': empty array/,
  ],
  [
    'an id over 40 characters',
    withCalls(user(), calls('x'.repeat(41)), result('x'.repeat(41))),
    /string too long\. Expected a string with maximum length 40/,
  ],
  [
    'an assistant message without anything',
    { messages: [user(), { role: 'assistant', content: null }, user()] },
    /^Invalid value for 'messages\[1\]\.content': expected a string, got null/,
  ],
  [
    'a call without a result',
    withCalls(user(), calls('a'), user()),
    /must be followed by tool messages responding to each 'tool_call_id'\. The following tool_call_ids did not have response messages: a$/,
  ],
  ['a call at the end', withCalls(user(), calls('a')), /did not have response messages: a$/],
  [
    'one of two results missing',
    withCalls(user(), calls('a', 'b'), result('a'), user()),
    /did not have response messages: b$/,
  ],
  [
    'an orphan result',
    withCalls(user(), result('a')),
    /messages with role 'tool' must be a response to a preceeding message with 'tool_calls'/,
  ],
  [
    'a result after another message',
    withCalls(user(), calls('a'), result('a'), user(), result('a')),
    /has already been responded to/,
  ],
  [
    'one id twice',
    withCalls(user(), calls('a'), result('a'), calls('a'), result('a')),
    /^Duplicate tool call id 'a'/,
  ],
  [
    'both kinds of instructions',
    { messages: [{ role: 'system', content: 'a' }, { role: 'developer', content: 'b' }, user()] },
    /cannot be combined/,
  ],
  ['two tools of one name', { tools: [tool(), tool()] }, /must be unique/],
  [
    'a tool name with a dot',
    { tools: [tool('look.up')] },
    /^Invalid 'tools\[0\]\.function\.name': string does not match pattern/,
  ],
  [
    'a schema that is no object',
    { tools: [tool('look', { type: 'array' })] },
    /^Invalid schema for function 'look': schema must be a JSON Schema of 'type: "object"', got 'type: "array"'/,
  ],
  ['an empty tool list', { tools: [] }, /^Invalid 'tools': empty array/],
  ['a choice without tools', { tool_choice: 'auto' }, /only allowed when 'tools' are specified/],
  ['parallel calls without tools', { parallel_tool_calls: false }, /only allowed when 'tools' are specified/],
  [
    'a choice of an unknown tool',
    { tools: [tool()], tool_choice: { type: 'function', function: { name: 'fly' } } },
    /tool 'fly' was not found/,
  ],
  [
    'stream options without a stream',
    { stream_options: { include_usage: true } },
    /only allowed when 'stream' is enabled/,
  ],
  [
    'too many output tokens',
    { max_tokens: 32_769 },
    /^max_tokens is too large: 32769\. This model supports at most 32768 completion tokens/,
  ],
  ['both limits', { max_tokens: 5, max_completion_tokens: 5 }, /at the same time is not supported/],
  [
    'the old limit on a reasoning model',
    { model: 'gpt-lab-thinker', max_tokens: 5 },
    /^Unsupported parameter: 'max_tokens' is not supported with this model\. Use 'max_completion_tokens'/,
  ],
  [
    'temperature on a reasoning model',
    { model: 'gpt-lab-thinker', temperature: 0.2 },
    /^Unsupported value: 'temperature' does not support 0\.2/,
  ],
  [
    'effort on a plain model',
    { reasoning_effort: 'low' },
    /^Unrecognized request argument supplied: reasoning_effort$/,
  ],
  ['temperature out of range', { temperature: 3 }, /'temperature'/],
];

describe('the rules of the OpenAI wire', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  it.each(ACCEPTED)('accepts %s', async (_name, change) => {
    const answer = await postOpenAi(lab, { ...base, ...change });
    expect(answer.text).toContain('chatcmpl-');
    expect(lab.lastRequest().verdict).toBe('accepted');
  });

  it.each(REFUSED)('refuses %s', async (_name, change, reason) => {
    const answer = await postOpenAi(lab, { ...base, ...change });
    expect(answer.status).toBe(400);
    expect(messageOf(answer.text)).toMatch(reason);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-invalid', kind: 'invalid' });
  });

  it('wants a key, knows its models, its paths and JSON', async () => {
    expect((await postOpenAi(lab, base, { authorization: '' })).status).toBe(401);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-invalid', kind: 'auth' });
    expect((await postOpenAi(lab, base, { authorization: 'Bearer bad-key' })).status).toBe(401);
    expect(lab.lastRequest().verdict).toBe('refused-as-told');
    const model = await postOpenAi(lab, { ...base, model: 'gpt-9' });
    expect([model.status, JSON.parse(model.text).error.code]).toEqual([404, 'model_not_found']);
    const path = await fetch(`${lab.openai.baseURL}/embeddings`, { method: 'POST' });
    expect([path.status, lab.lastRequest().kind]).toEqual([404, 'path']);
    expect((await postOpenAi(lab, 'no json')).status).toBe(400);
  });

  it('refuses a prompt over the window, and one that leaves no room for the answer', async () => {
    const long = { model: 'gpt-lab-nano', messages: [user('word '.repeat(8300))] };
    const answer = await postOpenAi(lab, long);
    expect(messageOf(answer.text)).toMatch(
      /^This model's maximum context length is 8192 tokens\. However, your messages resulted in 83\d\d tokens\./,
    );
    expect(lab.lastRequest().kind).toBe('overflow');
    const tight = { model: 'gpt-lab-nano', max_tokens: 4096, messages: [user('word '.repeat(5000))] };
    expect(messageOf((await postOpenAi(lab, tight)).text)).toMatch(
      /you requested 91\d\d tokens \(50\d\d in the messages, 4096 in the completion\)/,
    );
  });

  it('is a compatible server elsewhere: unknown parameters pass, a late system message does not', async () => {
    const model = 'lab/reasoner';
    const ask = (change: Json) => postCompatible(lab, { model, messages: [user()], ...change });
    expect((await ask({ transforms: [], max_tokens: 5 })).status).toBe(200);
    const kept = { role: 'assistant', content: 'a', reasoning_content: 'b' };
    expect((await ask({ messages: [user(), kept, user()] })).status).toBe(200);
    expect((await ask({ messages: [user(), { role: 'system', content: 'a' }, user()] })).text).toContain(
      'System message must be at the beginning.',
    );
    expect((await ask({ messages: [{ role: 'developer', content: 'a' }, user()] })).text).toContain(
      'Unexpected message role.',
    );
  });
});
