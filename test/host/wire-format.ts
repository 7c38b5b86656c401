/** What travels over the test host's socket. Bytes are carried as `{ "$bytes": base64 }`. */
export type ClientFrame = { call: number; method: string; input: unknown } | { acknowledge: true };
export type HostFrame = { answer: number; result: unknown } | { event: unknown };

/** JSON with bytes in it, for the sockets of both sides. */
export function encode(frame: ClientFrame | HostFrame): string {
  return JSON.stringify(frame, (_, value: unknown) =>
    value instanceof Uint8Array ? { $bytes: toBase64(value) } : value,
  );
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    const packed =
      typeof value === 'object' && value !== null && '$bytes' in value ? value.$bytes : undefined;
    return typeof packed === 'string' ? fromBase64(packed) : value;
  });
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
