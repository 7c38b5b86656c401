import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SignIn, waysOut } from '../../../main/providers/proxy.ts';
import { fetchPageTool } from '../../../main/tools/web/fetch-page.ts';
import { readApartWith } from '../../../main/tools/web/read-apart.ts';
import type { Network } from '../../../main/tools/web/web-address.ts';
import { type LabProxy, startHttpProxy } from '../../lab/proxies/http.ts';
import { startSocksProxy } from '../../lab/proxies/socks.ts';
import { Bench } from './support.ts';
import { attacks, localNames, publicAddress } from './web-places.ts';

const worker = join(import.meta.dirname, '../../../main/tools/web/readable.worker.ts');
const signIn = { username: 'ann', password: 'a secret' };

let server: Server;
let bench: Bench;
let proxies: Record<'http' | 'socks', LabProxy>;
let choice: string;
let known: SignIn | null;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let localAddresses: boolean;
/** Connections that were made without the proxy. */
let dialled: string[];

const names: Record<string, string[]> = { 'site.test': [publicAddress], ...localNames };
const network: Network = {
  resolve: async (host) => {
    const found = names[host];
    if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found;
  },
  dial: (address, port) => {
    dialled.push(`${address}:${port}`);
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  },
};

beforeEach(async () => {
  answer = (_request, response) => response.end('World');
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The proxy knows a name that this computer does not, and its own idea of a name that is known here.
  const options = { names: { 'site.test': port, 'only-there.test': port, 'loops-back.test': port }, signIn };
  proxies = { http: await startHttpProxy(options), socks: await startSocksProxy(options) };
  choice = proxies.http.address;
  known = signIn;
  dialled = [];
  localAddresses = false;
  bench = await Bench.start();
  bench.answer = 'once';
  bench.tools = bench.with([
    fetchPageTool({
      network,
      wayOut: waysOut({ choice: () => choice, signIn: () => known }),
      settings: () => ({ localAddresses }),
      readApart: readApartWith(worker),
      appVersion: '0.0.0',
    }),
  ]);
});
afterEach(async () => {
  await Promise.all([proxies.http.close(), proxies.socks.close(), bench.end()]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const fetchPage = (url: string) => bench.call('fetch_page', { url });
const asked = () => [...proxies.http.asked, ...proxies.socks.asked];

describe.each(['http', 'socks'] as const)('a page, through a proxy of the kind %s', (kind) => {
  beforeEach(() => {
    choice = proxies[kind].address;
  });

  it('is fetched by the name, which the proxy looks up', async () => {
    answer = (_request, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('World'));
    };
    for (const url of ['http://site.test/a?b=c', 'http://only-there.test/']) {
      expect((await fetchPage(url)).text).toContain('World');
    }
    expect(asked()).toHaveLength(2);
    expect(asked()[0]).toContain('site.test');
    expect(dialled).toEqual([]);
  });

  it('of this computer or its network is refused, without a question and without the proxy', async () => {
    for (const url of [...attacks, 'http://intranet/', 'http://wiki:8080/']) {
      const { failed, text } = await fetchPage(url);
      expect([url, failed], text).toEqual([url, true]);
    }
    expect([asked(), dialled, bench.asked]).toEqual([[], [], []]);
  });

  it.each(['http://127.0.0.1/x', 'http://loops-back.test/x', 'http://mixed.test/x', 'http://wiki/x'])(
    'that sends on to %s is not followed',
    async (location) => {
      answer = ({ url }, response) => {
        if (url === '/') response.writeHead(302, { location });
        response.end('reached');
      };
      const { failed, text } = await fetchPage('http://site.test/');
      expect([failed, text.includes('reached')]).toEqual([true, false]);
      expect(asked()).toHaveLength(1);
    },
  );

  it('of this computer, where the user allows it, is fetched straight', async () => {
    localAddresses = true;
    expect((await fetchPage('http://127.0.0.1/')).text).toContain('World');
    expect((await fetchPage('http://router.test/')).text).toContain('World');
    expect(asked()).toEqual([]);
    expect(dialled).toEqual(['127.0.0.1:80', '192.168.1.1:80']);
  });

  it('fails in a sentence where the proxy wants another sign-in, knows no such name, or is not there', async () => {
    known = null;
    expect((await fetchPage('http://site.test/')).text).toMatch(/proxy/);
    known = signIn;
    const unknown = await fetchPage('http://unknown.test/');
    expect([unknown.failed, unknown.text]).toEqual([true, expect.stringMatching(/unknown\.test/)]);
    choice = kind === 'http' ? 'http://127.0.0.1:9' : 'socks5://127.0.0.1:9';
    expect((await fetchPage('http://site.test/')).text).toContain('cannot be reached');
  });

  it('that stays silent ends with the turn', async () => {
    const arrival = new Promise<void>((resolve) => {
      answer = () => resolve();
    });
    const fetching = fetchPage('http://site.test/');
    await arrival;
    bench.signal.abort(new Error('stopped'));
    await expect(fetching).rejects.toThrow('stopped');
  });
});

it('an encrypted page goes through a tunnel of the proxy', async () => {
  const { failed } = await fetchPage('https://site.test/');
  // The site of this test is not encrypted: what matters is what the proxy was asked for.
  expect(failed).toBe(true);
  expect(asked()).toEqual(['CONNECT site.test:443']);
});

it('a proxy learns no more of a page than it needs', async () => {
  let heard: IncomingMessage['headers'] = {};
  answer = ({ headers }, response) => {
    heard = headers;
    response.end('World');
  };
  await fetchPage('http://site.test/');
  expect(heard['host']).toBe('site.test');
  expect(heard['user-agent']).toBe('Bough/0.0.0');
  expect(Object.keys(heard).filter((name) => /cookie|auth|referer|forwarded/.test(name))).toEqual([]);
});
