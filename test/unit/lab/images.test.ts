import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImage } from '../../lab/image-size.ts';
import { anthropicFit, imageTokens } from '../../lab/image-tokens.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { ANTHROPIC_MODELS, GOOGLE_MODELS, OPENAI_MODELS } from '../../lab/models.ts';
import { jpegBase64, messageOf, pngBase64, postAnthropic, postOpenAi } from './support.ts';

const ruleOf = (id: string) => {
  const rule = [...ANTHROPIC_MODELS, ...OPENAI_MODELS, ...GOOGLE_MODELS].find(
    (model) => model.id === id,
  )?.vision;
  if (!rule) throw new Error(`${id} has no vision`);
  return rule;
};
const standard = ruleOf('claude-lab-sonnet');
const high = ruleOf('claude-lab-opus');

describe('what an image costs', () => {
  it.each([
    [standard, 1092, 1092, 1521],
    [standard, 784, 1568, 1568],
    [standard, 1568, 728, 1456],
    [high, 1932, 1932, 4761],
    [standard, 200, 200, 64],
  ])('Anthropic, %o %d x %d: %d tokens', (rule, width, height, tokens) => {
    expect(imageTokens(rule, width, height, 'auto')).toBe(tokens);
  });

  it('Anthropic shrinks what is larger until edge and cap both hold, and leaves the rest alone', () => {
    if (standard.kind !== 'cells') throw new Error('wrong rule');
    for (const [width, height] of [
      [4000, 3000],
      [8000, 100],
      [1569, 1569],
    ] as const) {
      const fitted = anthropicFit(standard, width, height);
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(1568);
      expect(imageTokens(standard, width, height, 'auto')).toBeLessThanOrEqual(1568);
      expect((fitted.width / fitted.height) * (height / width)).toBeCloseTo(1, 1);
    }
    expect(anthropicFit(standard, 1092, 1092)).toEqual({ width: 1092, height: 1092 });
  });

  it.each([
    // Figures worked out by hand from the vision guide's rules.
    ['gpt-lab', 1024, 1024, 'high', 85 + 170 * 4],
    ['gpt-lab', 2048, 4096, 'high', 85 + 170 * 6],
    ['gpt-lab', 4096, 4096, 'low', 85],
    ['gpt-lab-thinker', 1024, 1024, 'high', Math.ceil(1024 * 1.2)],
    ['gpt-lab-thinker', 3200, 3200, 'original', Math.ceil(10_000 * 1.2)],
    ['gpt-lab-mini', 1024, 1024, 'auto', Math.ceil(1024 * 1.62)],
    ['gpt-lab-mini', 1800, 2400, 'high', Math.ceil(33 * 44 * 1.62)],
    ['gpt-5-nano-lab', 64, 64, 'auto', Math.ceil(4 * 2.46)],
    ['o4-mini-lab', 1024, 1024, 'auto', Math.ceil(1024 * 1.72)],
    // Tiles of every family that has them.
    ['gpt-4o-lab', 768, 2048, 'auto', 85 + 170 * 8],
    ['gpt-4o-mini-lab', 1024, 1024, 'auto', 2833 + 5667 * 4],
    ['gpt-5-lab', 1024, 1024, 'auto', 70 + 140 * 4],
    ['o3-lab', 512, 512, 'auto', 75 + 150],
    ['gpt-4o-lab', 513, 10, 'auto', 85 + 170 * 2],
    // 900 x 1200 is shrunk to 768 x 1024 exactly, which is 2 x 2 tiles.
    ['gpt-4o-lab', 900, 1200, 'auto', 85 + 170 * 4],
    // What `auto` means: high up to 5.4, original from 5.5 on.
    ['gpt-5.4-lab', 3200, 3200, 'auto', Math.ceil(50 * 50 * 1.2)],
    ['gpt-5.5-lab-8k', 3200, 3200, 'auto', Math.ceil(100 * 100 * 1.2)],
    ['gpt-5.5-lab-8k', 7000, 320, 'original', Math.ceil(188 * 9 * 1.2)],
    ['gpt-5.6-lab-8k', 5000, 4000, 'auto', Math.ceil(157 * 125 * 1.2)],
    ['gpt-5.6-lab-8k', 7000, 320, 'original', Math.ceil(219 * 10 * 1.2)],
    ['gpt-5.5-lab-8k', 1568, 1568, 'original', Math.ceil(49 * 49 * 1.2)],
    ['gpt-5.5-lab-8k', 1568, 1568, 'low', Math.ceil(16 * 16 * 1.2)],
    // A side that is shrunk to the edge has exactly its patches, not one more.
    ['gpt-5.4-lab', 4001, 32, 'high', Math.ceil(64 * 1.2)],
  ] as const)('OpenAI, %s %d x %d at %s: %d tokens', (id, width, height, detail, tokens) => {
    expect(imageTokens(ruleOf(id), width, height, detail)).toBe(tokens);
  });
});

