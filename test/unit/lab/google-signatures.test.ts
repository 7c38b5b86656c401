import { type Content, GoogleGenAI, type Part } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type Lab, reasoning, startLab, text } from '../../lab/index.ts';
import { messageOf, postGoogle } from './support.ts';

const NEW = 'gemini-3-pro-lab-128k';
const OLD = 'gemini-2.5-flash-lab-128k';
const tools = [{ functionDeclarations: [{ name: 'look' }] }];
const user = (...parts: Part[]): Content => ({ role: 'user', parts });

describe('thought signatures that come back', () => {
  let lab: Lab;
  let client: GoogleGenAI;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
    client = new GoogleGenAI({ apiKey: lab.google.apiKey, httpOptions: { baseUrl: lab.google.baseURL } });
  });
  afterAll(() => lab.close());

  /** A turn in which the model thinks and looks twice at once; the results are there already. */
  async function loop(model: string, before: Content[] = [user({ text: 'Look' })]): Promise<Content[]> {
    lab.script({
      parts: [
        reasoning('One thought.'),
        call('look', '{"b": [1.0, {"d": 1, "c": 2}], "a": "č"}'),
        call('look', '{}'),
      ],
    });
    const { candidates } = await client.models.generateContent({
      model,
      contents: before,
      config: { tools },
    });
    const parts = candidates?.[0]?.content?.parts ?? [];
    const results = parts.map(({ functionCall }): Part => {
      const id = functionCall?.id;
      return { functionResponse: { ...(id ? { id } : {}), name: 'look', response: { output: 'seen' } } };
    });
    return [...before, { role: 'model', parts }, user(...results)];
  }

  const send = async (model: string, contents: Content[]) => {
    const answer = await postGoogle(lab, { contents, tools }, model);
    return answer.status === 200 ? null : messageOf(answer.text);
  };
  /** The contents with the parts of one message changed. */
  const change = (contents: Content[], index: number, edit: (parts: Part[]) => Part[]) =>
    contents.map((content, at) =>
      at === index ? { ...content, parts: edit(structuredClone(content.parts ?? [])) } : content,
    );
  const unsigned = (parts: Part[]) => parts.map(({ thoughtSignature: _, ...part }) => part);

  it.each([NEW, OLD])('%s accepts them as they were, in whatever order the arguments are', async (model) => {
    const contents = await loop(model);
    expect(contents[1]?.parts?.[0]?.thoughtSignature).toBeDefined();
    expect(await send(model, contents)).toBeNull();
    const reordered = change(contents, 1, ([first, ...rest]) => [
      { ...first, functionCall: { ...first?.functionCall, args: { a: 'č', b: [1, { c: 2, d: 1 }] } } },
      ...rest,
    ]);
    expect(await send(model, reordered)).toBeNull();
  });

  it.each([NEW, OLD])('%s refuses a changed, a cut, a foreign and a moved one', async (model) => {
    const contents = await loop(model);
    const edit = (signature: (old: string) => string) =>
      change(contents, 1, ([first, ...rest]) => [
        { ...first, thoughtSignature: signature(first?.thoughtSignature ?? '') },
        ...rest,
      ]);
    expect(
      await send(
        model,
        edit((old) => old.slice(0, -4)),
      ),
    ).toBe('Corrupted thought signature.');
    expect(
      await send(
        model,
        edit(() => 'Zm9v'),
      ),
    ).toBe('Corrupted thought signature.');
    expect(
      await send(
        model,
        edit(() => 'not base64!'),
      ),
    ).toMatch(/thought_signature' \(TYPE_BYTES\), Base64 decoding failed/);
    const moved = change(contents, 1, ([first, second]) => [
      unsigned([first ?? {}])[0] ?? {},
      { ...second, thoughtSignature: first?.thoughtSignature ?? '' },
    ]);
    expect(await send(model, moved)).toBe('Corrupted thought signature.');
    const otherCall = change(contents, 1, ([first, ...rest]) => [
      { ...first, functionCall: { ...first?.functionCall, args: {} } },
      ...rest,
    ]);
    expect(await send(model, otherCall)).toBe('Corrupted thought signature.');
    expect(lab.lastRequest().reason).toContain('contents[1].parts[0] is not the part that was signed');
  });

  it('needs the first call of every step of the turn signed, from 3 on', async () => {
    const one = await loop(NEW);
    const two = await loop(NEW, one);
    expect(await send(NEW, two)).toBeNull();
    for (const index of [1, 3]) {
      expect(await send(NEW, change(two, index, unsigned))).toBe(
        'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
          'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
          `\`default_api:look\` , position ${index}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      );
    }
    expect(
      await send(
        OLD,
        (await loop(OLD)).map((content) => ({ ...content, parts: unsigned(content.parts ?? []) })),
      ),
    ).toBeNull();
  });

  it('does not ask for those of earlier turns, nor for more than the stand-in of a call that is not its own', async () => {
    const later = [
      ...(await loop(NEW)),
      { role: 'model', parts: [{ text: 'Seen.' }] },
      user({ text: 'Again' }),
    ];
    expect(await send(NEW, change(later, 1, unsigned))).toBeNull();
    const foreign = change(await loop(NEW), 1, ([first, ...rest]) => [
      { ...first, thoughtSignature: 'skip_thought_signature_validator' },
      ...rest,
    ]);
    expect(await send(NEW, foreign)).toBeNull();
  });

  it('passes over those of another model', async () => {
    expect(await send('gemini-3-pro-lab-200k', await loop(NEW))).toBeNull();
  });

  it('keeps the signature of text on its own part: merged with the text before it, it is refused', async () => {
    lab.script({ parts: [text('One two three four five six seven.')], pace: { deltas: 'small' } });
    const parts: Part[] = [];
    const stream = await client.models.generateContentStream({ model: NEW, contents: 'Count' });
    for await (const chunk of stream) parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    const signature = parts.at(-1)?.thoughtSignature ?? '';
    const whole = parts.map((part) => part.text).join('');
    const contents = (...model: Part[]) => [
      user({ text: 'Count' }),
      { role: 'model', parts: model },
      user({ text: 'b' }),
    ];
    expect(await send(NEW, contents(...parts))).toBeNull();
    expect(await send(NEW, contents({ text: whole }, { text: '', thoughtSignature: signature }))).toBeNull();
    expect(await send(NEW, contents({ text: whole, thoughtSignature: signature }))).toBe(
      'Corrupted thought signature.',
    );
  });

  it('counts the reasoning that comes back with them', async () => {
    const contents = await loop(NEW);
    const price = (all: Content[]) =>
      lab.price({ wire: 'google', model: NEW, body: { contents: all, tools } }).input;
    const stripped = change(contents, 1, ([first, ...rest]) => [
      { ...first, thoughtSignature: 'skip_thought_signature_validator' },
      ...rest,
    ]);
    expect(price(contents) - price(stripped)).toBe(3);
  });

  it('still knows its signatures after a restart', async () => {
    const contents = await loop(NEW);
    const next = await startLab({ logFile: null });
    expect((await postGoogle(next, { contents, tools }, NEW)).status).toBe(200);
    await next.close();
  });
});
