import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CatalogueFile } from '#core/models/catalogue.ts';
import { costOf, pricesAt, promptCost } from '#core/models/prices.ts';
import { catalogueOf, type ListedRow, toRow } from '../../../build/catalogue/rows.ts';
import { Catalogue, safeFigures } from '../../../main/providers/catalogue.ts';
import { addUsage } from '../../../main/run/usage.ts';

const listed = (more: Partial<ListedRow> = {}): ListedRow => ({
  type: 'chat',
  id: 'm-1',
  provider: 'acme',
  baseUrl: 'https://api.acme.test/v1',
  reasoning: false,
  input: ['text'],
  contextWindow: 100_000,
  maxTokens: 8000,
  cost: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 },
  ...more,
});

describe('a row of the list', () => {
  it('never takes the edge of a price for the window', () => {
    const tiers = [{ inputTokensAbove: 272_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 }];
    const row = toRow(listed({ contextWindow: 272_000, cost: { ...listed().cost, tiers } }));
    expect(row.w).toBeUndefined();
    expect(row.t).toEqual([[272_000, 4, 15, 0.4, 5]]);
    expect(toRow(listed({ contextWindow: 1_050_000, cost: { ...listed().cost, tiers } })).w).toBe(1_050_000);
  });

  it('never takes the window for the longest output', () => {
    expect(toRow(listed({ maxTokens: 100_000 })).o).toBeUndefined();
    expect(toRow(listed()).o).toBe(8000);
  });

  it('bills what has no price of its own as input', () => {
    const row = toRow(listed({ cost: { input: 3, output: 9, cacheRead: 0, cacheWrite: 0 } }));
    expect(row.p).toEqual([3, 9, 3, 3]);
  });

  it('has no price where nothing is charged by the token, unless the model is free', () => {
    const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    expect(toRow(listed({ cost: nothing })).p).toBeUndefined();
    expect(toRow(listed({ cost: nothing, id: 'm-1:free' })).p).toEqual([0, 0, 0, 0]);
    expect(toRow(listed({ provider: 'acme-token-plan' })).p).toBeUndefined();
  });

  it('is left out where it does not chat', () => {
    const file = catalogueOf('acme 1', [listed(), listed({ type: 'image', id: 'painter' })]);
    expect(Object.keys(file.addresses['api.acme.test'] ?? {})).toEqual(['m-1']);
  });
});

describe('the built catalogue', () => {
  const path = join(import.meta.dirname, '../../../out/catalogue/models.json');
  const file: CatalogueFile = JSON.parse(readFileSync(path, 'utf8'));
  const catalogue = new Catalogue(() => file);
  const openai = { preset: 'openai', baseUrl: 'https://api.openai.com/v1' };

  it('is small', () => {
    expect(readFileSync(path).length).toBeLessThan(250_000);
  });

  it('knows windows and prices of the makers, whatever form an id has', () => {
    expect(catalogue.describe({ id: 'gpt-5.4' }, openai)).toMatchObject({
      contextWindow: 1_050_000,
      vision: true,
      reasoning: true,
      prices: { input: 2.5, output: 15, cacheRead: 0.25, tiers: [{ above: 272_000, input: 5 }] },
      source: 'catalogue',
    });
    const anthropic = { preset: 'anthropic', baseUrl: 'https://api.anthropic.com' };
    expect(catalogue.describe({ id: 'Claude-Opus-4-6' }, anthropic)).toMatchObject({
      contextWindow: 1_000_000,
      thinking: 'adaptive',
      prices: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
    });
    const dated = catalogue.describe({ id: 'gpt-5.4-2026-03-05' }, openai);
    expect(dated.prices?.input).toBe(2.5);
  });

  it('never gives a window of 272,000, which is a step in the price', () => {
    const rows = Object.values(file.addresses['api.openai.com'] ?? {});
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ w }) => w === 272_000)).toEqual([]);
  });

  it('asks the prices of who sells, never those of the maker', () => {
    const elsewhere = catalogue.describe(
      { id: 'openai/gpt-5.4' },
      { preset: 'other', baseUrl: 'https://gateway.test/v1' },
    );
    expect(elsewhere).toMatchObject({ contextWindow: 1_050_000, sources: { inputPrice: 'default' } });
    expect(elsewhere.prices).toBeUndefined();
    const proxied = catalogue.describe({ id: 'gpt-5.4' }, { ...openai, baseUrl: 'http://127.0.0.1:9/v1' });
    expect(proxied.prices?.input).toBe(2.5);
    const router = { preset: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1' };
    expect(catalogue.describe({ id: 'openai/gpt-5.4' }, router).prices?.input).toBeGreaterThan(0);
  });

  it("charges nothing on the user's own computer", () => {
    const own = { preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' };
    expect(catalogue.describe({ id: 'qwen3:8b' }, own).prices).toEqual({
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
    });
  });

  it('gives safe figures for what nobody knows, and says so', () => {
    const unknown = catalogue.describe({ id: 'acme-9' }, { preset: 'other', baseUrl: 'https://acme.test' });
    expect(unknown).toMatchObject({ ...safeFigures, source: 'default' });
    expect(new Set(Object.values(unknown.sources ?? {}))).toEqual(new Set(['default']));
  });

  it('takes corrected prices without the steps that nobody said of them', () => {
    const model = catalogue.describe({ id: 'gpt-5.4' }, openai, { cacheReadPrice: 0.1 });
    expect(model.prices).toEqual({ input: 2.5, output: 15, cacheRead: 0.1, cacheWrite: 2.5 });
    expect(model.sources).toMatchObject({ cacheReadPrice: 'user', inputPrice: 'catalogue' });
  });
});

describe('prices', () => {
  const low = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 };
  const prices = { ...low, tiers: [{ above: 1000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 }] };

  it('hold for all of a request, from the first token beyond the edge on', () => {
    expect(pricesAt(prices, 1000).input).toBe(2);
    expect(pricesAt(prices, 1001).input).toBe(4);
    expect(promptCost(2_000_000, prices)).toEqual({ cached: 0.8, fresh: 8 });
  });

  it('count each kind of token once', () => {
    const usage = { input: 100, output: 50, cacheRead: 300, cacheWrite: 200 };
    expect(costOf(usage, prices)).toBeCloseTo((200 + 500 + 60 + 500) / 1_000_000, 12);
  });

  it('are applied to each request of an answer by itself', () => {
    const request = { input: 800, output: 0, cacheRead: 0, cacheWrite: 0 };
    const answer = addUsage(addUsage(null, request, prices), request, prices);
    // Together they would be over the edge.
    expect(answer).toEqual({ ...request, input: 1600, cost: (1600 * 2) / 1_000_000 });
    expect(addUsage(null, request, undefined)).toEqual(request);
    expect(addUsage(answer, null, prices)).toEqual(answer);
  });
});
