import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/index.ts';
import { jpegBase64, messageOf, pngBase64, postResponses } from './support.ts';

type Json = Record<string, unknown>;
const closed = { type: 'object', properties: {}, additionalProperties: false, required: [] };
const tool = (name = 'look', more: Json = {}) => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: {} },
  ...more,
});
const user = (content: unknown = 'Hello') => ({ role: 'user', content });
const image = (more: Json = {}) => ({
  type: 'input_image',
  image_url: `data:image/png;base64,${pngBase64(9, 9)}`,
  ...more,
});
const assistant = (more: Json = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Well.', annotations: [] }],
  ...more,
});
const made = (call_id: string, more: Json = {}) => ({
  type: 'function_call',
  call_id,
  name: 'look',
  arguments: '{}',
  ...more,
});
const result = (call_id: string, output: unknown = 'seen') => ({
  type: 'function_call_output',
  call_id,
  output,
});
const base: Json = { model: 'gpt-5.5-lab-128k', input: 'Hello', store: false };
const input = (...items: unknown[]): Json => ({ tools: [tool()], input: items });

const ACCEPTED: [string, Json][] = [
  ['a plain question', {}],
  [
    'instructions beside developer and system messages',
    {
      instructions: 'Be brief.',
      input: [{ role: 'developer', content: 'a' }, { role: 'system', content: 'b' }, user()],
    },
  ],
  [
    'a whole tool loop, results in any order',
    input(user(), made('a'), made('b'), result('b'), result('a'), user()),
  ],
  ['a message between calls and results', input(user(), made('a'), assistant(), result('a'))],
  ['an assistant message as text alone', input(user(), { role: 'assistant', content: 'a' }, user())],
  ['an assistant message as it came', input(user(), assistant({ phase: 'final_answer' }), user())],
  ['a refusal', input(user(), assistant({ content: [{ type: 'refusal', refusal: 'No.' }] }), user())],
  [
    'an image in a result',
    input(user(), made('a'), result('a', [image(), { type: 'input_text', text: 'b' }])),
  ],
  ['an empty argument string', input(user(), made('a', { arguments: '' }), result('a'))],
  ['a strict tool with a closed schema', { tools: [tool('look', { strict: true, parameters: closed })] }],
  ['a tool without parameters', { tools: [{ type: 'function', name: 'look' }] }],
  ['stream options with a stream', { stream: true, stream_options: { include_obfuscation: false } }],
  [
    'breakpoints from 5.6 on',
    {
      model: 'gpt-5.6-lab-128k',
      prompt_cache_options: { mode: 'explicit', ttl: '12h' },
      input: [user([{ type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } }])],
    },
  ],
  [
    'reasoning settings',
    { reasoning: { effort: 'low', summary: 'auto' }, include: ['reasoning.encrypted_content'] },
  ],
  ['compression turned off', { image: { context_compression: 'disabled' }, input: [user([image()])] }],
  [
    'the original detail from 5.4 on',
    { model: 'gpt-5.4-lab', input: [user([image({ detail: 'original' })])] },
  ],
];

