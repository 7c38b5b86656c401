import { describe, expect, it } from 'vitest';
import { fittedSize, imageTokens } from '#core/context/image-cost.ts';
import { imageRuleFor } from '#core/context/image-rules.ts';
import { pagePixels, pageShapeFor, pageShapesFor, shapeById, smallFont } from '#core/snapshot/shapes.ts';

const cases: [host: string, model: string, characters: number, tokens: number][] = [
  ['api.anthropic.com', 'claude-opus-4-8', 241 * 120, 4761],
  ['api.anthropic.com', 'claude-sonnet-5', 241 * 120, 4761],
  ['api.anthropic.com', 'claude-haiku-4-5', 196 * 45, 1456],
  ['api.openai.com', 'gpt-5.6', 196 * 98, 2882],
  ['api.openai.com', 'gpt-5.4', 196 * 98, 2882],
  ['api.openai.com', 'gpt-5-mini', 156 * 78, 2465],
  ['api.openai.com', 'gpt-4o', 96 * 128, 1445],
  ['generativelanguage.googleapis.com', 'gemini-3-pro', 256 * 128, 1120],
  ['generativelanguage.googleapis.com', 'gemini-2.5-flash', 192 * 96, 1032],
  ['openrouter.ai', 'anthropic/claude-opus-4.8', 241 * 120, 4761],
  ['api.moonshot.ai', 'kimi-k3', 196 * 98, 3136],
  ['api.mistral.ai', 'mistral-large-3', 192 * 96, 3080],
  ['gateway.example.org', 'claude-opus-4-8', 136 * 68, 1521],
];

describe('[S4] the page shape follows the route', () => {
  it.each(cases)('%s %s holds %i characters for %i tokens', (host, model, characters, tokens) => {
    const rule = imageRuleFor({ host }, model);
    const shape = pageShapeFor(rule);
    expect(shape.grid.columns * shape.grid.rows).toBe(characters);
    expect(imageTokens(rule, pagePixels(shape, shape.grid.rows), 'original')).toBe(tokens);
  });

  it.each(cases)('%s does not shrink a page for %s, whole or cropped, in any letters', (host, model) => {
    const rule = imageRuleFor({ host }, model);
    for (const shape of pageShapesFor(rule).map(shapeById)) {
      for (const rows of [1, Math.ceil(shape.grid.rows / 2), shape.grid.rows]) {
        const size = pagePixels(shape, rows);
        // Tiles are fitted to a short side of 768 px, which enlarges nothing.
        expect(fittedSize(rule, size, 'original')).toEqual(size);
      }
    }
  });

  it.each(cases)(
    '%s bills a page for %s alike in small letters, which hold two and a half times as much',
    (host, model, characters, tokens) => {
      const rule = imageRuleFor({ host }, model);
      const shape = pageShapeFor(rule, smallFont);
      expect(shape.grid.columns * shape.grid.rows).toBeGreaterThan(2.5 * characters);
      expect(imageTokens(rule, pagePixels(shape, shape.grid.rows), 'original')).toBeLessThanOrEqual(
        tokens * 1.03,
      );
    },
  );

  it('[S9] stays under the 2000 px that hold past 20 images on Anthropic', () => {
    const { width, height } = pagePixels(
      pageShapeFor(imageRuleFor({ host: 'api.anthropic.com' }, 'claude-opus-5')),
      120,
    );
    expect(Math.max(width, height)).toBeLessThanOrEqual(2000);
  });

  it('[S2] finds a stored shape again by its id, and refuses any other', () => {
    const shape = pageShapeFor(imageRuleFor({ host: 'api.openai.com' }, 'gpt-5.6'));
    expect(shapeById(shape.id)).toEqual(shape);
    expect(() => shapeById('unifont-8x16/0x0')).toThrow(RangeError);
    expect(() => shapeById('comic/10x10')).toThrow(RangeError);
    expect(() => shapeById('galmuri-5x10/3x9')).toThrow(RangeError);
    expect(() => shapeById('galmuri-5x10/9x1')).toThrow(RangeError);
    expect(() => shapeById('unifont-8x16/9999x9999')).toThrow(RangeError);
  });
});
