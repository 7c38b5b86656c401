import type { Output } from '../output.ts';

/** Bytes that are written as base64 at a time: divides by three, so that the pieces fit together. */
const together = 3 * 64 * 1024;

/** Writes bytes as base64, never as one long string. */
export async function writeBase64(out: Output, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += together) {
    await out.write(
      Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(together, bytes.length - at)).toString(
        'base64',
      ),
    );
  }
}