const REFUSED: [string, Json, RegExp][] = [
  ['no model', { model: undefined }, /^Missing required parameter: 'model'\.$/],
  ['an argument of Chat Completions', { messages: [] }, /^Unknown parameter: 'messages'\.$/],
  [
    'the limit of Chat Completions',
    { max_completion_tokens: 5 },
    /^Unknown parameter: 'max_completion_tokens'\.$/,
  ],
  ['no input', { input: undefined }, /^One of "input" or "previous_response_id"/],
  ['an empty input', { input: [] }, /^One of "input" or "previous_response_id"/],
  [
    'an item that is no object',
    { input: ['Hello'] },
    /^Invalid type for 'input\[0\]': expected an object, but got a string/,
  ],
  [
    'an unknown item',
    { input: [{ type: 'tool_use' }] },
    /^Invalid value: 'tool_use'\. Supported values are: 'message', 'function_call'/,
  ],
  [
    'an unknown field of an item',
    { input: [{ ...user(), name: 'x' }] },
    /^Unknown parameter: 'input\[0\]\.name'\.$/,
  ],
  [
    'what the SDK adds to a parsed answer',
    input(
      user(),
      assistant({ content: [{ type: 'output_text', text: 'a', annotations: [], parsed: null }] }),
      user(),
    ),
    /^Unknown parameter: 'input\[1\]\.content\[0\]\.parsed'\.$/,
  ],
  ['an unknown role', { input: [{ role: 'tool', content: 'x' }] }, /^Invalid value/],
  ['parts of Chat Completions', { input: [user([{ type: 'text', text: 'a' }])] }, /^Invalid value: 'text'/],
  [
    'input text from the assistant',
    input(user(), assistant({ content: [{ type: 'input_text', text: 'a' }] })),
    /^Invalid value: 'input_text'/,
  ],
  [
    'output text from the user',
    { input: [user([{ type: 'output_text', text: 'a' }])] },
    /^Invalid value: 'output_text'/,
  ],
  ['empty parts', { input: [user([])] }, /^Invalid 'input\[0\]\.content': empty array/],
  [
    'arguments that are an object',
    input(user(), made('a', { arguments: {} }), result('a')),
    /^Invalid type for 'input\[1\]\.arguments': expected a string, but got an object/,
  ],
  [
    'an empty call id',
    input(user(), made('')),
    /^Invalid 'input\[1\]\.call_id': empty string\. Expected a string with minimum length 1/,
  ],
  [
    'a call id over 64 characters',
    input(user(), made('x'.repeat(65))),
    /string too long\. Expected a string with maximum length 64/,
  ],
  [
    'an id of another kind',
    input(user(), assistant({ id: 'fc_1' }), user()),
    /^Invalid 'input\[1\]\.id': 'fc_1'\. Expected an ID that begins with 'msg'\.$/,
  ],
  [
    'one id twice',
    input(user(), assistant(), user(), assistant(), user()),
    /^Duplicate item found with id msg_1\. Remove duplicate items/,
  ],
  [
    'a call without a result',
    input(user(), made('a'), user()),
    /^No tool output found for function call a\.$/,
  ],
  [
    'one of two results missing',
    input(user(), made('a'), made('b'), result('a')),
    /^No tool output found for function call b\.$/,
  ],
  [
    'an orphan result',
    input(user(), result('a')),
    /^No tool call found for function call output with call_id a\.$/,
  ],
  [
    'a result before its call',
    input(user(), result('a'), made('a')),
    /^No tool call found for function call output with call_id a\.$/,
  ],
  [
    'a second result',
    input(user(), made('a'), result('a'), result('a')),
    /^No tool call found for function call output/,
  ],
  [
    'one call id twice',
    input(user(), made('a'), result('a'), made('a'), result('a')),
    /^Duplicate function call/,
  ],
  [
    'an item that is only named',
    { input: [user(), { type: 'item_reference', id: 'msg_1' }] },
    /^Item with id 'msg_1' not found\. Items are not persisted/,
  ],
  [
    'an earlier response',
    { previous_response_id: 'resp_1' },
    /^Previous response with id 'resp_1' not found\.$/,
  ],
  [
    'a tool in the form of Chat Completions',
    { tools: [{ type: 'function', function: { name: 'look' } }] },
    /^Missing required parameter: 'tools\[0\]\.name'/,
  ],
  ['two tools of one name', { tools: [tool(), tool()] }, /must be unique/],
  [
    'a schema that is no object',
    { tools: [tool('look', { parameters: { type: 'array' } })] },
    /^Invalid schema for function 'look': schema must be a JSON Schema of 'type: "object"', got 'type: "array"'/,
  ],
  [
    'an open schema of a strict tool',
    { tools: [tool('look', { strict: true })] },
    /In context=\(\), 'additionalProperties' is required to be supplied and to be false/,
  ],
  [
    'an optional property of a strict tool',
    {
      tools: [
        tool('look', {
          strict: true,
          parameters: {
            ...closed,
            properties: { a: { ...closed, properties: { b: { type: 'string' } } } },
            required: ['a'],
          },
        }),
      ],
    },
    /In context=\('properties', 'a'\), 'required' is required.*Missing 'b'/,
  ],
  [
    'a choice of an unknown tool',
    { tools: [tool()], tool_choice: { type: 'function', name: 'fly' } },
    /^Tool choice 'function' not found in 'tools' parameter\.$/,
  ],
  ['a forced choice without tools', { tool_choice: 'required' }, /^Tool choice 'required' not found/],
  [
    'stream options without a stream',
    { stream_options: { include_obfuscation: false } },
    /only allowed when 'stream' is enabled/,
  ],
  [
    'too few output tokens',
    { max_output_tokens: 15 },
    /^Invalid 'max_output_tokens': integer below minimum value\. Expected a value >= 16, but got 15 instead\.$/,
  ],
  [
    'too many output tokens',
    { max_output_tokens: 32_001 },
    /^max_output_tokens is too large: 32001\. This model supports at most 32000/,
  ],
  [
    'temperature on a reasoning model',
    { temperature: 0.2 },
    /^Unsupported parameter: 'temperature' is not supported with this model\.$/,
  ],
  [
    'effort on a plain model',
    { model: 'gpt-4o-lab', reasoning: { effort: 'low' } },
    /^Unsupported parameter: 'reasoning\.effort'/,
  ],
  [
    'encrypted reasoning of a plain model',
    { model: 'gpt-4o-lab', include: ['reasoning.encrypted_content'] },
    /^Encrypted content is not supported with this model\.$/,
  ],
  [
    'reasoning of all turns before 5.6',
    { reasoning: { context: 'all_turns' } },
    /^Unsupported parameter: 'reasoning\.context'/,
  ],
  [
    'breakpoints before 5.6',
    { input: [user([{ type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } }])] },
    /^Unsupported parameter: 'input\[0\]\.content\[0\]\.prompt_cache_breakpoint'/,
  ],
  [
    'forced compression before 5.6',
    { image: { context_compression: 'enabled' } },
    /^Unsupported parameter: 'image\.context_compression'/,
  ],
  ['a cache key over 64 characters', { prompt_cache_key: 'x'.repeat(65) }, /maximum length 64/],
  [
    'an image for a model without vision',
    { model: 'gpt-lab-text', input: [user([image()])] },
    /only supported by certain models/,
  ],
  [
    'an image from the web',
    { input: [user([image({ image_url: 'https://example.com/a.png' })])] },
    /^Failed to download image/,
  ],
  [
    'an image without data',
    { input: [user([image({ image_url: undefined })])] },
    /^Failed to download image/,
  ],
  ['a file of the vendor', { input: [user([image({ file_id: 'file-1' })])] }, /file-1.* not found/],
  [
    'an image that is not what it says',
    { input: [user([image({ image_url: `data:image/png;base64,${jpegBase64(9, 9)}` })])] },
    /was declared as image\/png and is image\/jpeg/,
  ],
  [
    'the original detail of a tile model',
    { model: 'gpt-4o-lab', input: [user([image({ detail: 'original' })])] },
    /^Invalid value: 'original'\. Supported values are: 'low', 'high', and 'auto'\.$/,
  ],
  ['more than 1,500 images', { input: [user(Array(1501).fill(image()))] }, /^Too many images: 1501/],
];