describe('what an image costs with Google', () => {
  it.each([
    ['gemini-3-pro-lab-8k', 2048, 2048, 'auto', 1120],
    ['gemini-3-pro-lab-8k', 10, 10, 'high', 1120],
    ['gemini-3-pro-lab-8k', 2048, 2048, 'low', 280],
    ['gemini-3-pro-lab-8k', 2048, 2048, 'medium', 560],
    ['gemini-3-pro-lab-8k', 2048, 2048, 'ultra-high', 2240],
    ['gemini-2.5-flash-lab-8k', 384, 384, 'auto', 258],
    ['gemini-2.5-flash-lab-8k', 385, 10, 'auto', 258 * 2],
    ['gemini-2.5-flash-lab-8k', 960, 540, 'high', 258 * 6],
    ['gemini-2.5-flash-lab-8k', 3000, 3000, 'auto', 258 * 16],
    ['gemini-2.5-flash-lab-8k', 3000, 3000, 'low', 64],
    ['gemini-2.5-flash-lab-8k', 3000, 3000, 'medium', 256],
  ] as const)('%s %d x %d at %s: %d tokens', (id, width, height, detail, tokens) => {
    expect(imageTokens(ruleOf(id), width, height, detail)).toBe(tokens);
  });
});

describe('reading image headers', () => {
  it('tells type and size of PNG, JPEG, GIF and WebP from the bytes', () => {
    const webp = Buffer.alloc(30);
    webp.write('RIFF', 0, 'latin1');
    webp.write('WEBPVP8X', 8, 'latin1');
    webp.writeUIntLE(639, 24, 3);
    webp.writeUIntLE(479, 27, 3);
    const gif = Buffer.from('GIF89a\x40\x01\xf0\x00', 'latin1');
    expect(readImage(Buffer.from(pngBase64(300, 7), 'base64'))).toEqual({
      type: 'image/png',
      width: 300,
      height: 7,
    });
    expect(readImage(Buffer.from(jpegBase64(640, 480), 'base64'))).toEqual({
      type: 'image/jpeg',
      width: 640,
      height: 480,
    });
    expect(readImage(gif)).toEqual({ type: 'image/gif', width: 320, height: 240 });
    expect(readImage(webp)).toEqual({ type: 'image/webp', width: 640, height: 480 });
    expect(readImage(Buffer.from('<svg/>'))).toBeNull();
    expect(readImage(Buffer.alloc(0))).toBeNull();
  });
});

