import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Bits } from '#core/snapshot/raster.ts';
import { encodePagePng } from '../../../main/imaging/page-png.ts';

/** Reads a PNG with an independent decoder: 0 for ink, 255 for paper, row by row. */
async function pixelsOf(png: Uint8Array) {
  return sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
}

const anyBits = fc
  .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain((size) => {
    const stride = Math.ceil(size.width / 8);
    const bytes = stride * size.height;
    return fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((data): Bits => ({ ...size, stride, data }));
  });

describe('a page as PNG', () => {
  it('is what an independent decoder reads: black ink on white, pixel for pixel', async () => {
    await fc.assert(
      fc.asyncProperty(anyBits, async (bits) => {
        const { data, info } = await pixelsOf(encodePagePng(bits));
        expect([info.width, info.height]).toEqual([bits.width, bits.height]);
        for (let y = 0; y < bits.height; y++) {
          for (let x = 0; x < bits.width; x++) {
            const ink = ((bits.data[y * bits.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
            expect(data[(y * bits.width + x) * info.channels]).toBe(ink ? 0 : 255);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('[S2] has the same bytes on every machine', () => {
    const data = Uint8Array.from({ length: 25 * 64 }, (_, i) => (i * i) & 0xff);
    const png = encodePagePng({ width: 196, height: 64, stride: 25, data });
    expect(createHash('sha256').update(png).digest('hex')).toMatchInlineSnapshot(
      `"290a6c0173b2090bb65b4d0d06420c13a614cc35bdef9e6ec493abb7a5f12b69"`,
    );
  });
});