describe('the rules of the Responses wire', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  it.each(ACCEPTED)('accepts %s', async (_name, body) => {
    const answer = await postResponses(lab, { ...base, ...body });
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  });

  it.each(REFUSED)('refuses %s', async (_name, body, reason) => {
    const answer = await postResponses(lab, { ...base, ...body });
    expect([400, 404]).toContain(answer.status);
    expect(messageOf(answer.text)).toMatch(reason);
    expect(lab.lastRequest('responses')).toMatchObject({ verdict: 'refused-invalid', kind: 'invalid' });
  });

  it('wants a key, knows its models, and keeps the paths of both protocols apart', async () => {
    expect((await postResponses(lab, base, { authorization: '' })).status).toBe(401);
    expect((await postResponses(lab, base, { authorization: 'Bearer bad-key' })).status).toBe(401);
    expect(lab.lastRequest()).toMatchObject({ wire: 'responses', verdict: 'refused-as-told' });
    const unknown = await postResponses(lab, { ...base, model: 'gpt-9' });
    expect([unknown.status, JSON.parse(unknown.text).error.code]).toEqual([404, 'model_not_found']);
    expect((await postResponses(lab, 'no json')).status).toBe(400);
  });

  it.each(['8k', '32k', '128k', '200k', '1m'])('[L2] refuses what is over the window of %s', async (size) => {
    const model = `gpt-5.6-lab-${size}`;
    const { window } = lab.price({ wire: 'responses', body: { ...base, model } });
    const fits = { ...base, model, input: 'word '.repeat(window - 100) };
    const over = { ...base, model, input: 'word '.repeat(window + 100) };
    expect((await postResponses(lab, fits)).status).toBe(200);
    const refused = await postResponses(lab, over);
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([
      400,
      {
        message:
          'Your input exceeds the context window of this model. Please adjust your input and try again.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      },
    ]);
    expect(lab.lastRequest()).toMatchObject({ kind: 'overflow', verdict: 'refused-invalid' });
    expect(lab.price({ wire: 'responses', body: over }).input).toBeGreaterThan(window);
    // The vendor's own truncation drops the beginning without a word.
    expect((await postResponses(lab, { ...over, truncation: 'auto' })).status).toBe(200);
    expect(lab.lastRequest().usage?.input).toBe(window);
  });

  it('[L2] refuses inside the stream that has begun', async () => {
    const body = { ...base, model: 'gpt-5.5-lab-8k', input: 'word '.repeat(9000), stream: true };
    const answer = await postResponses(lab, body);
    expect(answer.status).toBe(200);
    const events = answer.text.split('\n\n').flatMap((frame) => /^event: (.*)$/m.exec(frame)?.[1] ?? []);
    expect(events).toEqual(['response.created', 'response.in_progress', 'error', 'response.failed']);
    expect(answer.text).toContain('"code":"context_length_exceeded"');
  });
});
