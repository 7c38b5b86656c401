/** IPv4 ranges that are not the public internet (IANA special-purpose registry, 2026): first address, prefix length. */
const special4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Within 2000::/3, which is all that is public of IPv6: protocols and tunnels, documentation, 6to4. */
const special6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * Whether an IP address is one of the public internet. Addresses that carry an IPv4 address inside an IPv6 one are
 * not: they would lead to that one. What is no address is not public.
 *
 * @param address without brackets, with or without a zone
 */
export function isPublicAddress(address: string): boolean {
  const four = parse4(address);
  if (four) return !special4.some(([first, length]) => isIn(four, parse4(first), length));
  const six = parse6(address);
  if (!six || !isIn(six, parse6('2000::'), 3)) return false;
  return !special6.some(([first, length]) => isIn(six, parse6(first), length));
}

function isIn(bytes: readonly number[], range: readonly number[] | null, length: number): boolean {
  if (!range) return false;
  for (let bit = 0; bit < length; bit += 8) {
    const mask = 0xff & (0xff << Math.max(0, 8 - (length - bit)));
    const at = bit / 8;
    if (((bytes[at] ?? 0) & mask) !== ((range[at] ?? 0) & mask)) return false;
  }
  return true;
}

/** Four decimal numbers and nothing else: other ways of writing one are not taken. */
function parse4(text: string): number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parse6(text: string): number[] | null {
  // A zone names a link of this computer.
  if (text.includes('%') || !text.includes(':')) return null;
  const sides = text.split('::');
  if (sides.length > 2) return null;
  const [head, tail] = sides.map(groups6);
  if (!head || (sides.length === 2 && !tail)) return null;
  const behind = tail ?? [];
  const missing = 16 - head.length - behind.length;
  if (sides.length === 1 ? missing !== 0 : missing < 2) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...behind];
}

/** The bytes of some groups; the last may be an IPv4 address. */
function groups6(side: string): number[] | null {
  if (side === '') return [];
  const bytes: number[] = [];
  const groups = side.split(':');
  for (const [at, group] of groups.entries()) {
    const four = at === groups.length - 1 ? parse4(group) : null;
    if (four) {
      bytes.push(...four);
      continue;
    }
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
  }
  return bytes;
}
