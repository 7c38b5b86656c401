import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittedSize, type ImageRule, imageTokens } from '#core/context/image-cost.ts';
import { imageRuleFor, unknownImages } from '#core/context/image-rules.ts';
import type { ImageRule as LabRule } from '../../lab/image-rules.ts';
import * as allRules from '../../lab/image-rules.ts';
import * as lab from '../../lab/image-tokens.ts';

const rule = (host: string, model: string): ImageRule => imageRuleFor({ host }, model);
const cost = (host: string, model: string, width: number, height: number, detail?: 'original'): number =>
  imageTokens(rule(host, model), { width, height }, detail);

describe('what an image costs, by the vendors’ own figures', () => {
  it.each([
    // Anthropic, vision guide: the largest pages that are not shrunk, and what they cost.
    ['api.anthropic.com', 'claude-opus-4-7', 1932, 1932, 4761],
    ['api.anthropic.com', 'claude-sonnet-5', 1932, 1932, 4761],
    ['api.anthropic.com', 'claude-opus-4-6', 1092, 1092, 1521],
    ['api.anthropic.com', 'claude-haiku-4-5', 784, 1568, 1568],
    ['api.anthropic.com', 'claude-3-5-sonnet-20241022', 1568, 728, 1456],
    // OpenAI, images and vision guide: the examples of its cost section.
    ['api.openai.com', 'gpt-4o', 1024, 1024, 765],
    ['api.openai.com', 'gpt-4o', 2048, 4096, 1105],
    ['api.openai.com', 'gpt-4o-mini', 1024, 1024, 2833 + 4 * 5667],
    ['api.openai.com', 'gpt-4.1-mini', 1024, 1024, Math.ceil(1024 * 1.62)],
    ['api.openai.com', 'gpt-4.1-mini', 1800, 2400, Math.ceil(1452 * 1.62)],
    ['api.openai.com', 'o4-mini', 1024, 1024, Math.ceil(1024 * 1.72)],
    ['api.openai.com', 'gpt-5-nano', 64, 64, Math.ceil(4 * 2.46)],
    ['api.openai.com', 'o3', 1024, 1024, 75 + 4 * 150],
    ['api.openai.com', 'gpt-5', 1024, 1024, 70 + 4 * 140],
    // Google: flat from 3 on, tiles before; a small image is one tile.
    ['generativelanguage.googleapis.com', 'gemini-3-pro', 2048, 2048, 1120],
    ['generativelanguage.googleapis.com', 'gemini-2.0-flash', 384, 384, 258],
    ['generativelanguage.googleapis.com', 'gemini-2.0-flash', 960, 540, 6 * 258],
    // Others.
    ['127.0.0.1', 'qwen3-vl:8b', 320, 320, 102],
    ['api.mistral.ai', 'mistral-small-3.2', 1540, 1540, 55 * 56],
    ['api.x.ai', 'grok-4', 1000, 1000, 1000],
  ])('%s %s %i x %i', (host, model, width, height, tokens) => {
    expect(cost(host, model, width, height)).toBe(tokens);
  });

  it('reads a page of OpenAI’s newer models as it is, and another image of gpt-5.4 shrunk', () => {
    const page = { width: 1568, height: 1568 };
    const five = rule('api.openai.com', 'gpt-5.5');
    expect(imageTokens(five, page, 'original')).toBe(Math.ceil(49 * 49 * 1.2));
    expect(fittedSize(rule('api.openai.com', 'gpt-5.4'), { width: 4000, height: 2000 })).toEqual({
      width: 2048,
      height: 1024,
    });
    expect(fittedSize(rule('api.openai.com', 'gpt-5.4'), { width: 4000, height: 2000 }, 'original')).toEqual({
      width: 4000,
      height: 2000,
    });
  });
});

describe('which rule counts', () => {
  it('[S4] follows the route: a gateway that is not known charges in its own way', () => {
    expect(rule('llm.example.com', 'claude-opus-4-7')).toBe(unknownImages);
    expect(rule('anthropic.com.example.com', 'claude-opus-4-7')).toBe(unknownImages);
    expect(rule('openrouter.ai', 'anthropic/claude-opus-4.7')).toMatchObject({
      kind: 'anthropic',
      edge: 2576,
    });
  });

  it('compares versions as numbers: 4.10 and 5 come after 4.7', () => {
    for (const model of ['claude-opus-4-10', 'claude-sonnet-5', 'CLAUDE-OPUS-5-5', 'claude-mythos-preview']) {
      expect(rule('api.anthropic.com', model)).toMatchObject({ edge: 2576 });
    }
  });

  it('asks a gateway that refuses `original` for nothing of the kind', () => {
    const gateway = rule('api.githubcopilot.com', 'gpt-5.5');
    const large = { width: 3000, height: 3000 };
    expect(fittedSize(gateway, large, 'original')).toEqual(fittedSize(gateway, large, 'auto'));
  });

  it('never takes an unknown image for cheaper than a known vendor’s of Anthropic’s kind', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 }), (width, height) => {
        const known = imageTokens(rule('api.anthropic.com', 'claude-opus-5'), { width, height });
        expect(imageTokens(unknownImages, { width, height })).toBeGreaterThanOrEqual(known);
      }),
    );
  });
});

const { LOW_DETAIL: _limits, ...labRules } = allRules;

/** The app's rule with the numbers of one of the lab's. */
function ruleLike(theirs: LabRule): ImageRule {
  switch (theirs.kind) {
    case 'cells':
      return { kind: 'anthropic', edge: theirs.edge, cap: theirs.cap };
    case 'tiles':
      return { kind: 'openai-tiles', base: theirs.base, tile: theirs.tile };
    case 'patches': {
      const { multiplier, auto, original } = theirs;
      return { kind: 'openai-patches', multiplier, auto: theirs[auto], original };
    }
    case 'resolutions':
      return { kind: 'flat', tokens: theirs.high };
    case 'crops':
      return { kind: 'gemini-tiles', tile: theirs.crop };
  }
}

describe('the rules against the lab, which counts by itself', () => {
  const pairs = Object.entries(labRules).map(([id, theirs]) => ({ id, ours: ruleLike(theirs), theirs }));

  it.each(pairs)('agree for $id on any size', ({ ours, theirs }) => {
    const side = fc.integer({ min: 1, max: 6000 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.constantFrom('auto' as const, 'original' as const),
        (width, height, detail) => {
          const tokens = imageTokens(ours, { width, height }, detail);
          expect(tokens).toBe(lab.imageTokens(theirs, width, height, detail));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never enlarges an image, and fits what already fits as it is', () => {
    const rules: ImageRule[] = [
      rule('api.anthropic.com', 'claude-opus-5'),
      rule('api.anthropic.com', 'claude-haiku-4-5'),
      rule('api.openai.com', 'gpt-4.1-mini'),
      rule('api.openai.com', 'gpt-4o'),
      rule('api.mistral.ai', 'mistral-small'),
      unknownImages,
    ];
    const side = fc.integer({ min: 1, max: 9000 });
    fc.assert(
      fc.property(fc.constantFrom(...rules), side, side, (any, width, height) => {
        const fitted = fittedSize(any, { width, height });
        expect(fitted.width).toBeLessThanOrEqual(width);
        expect(fitted.height).toBeLessThanOrEqual(height);
        expect(fittedSize(any, { width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
      }),
    );
  });
});
