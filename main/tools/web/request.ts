import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from '#core/tools/public-address.ts';
import { Refusal } from '../tool.ts';
import { type CheckedAddress, checkWebAddress, type Network, readWebAddress } from './web-address.ts';

export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  dial: (address, port) => ({ host: address, port }),
};

export interface PageRequest {
  address: string;
  network: Network;
  /** Addresses of this computer and the local network are taken too. */
  allowLocal: boolean;
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

/**
 * Fetches one page. Each address on the way is checked anew, and the connection goes to the very address that was
 * checked: a name that changes its mind meanwhile changes nothing.
 *
 * @throws {Refusal} in words for the model
 */
export async function requestPage(request: PageRequest): Promise<PageAnswer> {
  let url = readWebAddress(request.address);
  const site = siteOf(url);
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const checked = await checkWebAddress(url, request.network, request.allowLocal);
    const response = await send(checked, request);
    const next = redirectOf(response, url);
    if (next === null) return readPage(response, url, request);
    response.destroy();
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw new Refusal('The page sends on to one that is not encrypted.');
    }
    if (siteOf(next) !== site) {
      // Not shown to anybody before it is known to be a place that may be asked.
      await checkWebAddress(next, request.network, request.allowLocal);
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

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  if (!URL.canParse(headers.location, from.href)) throw new Refusal('The page sends on to no address.');
  return readWebAddress(new URL(headers.location, from).href);
}

function send({ url, address, port }: CheckedAddress, request: PageRequest): Promise<IncomingMessage> {
  const { network, signal, userAgent, allowLocal } = request;
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
        headers: {
          host: url.host,
          'user-agent': userAgent,
          accept: 'text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.8,*/*;q=0.1',
          'accept-encoding': 'gzip, deflate, br',
        },
        // A connection of its own: one that is kept could have been made to another address.
        agent: false,
        ...(secure && !/^[\d.]+$|:/.test(name) && { servername: name }),
        signal,
      },
      resolve,
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

async function readPage(response: IncomingMessage, url: URL, request: PageRequest): Promise<PageAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  try {
    for await (const chunk of unpacked(response) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, request.largest - size));
      size += chunk.byteLength;
      cut = size > request.largest;
      if (cut) break;
    }
  } catch (error) {
    request.signal.throwIfAborted();
    throw new Refusal(`${url.host} stopped in the middle: ${error instanceof Error ? error.message : ''}`);
  } finally {
    response.destroy();
  }
  const type = response.headers['content-type'] ?? '';
  return {
    kind: 'page',
    url: url.href,
    status: response.statusCode ?? 0,
    type,
    bytes: Buffer.concat(chunks),
    cut,
  };
}

/** Unpacked as it comes, so that a small answer which unpacks to a huge one is cut in time. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const unpack = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const make = Object.hasOwn(unpack, encoding) ? unpack[encoding as keyof typeof unpack] : null;
  if (!make) {
    if (encoding !== '' && encoding !== 'identity') throw new Refusal(`The page is packed with ${encoding}.`);
    return response;
  }
  const stream = make();
  response.on('error', (error) => stream.destroy(error));
  return response.pipe(stream);
}
