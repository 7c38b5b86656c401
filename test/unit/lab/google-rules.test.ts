import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/index.ts';
import { jpegBase64, messageOf, pngBase64, post, postGoogle } from './support.ts';

type Json = Record<string, unknown>;
const OLD = 'gemini-2.5-flash-lab-128k';
const SKIP = { thoughtSignature: 'skip_thought_signature_validator' };
const user = (...parts: unknown[]) => ({
  role: 'user',
  parts: parts.length > 0 ? parts : [{ text: 'Hello' }],
});
const model = (...parts: unknown[]) => ({ role: 'model', parts });
const made = (name = 'look', id?: string, more: Json = SKIP) => ({
  functionCall: { name, args: {}, ...(id ? { id } : {}) },
  ...more,
});
const result = (name = 'look', id?: string) => ({
  functionResponse: { name, response: { output: 'seen' }, ...(id ? { id } : {}) },
});
const png = (data = pngBase64(9, 9), mimeType = 'image/png') => ({ inlineData: { mimeType, data } });
const declared = (...declarations: Json[]) => ({ tools: [{ functionDeclarations: declarations }] });
const contents = (...all: unknown[]): Json => ({ contents: all });
const config = (generationConfig: Json): Json => ({ generationConfig });
const base: Json = contents(user());

const ACCEPTED: [string, Json, string?][] = [
  ['a plain question', {}],
  ['a content without a role', contents({ parts: [{ text: 'a' }] })],
  ['a system instruction', { systemInstruction: { parts: [{ text: 'Be brief.' }] } }],
  ['two user turns in a row', contents(user(), user())],
  [
    'a whole tool loop with ids in any order',
    contents(
      user(),
      model(made('look', 'a'), made('fly', 'b')),
      user(result('fly', 'b'), result('look', 'a')),
    ),
  ],
  [
    'a whole tool loop without ids',
    contents(
      user(),
      model(made(), made('fly')),
      user(result(), result('fly')),
      model({ text: 'Well.' }),
      user(),
    ),
    OLD,
  ],
  [
    'calls of 2.5 without signatures',
    contents(user(), model(made('look', undefined, {})), user(result())),
    OLD,
  ],
  [
    'unsigned calls of an earlier turn',
    contents(user(), model(made('look', undefined, {})), user(result()), model({ text: 'Well.' }), user()),
  ],
  ['a loop that goes on', contents(user(), model(made()), user(result()), model(made()), user(result()))],
  [
    'a picture in a response from 3 on',
    contents(
      user(),
      model(made()),
      user({ functionResponse: { name: 'look', response: {}, parts: [png()] } }),
    ),
  ],
  [
    'a resolution for a part from 3 on',
    contents(user({ ...png(), mediaResolution: { level: 'MEDIA_RESOLUTION_ULTRA_HIGH' } })),
  ],
  [
    'a declaration in either form',
    declared(
      { name: 'look' },
      { name: 'fly', parameters: { type: 'OBJECT', properties: { a: { type: 'string' } } } },
      { name: 'read', parametersJsonSchema: { type: 'object', additionalProperties: false } },
    ),
  ],
  ['a budget and a level for who has them', config({ thinkingConfig: { thinkingLevel: 'LOW' } })],
  ['a budget of 0 for 2.5', config({ thinkingConfig: { thinkingBudget: 0 } }), OLD],
];

