import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../lab/index.ts';
import { countText, cutText, proseOf } from '../../lab/tokens.ts';
import { postAnthropic, postOpenAi } from './support.ts';

const plain = { tokenFactor: 1 };

describe('token counts', () => {
  it('counts known texts as o200k does', () => {
    expect(countText('hello world', plain)).toBe(2);
    expect(countText('', plain)).toBe(0);
    expect(countText('a <|endoftext|> in the text is text', plain)).toBeGreaterThan(9);
    expect(countText('hello world', { tokenFactor: 1.3 })).toBe(3);
  });

  it.each([1, 2, 61, 62, 63, 64, 1000, 20_000])('makes prose of exactly %d tokens', (count) => {
    expect(countText(proseOf(count, plain), plain)).toBe(count);
  });

  it('cuts at a whole character', () => {
    const text = 'ภาษาไทย 😀😀😀 konec';
    for (let limit = 0; limit <= countText(text, plain); limit += 1) {
      const cut = cutText(text, limit, plain);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut).not.toContain('\uFFFD');
      expect(countText(cut, plain)).toBeLessThanOrEqual(limit + 1);
    }
  });
});

describe('the prompt cache', () => {
  let lab: Lab;
  let now = 0;
  beforeEach(async () => {
    now = 1_000_000;
    lab = await startLab({ logFile: null, now: () => now });
  });
  afterEach(() => lab.close());

  const mark = (ttl?: '1h') => ({ cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) } });
  const block = (text: string, more: object = {}) => ({ type: 'text', text, ...more });
  const filler = 'word '.repeat(1500);
  const ask = async (messages: unknown[], more: object = {}) => {
    const answer = await postAnthropic(lab, {
      model: 'claude-lab-sonnet',
      max_tokens: 50,
      messages,
      ...more,
    });
    return JSON.parse(answer.text).usage as Record<string, number>;
  };

  it('[Anthropic] writes up to the last breakpoint, reads the longest prefix, bills the rest', async () => {
    const first = [{ role: 'user', content: [block(filler, mark())] }];
    const one = await ask(first);
    expect(one['cache_read_input_tokens']).toBe(0);
    expect(one['cache_creation_input_tokens']).toBeGreaterThan(1500);
    expect(one['input_tokens']).toBe(0);
    const two = await ask([
      { role: 'user', content: filler },
      { role: 'assistant', content: 'An answer.' },
      { role: 'user', content: [block('And now?', mark()), block('Tail without marker')] },
    ]);
    expect(two['cache_read_input_tokens']).toBe(one['cache_creation_input_tokens']);
    expect(two['cache_creation_input_tokens']).toBeGreaterThan(0);
    expect(two['input_tokens']).toBe(countText('Tail without marker', plain));
  });

  it('[Anthropic] a change before the breakpoint costs the cache, and so does another key', async () => {
    await ask([{ role: 'user', content: [block(filler, mark())] }]);
    const changed = await ask([{ role: 'user', content: [block(`x ${filler}`, mark())] }]);
    expect(changed['cache_read_input_tokens']).toBe(0);
    const body = {
      model: 'claude-lab-sonnet',
      max_tokens: 50,
      messages: [{ role: 'user', content: [block(filler, mark())] }],
    };
    const other = JSON.parse((await postAnthropic(lab, body, { 'x-api-key': 'another' })).text).usage;
    expect(other.cache_read_input_tokens).toBe(0);
  });

  it('[Anthropic] entries live for their time after their last use', async () => {
    const body = [{ role: 'user', content: [block(filler, mark())] }];
    await ask(body);
    now += 4 * 60_000;
    expect((await ask(body))['cache_read_input_tokens']).toBeGreaterThan(1500);
    now += 4 * 60_000;
    expect((await ask(body))['cache_read_input_tokens']).toBeGreaterThan(1500);
    now += 6 * 60_000;
    expect((await ask(body))['cache_read_input_tokens']).toBe(0);
  });

  it('[Anthropic] reports what was written for an hour and for five minutes', async () => {
    const usage = await ask([{ role: 'user', content: [block(filler, mark())] }], {
      system: [block(filler, mark('1h'))],
    });
    const split = usage['cache_creation'] as unknown as Record<string, number>;
    expect(split['ephemeral_1h_input_tokens']).toBeGreaterThan(1400);
    expect(split['ephemeral_5m_input_tokens']).toBeGreaterThan(1400);
  });

  it('[Anthropic] takes no prefix under the minimum, and looks back 20 blocks', async () => {
    expect(
      (await ask([{ role: 'user', content: [block('short', mark())] }]))['cache_creation_input_tokens'],
    ).toBe(0);
    const later = (count: number) => [
      {
        role: 'user',
        content: [
          block(filler),
          ...Array.from({ length: count }, (_, i) => block(`step ${i}`)),
          block('end', mark()),
        ],
      },
    ];
    await ask([{ role: 'user', content: [block(filler, mark())] }]);
    expect((await ask(later(19)))['cache_read_input_tokens']).toBeGreaterThan(1500);
    await ask([{ role: 'user', content: [block(`far ${filler}`, mark())] }]);
    const far = [
      { role: 'user', content: [block(`far ${filler}`), ...(later(20)[0]?.content.slice(1) ?? [])] },
    ];
    expect((await ask(far))['cache_read_input_tokens']).toBe(0);
  });

  it('[OpenAI] reads the longest common prefix from 1,024 tokens in steps of 128', async () => {
    const send = async (...contents: string[]) => {
      const messages = contents.map((content, index) => ({
        role: index % 2 ? 'assistant' : 'user',
        content,
      }));
      const answer = await postOpenAi(lab, { model: 'gpt-lab', messages });
      return JSON.parse(answer.text).usage.prompt_tokens_details.cached_tokens as number;
    };
    expect(await send(filler)).toBe(0);
    const cached = await send(filler, 'An answer.', 'And now?');
    expect(cached).toBeGreaterThanOrEqual(1408);
    expect((cached - 1024) % 128).toBe(0);
    expect(await send(`x ${filler}`, 'An answer.', 'And now?')).toBe(0);
    expect(await send('short')).toBe(0);
    expect(await send('short', 'a', 'b')).toBe(0);
  });
});
