import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/index.ts';
import { messageOf, postAnthropic } from './support.ts';

type Json = Record<string, unknown>;
const tool = { name: 'look', input_schema: { type: 'object' } };
const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'look', input });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' });
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });
const cached = (text: string, ttl?: string) => ({
  type: 'text',
  text,
  cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) },
});
const base: Json = { model: 'claude-lab-sonnet', max_tokens: 2000, messages: [user('Hello')] };

const ACCEPTED: [string, Json][] = [
  ['a plain question', {}],
  [
    'consecutive messages of one role',
    { messages: [user('a'), user('b'), assistant('c'), assistant('d'), user('e')] },
  ],
  ['a prefill on an older model', { messages: [user('a'), assistant('The answer is (')] }],
  [
    'results first, then text',
    {
      tools: [tool],
      messages: [
        user('a'),
        assistant([use('x'), use('y')]),
        user([result('y'), result('x'), { type: 'text', text: 'and?' }]),
      ],
    },
  ],
  [
    'four breakpoints, long before short',
    { system: [cached('s', '1h')], messages: [user([cached('a'), cached('b'), cached('c')])] },
  ],
  [
    'a system message after the newest user message',
    { model: 'claude-lab-opus', messages: [user('a'), { role: 'system', content: 'Be brief.' }] },
  ],
  ['an empty final assistant message', { messages: [user('a'), assistant([])] }],
  [
    'a text document',
    {
      messages: [user([{ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } }])],
    },
  ],
];

