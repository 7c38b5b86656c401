import { isPublicAddress } from '#core/tools/public-address.ts';
import { Refusal } from '../tool.ts';

/** How the web is reached; tests put their own in its place. */
export interface Network {
  /** All addresses of a name. Rejects when there is none. */
  resolve(host: string): Promise<string[]>;
  /** Where a connection to a checked address is really made. */
  dial(address: string, port: number): { host: string; port: number };
}

/** A web address that may be asked, with the address that the connection is pinned to. */
export interface CheckedAddress {
  url: URL;
  /** IP address. */
  address: string;
  port: number;
}

/** Ports on which other things than the web listen: what is sent there could be taken for a command. */
const otherTrades = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  9200, 10080, 11211, 27017,
]);

/** Names that never belong to the public web (RFC 6761, RFC 6762, RFC 8375, and what routers use). */
const localNames = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'home.arpa',
  'corp',
  'private',
];

/**
 * Reads an address as a model wrote it.
 *
 * @throws {Refusal} in words for the model
 */
export function readWebAddress(text: string): URL {
  const trimmed = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(trimmed))
    throw new Refusal('The address holds characters that none has.');
  if (!URL.canParse(trimmed)) throw new Refusal(`${JSON.stringify(text)} is no web address.`);
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new Refusal('Only addresses with https or http can be fetched.');
  }
  if (url.username !== '' || url.password !== '') throw new Refusal('The address holds a name or password.');
  if (otherTrades.has(Number(url.port))) throw new Refusal('This port does not serve the web.');
  return url;
}

/**
 * Finds out where an address leads, and refuses what is not the public internet. Every address of a name has to be
 * public: one of them would be enough to be sent to this computer.
 *
 * @param allowLocal addresses of this computer and the local network are taken too
 * @throws {Refusal}
 */
export async function checkWebAddress(
  url: URL,
  network: Network,
  allowLocal: boolean,
): Promise<CheckedAddress> {
  const host = hostOf(url);
  if (isLocalName(host) && !allowLocal) throw local(host);
  const addresses = isAddress(host) ? [host] : await resolve(host, network);
  const [address] = addresses;
  if (address === undefined) throw new Refusal(`The name ${host} leads nowhere.`);
  if (!allowLocal && !addresses.every(isPublicAddress)) throw local(host);
  return { url, address, port: portOf(url) };
}

/**
 * Finds out whether a proxy may be asked for an address. A proxy looks names up by itself, so what is refused is what is
 * local by its name, by its address, or as far as this computer can tell. A name that is not found here is the proxy's
 * to find: behind some proxies no public name is.
 *
 * @param allowLocal addresses of this computer and the local network are taken too
 * @returns null where the proxy may be asked; otherwise an address that is local, allowed, and reached straight
 * @throws {Refusal}
 */
export async function checkForProxy(
  url: URL,
  network: Network,
  allowLocal: boolean,
): Promise<CheckedAddress | null> {
  const host = hostOf(url);
  const isLocal = isLocalName(host) || (!isAddress(host) && !host.includes('.'));
  if (isLocal && !allowLocal) throw local(host);
  const addresses = isAddress(host) ? [host] : await network.resolve(host).catch(() => []);
  const address = addresses.find((each) => !isPublicAddress(each));
  if (address === undefined) return null;
  if (!allowLocal) throw local(host);
  return { url, address, port: portOf(url) };
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

const isLocalName = (host: string): boolean =>
  localNames.some((name) => host === name || host.endsWith(`.${name}`));

async function resolve(host: string, network: Network): Promise<string[]> {
  try {
    return await network.resolve(host);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Refusal(`The name ${host} was not found${code}.`);
  }
}

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':');

const local = (host: string): Refusal =>
  new Refusal(
    `${host} is on this computer or its local network, which pages may not be fetched from. ` +
      'The user can allow it in the settings of the tools.',
  );
