import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, parseModelId } from '#core/models/model-id.ts';
import { describeModel, safeFigures } from '../../../main/providers/catalogue.ts';
import { familyOf } from '../../../main/providers/model-families.ts';

describe('parseModelId', () => {
  it.each([
    ['claude-opus-4-6', ['claude', 'opus'], [4, 6]],
    ['claude-3-7-sonnet-20250219', ['claude', 'sonnet'], [3, 7]],
    ['anthropic/Claude-Haiku-4-5-20251001', ['claude', 'haiku'], [4, 5]],
    ['gpt-4.1-mini', ['gpt', 'mini'], [4, 1]],
    ['gpt-4o-2024-08-06', ['gpt', '4o'], [4]],
    ['o3-mini', ['o', 'mini'], [3]],
    ['meta-llama/Llama-3.3-70B-Instruct', ['llama', 'instruct'], [3, 3]],
    ['llama3.1:8b', ['llama'], [3, 1]],
    ['qwen2.5-coder:32b', ['qwen', 'coder'], [2, 5]],
    ['Qwen/Qwen3-235B-A22B-2507', ['qwen'], [3]],
    ['gemma3:12b-it-qat', ['gemma', 'it', 'qat'], [3]],
    ['mixtral-8x7b', ['mixtral'], []],
    ['deepseek-v3.1-terminus', ['deepseek', 'terminus'], [3, 1]],
    ['mistral-small-2603', ['mistral', 'small'], []],
    ['kimi-k2.5', ['kimi', 'k'], [2, 5]],
  ])('%s', (id, words, version) => {
    expect(parseModelId(id)).toEqual({ words, version });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (id) => void parseModelId(id)));
  });
});

describe('compareVersions', () => {
  it('compares numbers, not digits', () => {
    const sorted = [[3, 5], [4], [4, 5], [4, 10], [5], [10]];
    expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
    expect(compareVersions([4], [4, 0])).toBe(0);
  });
});

describe('families of models', () => {
  it.each([
    ['claude-opus-4-6', { contextWindow: 1_000_000, thinking: 'adaptive' }],
    ['claude-sonnet-4-5-20250929', { contextWindow: 200_000, thinking: 'budget', maxOutput: 64_000 }],
    ['claude-haiku-4-5', { contextWindow: 200_000, thinking: 'budget' }],
    ['claude-haiku-5-5', { contextWindow: 1_000_000, thinking: 'adaptive' }],
    // Not made yet: it takes the newest row's figures. A pattern for "4.6 to 4.9" would miss it.
    ['claude-opus-12', { contextWindow: 1_000_000, thinking: 'adaptive' }],
    ['claude-3-5-sonnet-20241022', { contextWindow: 200_000, maxOutput: 8192 }],
    ['gpt-5.4', { contextWindow: 1_050_000 }],
    ['openai/gpt-5.10', { contextWindow: 1_050_000 }],
    ['gpt-5-mini', { contextWindow: 400_000 }],
    ['gpt-4o-mini', { contextWindow: 128_000, vision: true }],
    ['gpt-4', { contextWindow: 8192 }],
    ['openai/gpt-oss-20b', { contextWindow: 131_072 }],
    ['google/gemini-3.8-flash', { contextWindow: 1_048_576, vision: true }],
    ['llama3.2:3b', { contextWindow: 131_072 }],
    ['QWEN/QWEN3.6-27B', { contextWindow: 262_144, vision: true }],
  ])('knows %s', (id, figures) => {
    expect(familyOf(id)).toMatchObject(figures);
  });

  it('knows nothing of a model that nobody heard of, which gets safe figures', () => {
    expect(familyOf('acme/unheard-of')).toBeNull();
    expect(describeModel({ id: 'acme/unheard-of' })).toMatchObject({
      ...safeFigures,
      id: 'acme/unheard-of',
      name: 'acme/unheard-of',
      source: 'default',
      sources: { contextWindow: 'default', vision: 'default', inputPrice: 'default' },
    });
    expect(describeModel({ id: 'acme/unheard-of' }).prices).toBeUndefined();
  });

  it('puts the provider over the catalogue, and the user over both', () => {
    const id = 'claude-opus-4-6';
    expect(describeModel({ id })).toMatchObject({ contextWindow: 1_000_000, source: 'catalogue' });
    expect(describeModel({ id, contextWindow: 500_000 })).toMatchObject({
      contextWindow: 500_000,
      vision: true,
      source: 'provider',
    });
    const corrected = describeModel(
      { id, contextWindow: 500_000 },
      { contextWindow: 90_000, vision: undefined },
    );
    expect(corrected).toMatchObject({
      contextWindow: 90_000,
      vision: true,
      maxOutput: 90_000,
      source: 'user',
    });
  });

  it('takes a name of the user without taking it for a figure', () => {
    expect(describeModel({ id: 'x', name: 'X' }, { name: 'Mine' })).toMatchObject({
      name: 'Mine',
      source: 'default',
    });
  });
});