const REFUSED: [string, Json, RegExp][] = [
  ['no max_tokens', { max_tokens: undefined }, /^max_tokens: Field required$/],
  ['an unknown parameter', { reasoning: true }, /^reasoning: Extra inputs are not permitted$/],
  [
    'an unknown field of a message',
    { messages: [{ ...user('a'), id: '1' }] },
    /^messages\.0\.id: Extra inputs are not permitted$/,
  ],
  [
    'an unknown field of a block',
    { messages: [user([{ type: 'text', text: 'a', id: '1' }])] },
    /^messages\.0\.content\.0\.id: Extra inputs/,
  ],
  ['content of the wrong type', { messages: [user(7)] }, /^messages\.0\.content: Input should be/],
  ['an unknown block', { messages: [user([{ type: 'video' }])] }, /^messages\.0\.content\.0/],
  ['no messages', { messages: [] }, /at least one message/],
  [
    'too many output tokens',
    { max_tokens: 64_001 },
    /^max_tokens: 64001 > 64000, which is the maximum allowed/,
  ],
  [
    'temperature in the current API version',
    { temperature: 1 },
    /^temperature: Extra inputs are not permitted$/,
  ],
  ['assistant first', { messages: [assistant('a'), user('b')] }, /first message must use the "user" role/],
  [
    'system role on an older model',
    { messages: [user('a'), { role: 'system', content: 'b' }] },
    /role 'system' is not supported/,
  ],
  [
    'system role after an answer',
    {
      model: 'claude-lab-opus',
      messages: [user('a'), assistant('b'), { role: 'system', content: 'c' }, user('d')],
    },
    /right after a user message/,
  ],
  [
    'system role before a user message',
    { model: 'claude-lab-opus', messages: [user('a'), { role: 'system', content: 'c' }, user('d')] },
    /right before one/,
  ],
  [
    'an empty message',
    { messages: [user(''), assistant('a'), user('b')] },
    /^messages\.0: all messages must have non-empty content/,
  ],
  [
    'an empty text block',
    { messages: [user([{ type: 'text', text: '' }])] },
    /text content blocks must be non-empty/,
  ],
  ['a blank text block', { messages: [user(' \n')] }, /text content blocks must contain non-whitespace text/],
  [
    'an empty text in a result',
    {
      tools: [tool],
      messages: [
        user('a'),
        assistant([use('x')]),
        user([{ ...result('x'), content: [{ type: 'text', text: '' }] }]),
      ],
    },
    /must be non-empty/,
  ],
  [
    'an empty system block',
    { system: [{ type: 'text', text: '' }] },
    /^system: text content blocks must be non-empty/,
  ],
  [
    'a prefill that ends in white space',
    { messages: [user('a'), assistant('b ')] },
    /cannot end with trailing whitespace/,
  ],
  [
    'a prefill on a newer model',
    { model: 'claude-lab-opus', messages: [user('a'), assistant('b')] },
    /does not support assistant message prefill/,
  ],
  [
    'a call without a result',
    { tools: [tool], messages: [user('a'), assistant([use('x')]), user('b')] },
    /^messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: x\./,
  ],
  [
    'a call at the end',
    { tools: [tool], messages: [user('a'), assistant([use('x')])] },
    /ids were found without/,
  ],
  [
    'one of two results missing',
    { tools: [tool], messages: [user('a'), assistant([use('x'), use('y')]), user([result('x')])] },
    /immediately after: y\./,
  ],
  [
    'a result after text',
    {
      tools: [tool],
      messages: [user('a'), assistant([use('x')]), user([{ type: 'text', text: 'b' }, result('x')])],
    },
    /ids were found without/,
  ],
  [
    'a result in a later message',
    { tools: [tool], messages: [user('a'), assistant([use('x')]), user('b'), user([result('x')])] },
    /ids were found without/,
  ],
  [
    'an orphan result',
    { tools: [tool], messages: [user([result('x')])] },
    /^messages\.0\.content\.0: unexpected `tool_use_id` found in `tool_result` blocks: x\./,
  ],
  [
    'two results for one call',
    { tools: [tool], messages: [user('a'), assistant([use('x')]), user([result('x'), result('x')])] },
    /must have a single result/,
  ],
  [
    'one id twice',
    {
      tools: [tool],
      messages: [
        user('a'),
        assistant([use('x')]),
        user([result('x')]),
        assistant([use('x')]),
        user([result('x')]),
      ],
    },
    /`tool_use` ids must be unique/,
  ],
  [
    'an id with a dot',
    { tools: [tool], messages: [user('a'), assistant([use('x.1')]), user([result('x.1')])] },
    /String should match pattern/,
  ],
  [
    'input that is no object',
    { tools: [tool], messages: [user('a'), assistant([use('x', '{}')]), user([result('x')])] },
    /tool_use.*|input: Input should be a valid dictionary/,
  ],
  [
    'calls without tools',
    { messages: [user('a'), assistant([use('x')]), user([result('x')])] },
    /must define tools/,
  ],
  [
    'a call in a user message',
    { tools: [tool], messages: [user([use('x')])] },
    /can only be in `assistant` messages/,
  ],
  ['two tools of one name', { tools: [tool, tool] }, /Tool names must be unique/],
  [
    'a tool name with a space',
    { tools: [{ ...tool, name: 'look up' }] },
    /^tools\.0\.name: String should match pattern/,
  ],
  [
    'a schema that is no object',
    { tools: [{ ...tool, input_schema: { type: 'array' } }] },
    /^tools\.0\.input_schema\.type: Input should be 'object'/,
  ],
  [
    'a choice without tools',
    { tool_choice: { type: 'auto' } },
    /may only be specified while providing tools/,
  ],
  [
    'a choice of an unknown tool',
    { tools: [tool], tool_choice: { type: 'tool', name: 'fly' } },
    /Tool 'fly' not found/,
  ],
  [
    'five breakpoints',
    { system: [cached('s')], messages: [user(['a', 'b', 'c', 'd'].map((text) => cached(text)))] },
    /A maximum of 4 blocks with cache_control may be provided\. Found 5\./,
  ],
  [
    'the top-level marker as the fifth',
    {
      cache_control: { type: 'ephemeral' },
      messages: [user(['a', 'b', 'c', 'd'].map((text) => cached(text)))],
    },
    /Found 5/,
  ],
  [
    'a long marker after a short one',
    { system: [cached('s')], messages: [user([cached('a', '1h')])] },
    /^messages\.0\.content\.0\.cache_control\.ttl: a ttl='1h' cache_control block must not come after/,
  ],
  [
    'citations in a user message',
    { messages: [user([{ type: 'text', text: 'a', citations: [{}] }])] },
    /citations/,
  ],
  [
    'thinking on a model without it',
    { model: 'claude-lab-text', thinking: { type: 'enabled', budget_tokens: 1024 } },
    /thinking is not supported/,
  ],
  [
    'a budget under 1,024',
    { thinking: { type: 'enabled', budget_tokens: 1000 } },
    /^thinking\.budget_tokens: Input should be greater than or equal to 1024/,
  ],
  [
    'a budget as large as max_tokens',
    { thinking: { type: 'enabled', budget_tokens: 2000 } },
    /must be greater than `thinking\.budget_tokens`/,
  ],
  [
    'a budget on an adaptive model',
    { model: 'claude-lab-opus', thinking: { type: 'enabled', budget_tokens: 1024 } },
    /"thinking\.type\.enabled" is not supported/,
  ],
  [
    'adaptive thinking on a budget model',
    { thinking: { type: 'adaptive' } },
    /adaptive thinking is not supported/,
  ],
  [
    'thinking with a forced tool',
    { tools: [tool], tool_choice: { type: 'any' }, thinking: { type: 'enabled', budget_tokens: 1024 } },
    /tool_choice forces tool use/,
  ],
  [
    'block binding without its beta',
    {
      model: 'claude-lab-opus',
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    },
    /block_binding: Extra inputs/,
  ],
  [
    'a loop that begins without thinking',
    {
      tools: [tool],
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [user('a'), assistant([use('x')]), user([result('x')])],
    },
    /^messages\.1\.content\.0\.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`/,
  ],
];

describe('the rules of the Anthropic wire', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  it.each(ACCEPTED)('accepts %s', async (_name, change) => {
    const answer = await postAnthropic(lab, { ...base, ...change });
    expect(answer.text).toContain('"type":"message"');
    expect(lab.lastRequest().verdict).toBe('accepted');
  });

  it.each(REFUSED)('refuses %s', async (_name, change, reason) => {
    const answer = await postAnthropic(lab, { ...base, ...change });
    expect(answer.status).toBe(400);
    expect(messageOf(answer.text)).toMatch(reason);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-invalid', kind: 'invalid' });
  });

  it('takes sampling parameters of the old API version on older models only', async () => {
    const old = { 'anthropic-version': '2023-06-01' };
    expect((await postAnthropic(lab, { ...base, temperature: 0.2 }, old)).status).toBe(200);
    const refused = await postAnthropic(lab, { ...base, model: 'claude-lab-opus', temperature: 0.2 }, old);
    expect(messageOf(refused.text)).toBe('`temperature` is deprecated for this model.');
  });

  it('wants a key and a version', async () => {
    const noKey = await postAnthropic(lab, base, { 'x-api-key': '' });
    expect(noKey.status).toBe(401);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-invalid', kind: 'auth' });
    const badKey = await postAnthropic(lab, base, { 'x-api-key': 'bad-key' });
    expect(messageOf(badKey.text)).toBe('invalid x-api-key');
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-as-told', kind: 'auth' });
    const oddVersion = await postAnthropic(lab, base, { 'anthropic-version': '2024-01-01' });
    expect(oddVersion.status).toBe(400);
  });

  it('knows its models, its paths and JSON', async () => {
    const model = await postAnthropic(lab, { ...base, model: 'claude-9' });
    expect([model.status, messageOf(model.text)]).toEqual([404, 'model: claude-9']);
    const path = await fetch(`${lab.anthropic.baseURL}/v1/completions`, { method: 'POST' });
    expect([path.status, lab.lastRequest().kind]).toEqual([404, 'path']);
    const broken = await postAnthropic(lab, '{"model":');
    expect([broken.status, lab.lastRequest().verdict]).toEqual([400, 'refused-invalid']);
  });

  it('refuses a prompt over the window in the words of the vendor', async () => {
    const long = {
      ...base,
      model: 'claude-lab-nano',
      max_tokens: 10,
      messages: [user('word '.repeat(8300))],
    };
    const answer = await postAnthropic(lab, long);
    expect(messageOf(answer.text)).toMatch(/^prompt is too long: 83\d\d tokens > 8192 maximum$/);
    expect(lab.lastRequest().kind).toBe('overflow');
    const tight = { ...long, max_tokens: 4096, messages: [user('word '.repeat(5000))] };
    expect(messageOf((await postAnthropic(lab, tight)).text)).toMatch(
      /^input length and `max_tokens` exceed context limit: 50\d\d \+ 4096 > 8192/,
    );
  });

  it('refuses more than 32 MB with 413', async () => {
    const answer = await postAnthropic(lab, { ...base, messages: [user('x'.repeat(33 * 1024 * 1024))] });
    expect(answer.status).toBe(413);
    expect(lab.lastRequest().kind).toBe('bytes');
  });
});
