import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PACE, splitBytes, splitText } from '../../lab/chunking.ts';
import { randomFrom } from '../../lab/hash.ts';
import { hold, type Lab, startLab, text, tokens } from '../../lab/index.ts';

const body = { model: 'gpt-lab', messages: [{ role: 'user', content: 'Hello' }], stream: true };

describe('cutting', () => {
  it('text deltas add up and never cut a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.constantFrom('small', 'mixed', 'large', 'whole'),
        (value, seed, deltas) => {
          const pieces = splitText(value, { ...DEFAULT_PACE, deltas }, randomFrom(seed));
          expect(pieces.join('')).toBe(value);
          // A lone half of a pair does not survive UTF-8.
          for (const piece of pieces) expect(Buffer.from(piece).toString()).toBe(piece);
        },
      ),
    );
  });

  it('byte pieces add up, and some cut a character', () => {
    const bytes = Buffer.from('ภาษาไทย 😀 '.repeat(200));
    const pieces = splitBytes(bytes, randomFrom('seed'));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    expect(pieces.some((piece) => piece.toString().includes('\uFFFD'))).toBe(true);
  });
});

describe('streams on the wire', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  const open = (signal?: AbortSignal) =>
    fetch(`${lab.openai.baseURL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${lab.openai.apiKey}` },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });

  it('cuts frames and characters at places that have nothing to do with them', async () => {
    lab.script({ parts: [text('ภาษาไทย, žluťoučký kůň, 😀. '.repeat(60))] });
    const response = await open();
    const chunks: Buffer[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).toString().endsWith('data: [DONE]\n\n')).toBe(true);
    expect(chunks.some((chunk) => !chunk.toString().endsWith('\n\n'))).toBe(true);
    expect(
      chunks.some((chunk) => chunk.toString().startsWith('\uFFFD') || chunk.toString().endsWith('\uFFFD')),
    ).toBe(true);
  });

  it('is the same stream again for the same request of a new lab', async () => {
    const frames = async () => {
      const fresh = await startLab({ logFile: null });
      const url = `${fresh.openai.baseURL}/chat/completions`;
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: 'Bearer lab-key' },
        body: JSON.stringify(body),
      });
      const received = await response.text();
      await fresh.close();
      return received;
    };
    expect(await frames()).toBe(await frames());
  });

  it('waits at a gate with everything before it on the wire, and goes on when released', async () => {
    const gate = lab.gate('half');
    lab.script({ parts: [text('Before.'), hold(gate), text('After.')], pace: { deltas: 'whole' } });
    const response = await open();
    await gate.reached;
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let seen = '';
    while (!seen.includes('Before.')) {
      seen += decoder.decode((await reader?.read())?.value, { stream: true });
    }
    expect(seen).not.toContain('After.');
    expect(lab.lastRequest().outcome).toBeNull();
    gate.release();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      seen += decoder.decode(next.value, { stream: true });
    }
    expect(seen).toContain('After.');
    expect(await lab.lastRequest().finished).toBe('finished');
  });

  it('notices that the client went away', async () => {
    const gate = lab.gate('never');
    lab.script({ parts: [text('Before.'), hold(gate), text('After.')] });
    const aborter = new AbortController();
    await open(aborter.signal);
    await gate.reached;
    const { finished } = lab.lastRequest();
    aborter.abort();
    expect(await finished).toBe('aborted');
  });

  it('streams 20,000 tokens and counts them', async () => {
    lab.script({ parts: [tokens(20_000)] });
    await (await open()).text();
    expect(lab.lastRequest().usage?.output).toBe(20_000);
  });

  it('spreads an answer over time when told to', async () => {
    lab.script({ parts: [text('One two three four five.')], pace: { deltas: 'small', gapMs: 5 } });
    const started = performance.now();
    await (await open()).text();
    expect(performance.now() - started).toBeGreaterThan(30);
  });
});
