import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { isPublicAddress } from '#core/tools/public-address.ts';
import type { WayOut } from '../../providers/proxy.ts';
import { Refusal } from '../tool.ts';
import type { Arrival } from './arrival.ts';
import { sendByProxy } from './by-proxy.ts';
import {
  type CheckedAddress,
  checkForProxy,
  checkWebAddress,
  type Network,
  readWebAddress,
} from './web-address.ts';

export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  dial: (address, port) => ({ host: address, port }),
};

/** How pages are reached, and which may be. */
export interface Reach {
  network: Network;
  wayOut: WayOut;
  /** Addresses of this computer and the local network are taken too. */
  allowLocal: boolean;
}

export interface PageRequest extends Reach {
  address: string;
  /** Bytes, after they were unpacked. */
  largest: number;
  signal: AbortSignal;
  userAgent: string;
}

/** What came back. */
export type PageAnswer =
  | { kind: 'page'; url: string; status: number; type: string; bytes: Uint8Array; cut: boolean }
  /** It is on another site, for which the user was not asked. */
  | { kind: 'elsewhere'; url: string };

const mostRedirects = 5;

/** The way to an address that may be asked. */
type Way = CheckedAddress | { url: URL; dispatcher: Dispatcher };

/**
 * Finds the way to an address, and refuses what is not the public internet.
 *
 * @throws {Refusal} in words for the model
 */
export async function findWay(url: URL, { network, wayOut, allowLocal }: Reach): Promise<Way> {
  const dispatcher = await wayOut(url);
  if (!dispatcher) return checkWebAddress(url, network, allowLocal);
  return (await checkForProxy(url, network, allowLocal)) ?? { url, dispatcher };
}

/**
 * Fetches one page. Each address on the way is checked anew. Without a proxy the connection goes to the very address
 * that was checked: a name that changes its mind meanwhile changes nothing.
 *
 * @throws {Refusal} in words for the model
 */
export async function requestPage(request: PageRequest): Promise<PageAnswer> {
  let url = readWebAddress(request.address);
  const site = siteOf(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const arrival = await send(await findWay(url, request), request);
    const next = redirectOf(arrival, url);
    if (next === null) return readPage(arrival, url, request);
    arrival.body.destroy();
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw new Refusal('The page sends on to one that is not encrypted.');
    }
    if (siteOf(next) !== site) {
      // Not shown to anybody before it is known to be a place that may be asked.
      await findWay(next, request);
      return { kind: 'elsewhere', url: next.href };
    }
    url = next;
  }
  throw new Refusal(`The page sends on more than ${mostRedirects} times.`);
}

/** What a permission is for: a host, with or without "www", and its port. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '').replace(/\.$/, '');
}

function redirectOf({ status, headers }: Arrival, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  if (!URL.canParse(headers.location, from.href)) throw new Refusal('The page sends on to no address.');
  return readWebAddress(new URL(headers.location, from).href);
}

function send(way: Way, request: PageRequest): Promise<Arrival> {
  const headers = {
    'user-agent': request.userAgent,
    accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.8,*/*;q=0.1',
    'accept-encoding': 'gzip, deflate, br',
  };
  if ('dispatcher' in way) return sendByProxy({ ...way, headers, signal: request.signal });
  return sendStraight(way, headers, request);
}

function sendStraight(
  { url, address, port }: CheckedAddress,
  headers: Record<string, string>,
  { network, signal, allowLocal }: PageRequest,
): Promise<Arrival> {
  const to = network.dial(address, port);
  const secure = url.protocol === 'https:';
  const name = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const sent = (secure ? https : http).request(
      {
        host: to.host,
        port: to.port,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { host: url.host, ...headers },
        // A connection of its own: one that is kept could have been made to another address.
        agent: false,
        ...(secure && !/^[\d.]+$|:/.test(name) && { servername: name }),
        signal,
      },
      (body) => resolve({ status: body.statusCode ?? 0, headers: body.headers, body }),
    );
    sent.on('socket', (socket) => {
      socket.once('connect', () => {
        const reached = socket.remoteAddress ?? '';
        const expected =
          reached === to.host || (to.host === address && (allowLocal || isPublicAddress(reached)));
        if (!expected) sent.destroy(new Refusal('The connection went somewhere else than was checked.'));
      });
    });
    sent.on('error', (error) => {
      if (signal.aborted) return reject(signal.reason);
      reject(error instanceof Refusal ? error : new Refusal(`${url.host} did not answer: ${error.message}`));
    });
    sent.end();
  });
}

async function readPage(arrival: Arrival, url: URL, request: PageRequest): Promise<PageAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  try {
    for await (const chunk of unpacked(arrival) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, request.largest - size));
      size += chunk.byteLength;
      cut = size > request.largest;
      if (cut) break;
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw new Refusal(`${url.host} stopped in the middle: ${error instanceof Error ? error.message : ''}`);
  } finally {
    arrival.body.destroy();
  }
  const type = arrival.headers['content-type'] ?? '';
  return {
    kind: 'page',
    url: url.href,
    status: arrival.status,
    type,
    bytes: Buffer.concat(chunks),
    cut,
  };
}

/** Unpacked as it comes, so that a small answer which unpacks to a huge one is cut in time. */
function unpacked({ headers, body }: Arrival): Readable {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const make = Object.hasOwn(unpack, encoding) ? unpack[encoding as keyof typeof unpack] : null;
  if (!make) {
    if (encoding !== '' && encoding !== 'identity') throw new Refusal(`The page is packed with ${encoding}.`);
    return body;
  }
  const stream = make();
  body.on('error', (error) => stream.destroy(error));
  return body.pipe(stream);
}
