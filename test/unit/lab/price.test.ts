import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, type Price, type PriceRequest, startLab } from '../../lab/index.ts';
import { pngBase64, postAnthropic, postGoogle, postOpenAi, postResponses } from './support.ts';

const PAGE = 1568;
const LONG = 'A sentence of history that goes on and on. '.repeat(400);

/** One wire: how a conversation with a picture is put, where its usage says what was read, and its picture's price. */
interface Wire {
  readonly request: (said: string, picture: boolean) => PriceRequest;
  readonly send: (lab: Lab, request: PriceRequest) => Promise<{ status: number; text: string }>;
  readonly billed: (body: { [key: string]: unknown }) => number;
  readonly picture: number;
}

type Figures = Record<string, number>;
const data = pngBase64(PAGE, PAGE);
const url = `data:image/png;base64,${data}`;

const WIRES = {
  openai: {
    request: (said, picture) => {
      const image = { type: 'image_url', image_url: { url, detail: 'original' } };
      const content = [{ type: 'text', text: said }, ...(picture ? [image] : [])];
      return { wire: 'openai', body: { model: 'gpt-5.5-lab-128k', messages: [{ role: 'user', content }] } };
    },
    send: (lab, { body }) => postOpenAi(lab, body),
    billed: ({ usage }) => (usage as Figures)['prompt_tokens'] ?? 0,
    picture: Math.ceil(49 * 49 * 1.2),
  },
  responses: {
    request: (said, picture) => {
      const image = { type: 'input_image', image_url: url, detail: 'original' };
      const content = [{ type: 'input_text', text: said }, ...(picture ? [image] : [])];
      const image_options = { context_compression: 'disabled' };
      return {
        wire: 'responses',
        body: { model: 'gpt-5.6-lab-128k', image: image_options, input: [{ role: 'user', content }] },
      };
    },
    send: (lab, { body }) => postResponses(lab, body),
    billed: ({ usage }) => (usage as Figures)['input_tokens'] ?? 0,
    picture: Math.ceil(49 * 49 * 1.2),
  },
  anthropic: {
    request: (said, picture) => {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
      const text = { type: 'text', text: said, cache_control: { type: 'ephemeral' } };
      const body = {
        model: 'claude-opus-5-5-lab-128k',
        max_tokens: 500,
        messages: [{ role: 'user', content: [...(picture ? [image] : []), text] }],
      };
      return { wire: 'anthropic', body };
    },
    send: (lab, { body }) => postAnthropic(lab, body),
    billed: ({ usage }) => {
      const figures = usage as Figures;
      const names = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'];
      return names.reduce((sum, name) => sum + (figures[name] ?? 0), 0);
    },
    picture: 56 * 56,
  },
  google: {
    request: (said, picture) => {
      const image = { inlineData: { mimeType: 'image/png', data } };
      const parts = [{ text: said }, ...(picture ? [image] : [])];
      return {
        wire: 'google',
        model: 'gemini-3-pro-lab-128k',
        body: { contents: [{ role: 'user', parts }] },
      };
    },
    send: (lab, { body, model }) => postGoogle(lab, body, model),
    billed: ({ usageMetadata }) => (usageMetadata as Figures)['promptTokenCount'] ?? 0,
    picture: 1120,
  },
} satisfies Record<string, Wire>;

describe('what a request costs', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = await startLab({ logFile: null });
  });
  afterEach(() => lab.close());

  describe.each(Object.entries<Wire>(WIRES))('%s', (_name, { request, send, billed, picture }) => {
    const answered = async (asked: PriceRequest) => {
      const answer = await send(lab, asked);
      expect(answer.status).toBe(200);
      const { price } = lab.lastRequest();
      if (price === null) throw new Error('nothing was billed');
      return { price, input: billed(JSON.parse(answer.text)) };
    };

    it('is quoted as it is billed, to the token, in the vendor’s own usage too', async () => {
      for (const asked of [request(LONG, true), request('Short', false)]) {
        const quoted = lab.price(asked);
        const { price, input } = await answered(asked);
        expect(price).toEqual(quoted);
        expect(input).toBe(quoted.input);
      }
    });

    it('tells what the pictures cost', () => {
      const [without, with_] = [lab.price(request('Look', false)), lab.price(request('Look', true))];
      expect([without.images, without.imageCount]).toEqual([0, 0]);
      expect([with_.images, with_.imageCount, with_.compressed]).toEqual([picture, 1, false]);
      expect(with_.input - without.input).toBe(picture);
    });

    it('[S5] shows the saving of a page in place of text', async () => {
      const text = lab.price(request(LONG, false));
      const page = lab.price(request('See the page.', true));
      const before = (await answered(request(LONG, false))).input;
      const after = (await answered(request('See the page.', true))).input;
      expect(before - after).toBe(text.input - page.input);
    });

    it('is less for what is read from the cache, and asking for it caches nothing', async () => {
      const asked = request(LONG, true);
      const cold = lab.price(asked);
      expect(lab.price(asked)).toEqual(cold);
      expect(cold.cacheRead).toBe(0);
      await answered(asked);
      const warm = lab.price(asked);
      expect(warm.cacheRead).toBeGreaterThan(cold.input * 0.9);
      expect(warm.units).toBeCloseTo(warm.input - warm.cacheRead + warm.cacheRead * 0.1, 6);
      expect(warm.units).toBeLessThan(cold.input * 0.25);
      expect(lab.price({ ...asked, key: 'another' })).toEqual(cold);
    });

    it('is known for what is too large, and refused for what is wrong', () => {
      expect(lab.price(request('word '.repeat(130_000), false)).input).toBeGreaterThan(128_000);
      expect(() => lab.price({ ...request('', false), body: { unheard: 'of' } })).toThrow();
      expect(lab.requests).toHaveLength(0);
    });
  });

  it('counts writing to the cache where the vendor has a price for it', async () => {
    const quote = ({ request }: Wire): Price => lab.price(request(LONG, false));
    for (const free of [quote(WIRES.openai), quote(WIRES.google)]) expect(free.units).toBe(free.input);
    for (const price of [quote(WIRES.responses), quote(WIRES.anthropic)]) {
      expect(price.cacheWriteShort).toBeGreaterThan(3000);
      expect(price.units).toBe(price.input + price.cacheWriteShort * 0.25);
    }
    const hour = WIRES.anthropic.request(LONG, false).body;
    const body = JSON.parse(JSON.stringify(hour).replace('"ephemeral"', '"ephemeral","ttl":"1h"'));
    const long = lab.price({ wire: 'anthropic', body });
    expect([long.cacheWriteShort, long.units]).toEqual([0, long.input + long.cacheWriteLong]);
  });

  it('keeps OpenAI’s cache apart by its key', async () => {
    const body = (prompt_cache_key: string) => ({
      ...(WIRES.responses.request(LONG, false).body as object),
      prompt_cache_key,
    });
    await postResponses(lab, body('a'));
    expect(lab.price({ wire: 'responses', body: body('a') }).cacheRead).toBeGreaterThan(3000);
    expect(lab.price({ wire: 'responses', body: body('b') }).cacheRead).toBe(0);
  });

  it('has no price for a runtime on this computer', () => {
    expect(() => lab.price({ wire: 'ollama', body: {} })).toThrow(/no prices on ollama/);
  });
});