const REFUSED: [string, Json, RegExp, string?][] = [
  [
    'an unknown field',
    { messages: [] },
    /^Invalid JSON payload received\. Unknown name "messages": Cannot find field\.$/,
  ],
  [
    'an unknown field of a part',
    contents(user({ type: 'text', text: 'a' })),
    /Unknown name "type" at 'contents\[0\]\.parts\[0\]': Cannot find field\.$/,
  ],
  [
    'a field of JSON Schema in parameters',
    declared({
      name: 'look',
      parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, additionalProperties: false },
    }),
    /Unknown name "additionalProperties" at 'tools\[0\]\.function_declarations\[0\]\.parameters'/,
  ],
  [
    'text that is no text',
    contents(user({ text: 5 })),
    /^Invalid value at 'contents\[0\]\.parts\[0\]\.text' \(TYPE_STRING\), 5$/,
  ],
  ['no contents', { contents: undefined }, /contents is not specified$/],
  ['empty contents', { contents: [] }, /contents is not specified$/],
  [
    'an unknown role',
    contents({ role: 'assistant', parts: [{ text: 'a' }] }),
    /^Please use a valid role: user, model\.$/,
  ],
  [
    'no parts',
    contents({ role: 'user', parts: [] }),
    /contents\[0\]\.parts: contents\.parts must not be empty\.$/,
  ],
  [
    'a part without data',
    contents(user({ thought: true })),
    /^\* GenerateContentRequest\.contents\[0\]\.parts\[0\]\.data: required oneof field 'data' must have one initialized field$/,
  ],
  ['an empty text', contents(user({ text: '' })), /required oneof field 'data'/],
  [
    'an empty system instruction',
    { systemInstruction: { parts: [{ text: '' }] } },
    /system_instruction\.parts\[0\]\.data: required oneof field/,
  ],
  [
    'a part with two kinds of data',
    contents(user({ text: 'a', ...png() })),
    /oneof field 'data' is already set/,
  ],
  [
    'a call after a model turn',
    contents(user(), model({ text: 'a' }), model(made()), user(result())),
    /^Please ensure that function call turn comes immediately after a user turn or after a function response turn\.$/,
  ],
  [
    'a call at the beginning',
    contents(model(made()), user(result())),
    /^Please ensure that function call turn comes immediately/,
  ],
  [
    'a call by the user',
    contents(user(), user(made())),
    /^Please ensure that function call turn comes immediately/,
  ],
  [
    'a call without a response',
    contents(user(), model(made()), user()),
    /^Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn\.$/,
  ],
  [
    'one of two responses missing',
    contents(user(), model(made(), made('fly')), user(result())),
    /^Please ensure that the number of function response parts/,
  ],
  [
    'an orphan response',
    contents(user(), model({ text: 'a' }), user(result())),
    /^Please ensure that function response turn comes immediately after a function call turn\.$/,
  ],
  [
    'a response of another function',
    contents(user(), model(made()), user(result('fly'))),
    /^Please ensure that the function response parts match/,
  ],
  [
    'a response under another id',
    contents(user(), model(made('look', 'a')), user(result('look', 'b'))),
    /^Please ensure that the function response parts match/,
  ],
  [
    'a model turn at the end',
    contents(user(), model({ text: 'a' })),
    /^Please ensure that multiturn requests ends with a user role/,
  ],
  [
    'a response without a name',
    contents(user(), model(made()), user({ functionResponse: { response: {} } })),
    /function_response\.name: Name cannot be empty\.$/,
  ],
  [
    'a response that is a text',
    contents(user(), model(made()), user({ functionResponse: { name: 'look', response: 'seen' } })),
    /^Invalid value at 'contents\[2\]\.parts\[0\]\.function_response\.response' \(type\.googleapis\.com\/google\.protobuf\.Struct\), "seen"$/,
  ],
  [
    'a name with a space',
    declared({ name: 'look up' }),
    /function_declarations\[0\]\.name: Invalid function name\./,
  ],
  [
    'two functions of one name',
    declared({ name: 'look' }, { name: 'look' }),
    /^Duplicate function declaration found: look$/,
  ],
  [
    'parameters without any',
    declared({ name: 'look', parameters: { type: 'OBJECT', properties: {} } }),
    /parameters\.properties: should be non-empty for OBJECT type$/,
  ],
  [
    'both forms of parameters',
    declared({
      name: 'look',
      parameters: { type: 'OBJECT', properties: { a: {} } },
      parametersJsonSchema: {},
    }),
    /only one of parameters and parameters_json_schema/,
  ],
  [
    'a choice without functions',
    { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    /^Function calling config is set without function_declarations\.$/,
  ],
  [
    'names to choose from that it may not choose from',
    {
      ...declared({ name: 'look' }),
      toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['look'] } },
    },
    /^Allowed function names should only be set when/,
  ],
  [
    'a level for 2.5',
    config({ thinkingConfig: { thinkingLevel: 'LOW' } }),
    /^Thinking level is not supported for this model\.$/,
    OLD,
  ],
  [
    'a level and a budget',
    config({ thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 5 } }),
    /^You can only set only one of thinking budget and thinking level\.$/,
  ],
  [
    'a budget of 0 from 3 on',
    config({ thinkingConfig: { thinkingBudget: 0 } }),
    /^Budget 0 is invalid\. This model only works in thinking mode\.$/,
  ],
  [
    'a budget out of range',
    config({ thinkingConfig: { thinkingBudget: 52_428 } }),
    /^The thinking budget 52428 is invalid\./,
    OLD,
  ],
  [
    'thoughts of a model that shall not think',
    config({ thinkingConfig: { thinkingBudget: 0, includeThoughts: true } }),
    /include_thoughts is only enabled when thinking is enabled/,
    OLD,
  ],
  [
    'thinking of a plain model',
    config({ thinkingConfig: { thinkingBudget: 5 } }),
    /^Thinking is not supported for this model\.$/,
    'gemini-lab-text',
  ],
  [
    'temperature out of range',
    config({ temperature: 3 }),
    /generation_config\.temperature: temperature must be at most 2\.$/,
  ],
  [
    'too many output tokens',
    config({ maxOutputTokens: 32_001 }),
    /maxOutputTokens value of 32001 but the supported range is from 1 \(inclusive\) to 32001 \(exclusive\)/,
  ],
  [
    'ultra high for a whole request',
    config({ mediaResolution: 'MEDIA_RESOLUTION_ULTRA_HIGH' }),
    /^Invalid value at 'generation_config\.media_resolution'/,
  ],
  [
    'a resolution for a part of 2.5',
    contents(user({ ...png(), mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' } })),
    /^Media resolution of a part is not supported/,
    OLD,
  ],
  [
    'a picture in a response of 2.5',
    contents(
      user(),
      model(made()),
      user({ functionResponse: { name: 'look', response: {}, parts: [png()] } }),
    ),
    /^Multimodal function responses are not supported/,
    OLD,
  ],
  [
    'a picture for a model without vision',
    contents(user(png())),
    /^Image input modality is not enabled for models\/gemini-lab-text$/,
    'gemini-lab-text',
  ],
  ['a GIF', contents(user(png('R0lGODlh', 'image/gif'))), /^Unsupported MIME type: image\/gif$/],
  [
    'broken base64',
    contents(user(png('@@@@'))),
    /^Invalid value at 'contents\[0\]\.parts\[0\]\.inline_data\.data' \(TYPE_BYTES\), Base64 decoding failed for "@@@@"$/,
  ],
  ['bytes that are no picture', contents(user(png('aGVsbG8h'))), /^Unable to process input image\./],
  [
    'a picture that is not what it says',
    contents(user(png(jpegBase64(9, 9)))),
    /^Provided image is not valid\.$/,
  ],
  [
    'more than 3,600 pictures',
    contents(user(...Array(3601).fill(png()))),
    /^Please use fewer than 3600 images/,
  ],
];

describe('the rules of the Google wire', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  it.each(ACCEPTED)('accepts %s', async (_name, body, id) => {
    const answer = await postGoogle(lab, { ...base, ...body }, id);
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  });

  it.each(REFUSED)('refuses %s', async (_name, body, reason, id) => {
    const answer = await postGoogle(lab, { ...base, ...body }, id);
    expect([answer.status, JSON.parse(answer.text).error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(messageOf(answer.text)).toMatch(reason);
    expect(lab.lastRequest('google')).toMatchObject({ verdict: 'refused-invalid', kind: 'invalid' });
  });

  it('refuses what is stored with the vendor: nothing is', async () => {
    const file = await postGoogle(lab, contents(user({ fileData: { fileUri: 'files/1' } })));
    expect([file.status, messageOf(file.text)]).toEqual([403, expect.stringContaining('files/1')]);
    expect((await postGoogle(lab, { ...base, cachedContent: 'cachedContents/1' })).status).toBe(403);
  });

  it('wants a key, knows its models, its paths and JSON', async () => {
    const url = (id: string, verb: string) => `${lab.google.baseURL}/v1beta/models/${id}:${verb}`;
    const id = 'gemini-3-pro-lab-8k';
    expect((await post(url(id, 'generateContent'), base)).status).toBe(403);
    const bad = await post(url(id, 'generateContent'), base, { 'x-goog-api-key': 'bad-key' });
    expect([bad.status, JSON.parse(bad.text).error.details[0].reason]).toEqual([400, 'API_KEY_INVALID']);
    expect(lab.lastRequest()).toMatchObject({ kind: 'auth', verdict: 'refused-as-told' });
    const unknown = await postGoogle(lab, base, 'gemini-9');
    expect([unknown.status, JSON.parse(unknown.text).error.status]).toEqual([404, 'NOT_FOUND']);
    expect((await postGoogle(lab, base, id, 'embedContent')).status).toBe(404);
    expect((await postGoogle(lab, 'no json')).status).toBe(400);
    expect((await postGoogle(lab, base, id, 'streamGenerateContent')).status).toBe(400);
    expect((await postGoogle(lab, base, id, 'streamGenerateContent?alt=sse')).status).toBe(200);
  });

  it.each(['8k', '32k', '128k', '200k', '1m'])('[L2] refuses what is over the window of %s', async (size) => {
    const id = `gemini-3-pro-lab-${size}`;
    const { window } = lab.price({ wire: 'google', model: id, body: base });
    const words = (count: number) => contents(user({ text: 'word '.repeat(count) }));
    expect((await postGoogle(lab, words(window - 100), id)).status).toBe(200);
    for (const verb of ['generateContent', 'streamGenerateContent?alt=sse']) {
      const refused = await postGoogle(lab, words(window + 100), id, verb);
      const actual = lab.price({ wire: 'google', model: id, body: words(window + 100) }).input;
      expect([refused.status, messageOf(refused.text)]).toEqual([
        400,
        `The input token count (${actual}) exceeds the maximum number of tokens allowed (${window}).`,
      ]);
      expect(lab.lastRequest()).toMatchObject({ kind: 'overflow', verdict: 'refused-invalid' });
    }
  });

  it('[L2] refuses more than 20 MiB in its own words', async () => {
    const answer = await postGoogle(lab, contents(user({ text: 'x'.repeat(20 * 1024 * 1024) })));
    expect([answer.status, messageOf(answer.text)]).toEqual([
      400,
      'Request payload size exceeds the limit: 20971520 bytes.',
    ]);
    expect(lab.lastRequest().kind).toBe('bytes');
  });
});