describe('image limits on the wires', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  const block = (data: string, more: object = {}, media_type = 'image/png') => ({
    type: 'image',
    source: { type: 'base64', media_type, data },
    ...more,
  });
  const ask = async (content: unknown[], model = 'claude-lab-sonnet') => {
    const body = { model, max_tokens: 10, messages: [{ role: 'user', content }] };
    const answer = await postAnthropic(lab, body);
    return answer.status === 200 ? null : messageOf(answer.text);
  };
  const many = (count: number, side: number) =>
    Array.from({ length: count }, () => block(pngBase64(side, 10)));

  it('takes a good image and bills it', async () => {
    expect(await ask([block(pngBase64(1092, 1092)), { type: 'text', text: 'Look' }])).toBeNull();
    expect(lab.lastRequest().inputTokens).toBe(1521 + 4 + 1);
  });

  it.each<[string, unknown[], RegExp]>([
    [
      'a type that does not fit',
      [block(jpegBase64(10, 10))],
      /specified using the image\/png media type, but the image appears to be a image\/jpeg image/,
    ],
    ['bytes that are no image', [block(Buffer.from('hello').toString('base64'))], /Could not process image/],
    ['a data URL', [block(`data:image/png;base64,${pngBase64(9, 9)}`)], /Invalid base64 data/],
    ['an unknown type', [block(pngBase64(9, 9), {}, 'image/bmp')], /media_type: Input should be/],
    ['a side over 8000', [block(pngBase64(8001, 10))], /exceed max allowed size: 8000 pixels/],
    ['a side over 2000 in a request with 21 images', many(21, 2001), /for many-image requests: 2000 pixels/],
    ['more than 100 images in a 200k window', many(101, 10), /too many images: 101 > 100/],
    ['more than 10 MB', [block('A'.repeat(10 * 1024 * 1024 + 4))], /exceeds 10 MB maximum/],
    [
      'an image from the web',
      [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
      /Unable to download/,
    ],
    [
      'silent shrinking where the client forbids it',
      [block(pngBase64(2000, 2000), { transformations: { oversized_image: 'error' } })],
      /of 2000x2000 pixels is larger.*1092x1092/,
    ],
  ])('Anthropic refuses %s', async (_name, content, reason) => {
    expect(await ask(content)).toMatch(reason);
  });

  it('Anthropic counts images of earlier turns and of tool results towards the 20', async () => {
    expect(await ask(many(20, 2001))).toBeNull();
    const result = { type: 'tool_result', tool_use_id: 'x', content: many(10, 2001) };
    const body = {
      model: 'claude-lab-fable',
      max_tokens: 10,
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: many(11, 2001) },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'x', name: 'look', input: {} }] },
        { role: 'user', content: [result] },
      ],
    };
    const answer = await postAnthropic(lab, body);
    expect(JSON.parse(answer.text).error.details).toMatchObject({
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: 2000,
    });
  });

  it('no wire shows an image to a model without vision', async () => {
    expect(await ask([block(pngBase64(9, 9))], 'claude-lab-text')).toMatch(/not supported by this model/);
    const image_url = { url: `data:image/png;base64,${pngBase64(9, 9)}` };
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url }] }];
    const answer = await postOpenAi(lab, { model: 'gpt-lab-text', messages });
    expect(messageOf(answer.text)).toBe(
      'Invalid content type. image_url is only supported by certain models.',
    );
  });

  it.each([
    ['a type that does not fit', `data:image/png;base64,${jpegBase64(10, 10)}`, 'invalid_image_format'],
    ['broken base64', 'data:image/png;base64,@@@@', 'invalid_base64'],
    ['an image from the web', 'https://example.com/a.png', 'invalid_image_url'],
  ])('OpenAI refuses %s', async (_name, url, code) => {
    const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
    const answer = await postOpenAi(lab, { model: 'gpt-lab', messages });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, code]);
  });

  it('OpenAI knows the original detail from 5.4 on', async () => {
    const ask = async (model: string) => {
      const image_url = { url: `data:image/png;base64,${pngBase64(9, 9)}`, detail: 'original' };
      const messages = [{ role: 'user', content: [{ type: 'image_url', image_url }] }];
      return postOpenAi(lab, { model, messages });
    };
    expect((await ask('gpt-5.4-lab')).status).toBe(200);
    expect(messageOf((await ask('gpt-4o-lab')).text)).toBe(
      "Invalid value: 'original'. Supported values are: 'low', 'high', and 'auto'.",
    );
  });

  it('OpenAI bills an image by its detail', async () => {
    const url = `data:image/png;base64,${pngBase64(1024, 1024)}`;
    const cost = async (detail: string) => {
      const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url, detail } }] }];
      await postOpenAi(lab, { model: 'gpt-lab', messages });
      return lab.lastRequest().inputTokens ?? 0;
    };
    expect((await cost('high')) - (await cost('low'))).toBe(170 * 4);
  });
});
