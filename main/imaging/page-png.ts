import { crc32 } from 'node:zlib';
import { zlibSync } from 'fflate';
import type { Bits } from '#core/snapshot/raster.ts';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Encodes a page as a PNG of one bit a pixel, black ink on white. The same bits give the same bytes on every machine:
 * the deflater is plain JavaScript of a pinned version, where native ones differ by processor (docs/decisions).
 */
export function encodePagePng(bits: Bits): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, bits.width);
  header.setUint32(4, bits.height);
  header.setUint8(8, 1); // bit depth; colour type 0 is grey, and the three zeros behind it are the only ones defined

  const lines = new Uint8Array((bits.stride + 1) * bits.height);
  for (let y = 0; y < bits.height; y++) {
    const line = y * (bits.stride + 1) + 1;
    for (let x = 0; x < bits.stride; x++) {
      lines[line + x] = ~(bits.data[y * bits.stride + x] as number);
    }
  }
  // Level 3: level 6 takes twice as long for a tenth less, level 1 saves little time.
  const packed = zlibSync(lines, { level: 3 });
  return Buffer.concat([
    signature,
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', packed),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
