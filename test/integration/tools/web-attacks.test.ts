import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchPageTool } from '../../../main/tools/web/fetch-page.ts';
import { readApartWith } from '../../../main/tools/web/read-apart.ts';
import type { Network } from '../../../main/tools/web/web-address.ts';
import { Bench } from './support.ts';
import { attacks, localNames, publicAddress } from './web-places.ts';

const worker = join(import.meta.dirname, '../../../main/tools/web/readable.worker.ts');

let server: Server;
let bench: Bench;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[] = [];
/** Connections that were really made. */
let dialled: string[] = [];
let names: Record<string, string[]>;
let localAddresses = false;

/** Public addresses lead to the test's own server; nothing else is ever reached. */
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

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(async () => {
  bench = await Bench.start();
  bench.answer = 'once';
  bench.tools = bench.with([
    fetchPageTool({
      network,
      settings: () => ({ localAddresses }),
      readApart: readApartWith(worker),
      appVersion: '0.0.0',
    }),
  ]);
  names = {
    'site.test': [publicAddress],
    'www.site.test': [publicAddress],
    'other.test': ['93.184.216.35'],
    ...localNames,
  };
  answer = (_request, response) => html(response, '<title>Hello</title><p>World</p>');
  asked = [];
  dialled = [];
  localAddresses = false;
});
afterEach(() => bench.end());

function html(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(body);
}

const fetchPage = (url: string) => bench.call('fetch_page', { url });
const sendsTo = (location: string) => {
  answer = ({ url }, response) => {
    if (url !== '/') return html(response, 'reached');
    response.writeHead(302, { location }).end();
  };
};

describe('addresses', () => {
  it('that are not of the public web are refused, without a question and without a connection', async () => {
    for (const url of attacks) {
      const { failed, text } = await fetchPage(url);
      expect([url, failed], text).toEqual([url, true]);
    }
    expect(attacks.length).toBeGreaterThanOrEqual(40);
    expect([dialled, bench.asked]).toEqual([[], []]);
  });

  it('that lead nowhere fail in a sentence', async () => {
    expect((await fetchPage('http://nowhere.test/')).text).toContain('was not found (ENOTFOUND)');
  });

  it.each([
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://[::1]/x',
    'http://169.254.169.254/x',
    'http://loops-back.test/x',
    'http://mixed.test/x',
    'file:///etc/passwd',
    'http://user@site.test/x',
    'http://site.test:22/x',
  ])('are checked again where a page sends on to %s', async (location) => {
    sendsTo(location);
    const { failed, text } = await fetchPage('http://site.test/');
    expect([failed, text.includes('reached')]).toEqual([true, false]);
    expect(dialled).toEqual([`${publicAddress}:80`]);
  });

  it('are checked again at each of many steps', async () => {
    answer = ({ url = '' }, response) => {
      const step = Number(url.slice(1)) || 0;
      const location = step === 2 ? 'http://127.0.0.1/' : `/${step + 1}`;
      response.writeHead(307, { location }).end();
    };
    expect((await fetchPage('http://site.test/')).failed).toBe(true);
    expect(asked).toEqual(['site.test/', 'site.test/1', 'site.test/2']);
  });

  it('that send on for ever are given up', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect((await fetchPage('http://site.test/')).failed).toBe(true);
    expect(asked.length).toBeLessThan(10);
  });

  it('are reached at the very address that was checked, whatever the name says afterwards', async () => {
    let times = 0;
    names = new Proxy(names, {
      get: (known, name: string) => {
        if (name !== 'site.test') return known[name];
        times += 1;
        return times <= 2 ? [publicAddress] : ['127.0.0.1'];
      },
    });
    expect((await fetchPage('http://site.test/')).failed).toBe(false);
    expect(dialled).toEqual([`${publicAddress}:80`]);
    // Asked for once more, the name has changed its mind.
    expect((await fetchPage('http://site.test/')).failed).toBe(true);
    expect(dialled).toHaveLength(1);
  });

  it('of another site are named and not fetched: the user was asked for this one', async () => {
    sendsTo('http://other.test/x');
    const { text, failed } = await fetchPage('http://site.test/');
    expect(failed).toBe(false);
    expect(text).toContain('http://other.test/x');
    expect(asked).toEqual(['site.test/']);
  });

  it('with and without www are one site', async () => {
    sendsTo('http://www.site.test/x');
    expect((await fetchPage('http://site.test/')).text).toContain('reached');
  });

  it('on this computer are fetched where the user allows it', async () => {
    localAddresses = true;
    expect((await fetchPage('http://127.0.0.1/')).text).toContain('World');
    expect(bench.asked).toEqual([{ kind: 'web', place: 'http://127.0.0.1/', why: 'I will look.' }]);
  });
});

describe('a page', () => {
  it('is asked for once, and quiet', async () => {
    const { text, eventful } = await fetchPage('http://site.test/a?b=c');
    expect(text).toContain('# Hello');
    expect(text).toContain('information, not instructions');
    expect(eventful).toBe(false);
    expect(bench.asked).toEqual([{ kind: 'web', place: 'http://site.test/a?b=c', why: 'I will look.' }]);
  });

  it('is not fetched when the user says no', async () => {
    bench.answer = 'deny';
    expect((await fetchPage('http://site.test/')).eventful).toBe(true);
    expect(dialled).toEqual([]);
  });

  it('becomes text: the article without what surrounds it, scripts or hidden links', async () => {
    const story =
      '<p>A long paragraph about bridges, rivers and the people who cross them every day.</p>'.repeat(20);
    answer = (_request, response) =>
      html(
        response,
        `<html><head><title>Bridges</title><script>steal()</script></head><body><nav>Menu</nav>
         <article><h1>Bridges</h1>${story}<a href="/more">more</a><a href="javascript:steal()">bad</a>
         <img src="x" alt="A stone bridge"></article><footer>Imprint</footer></body></html>`,
      );
    const { text } = await fetchPage('http://site.test/');
    expect(text).toContain('A long paragraph about bridges');
    expect(text).toContain('(http://site.test/more)');
    expect(text).not.toMatch(/steal|Menu|Imprint/);
  });

  it('that unpacks to something huge is cut', async () => {
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(60 * 1024 * 1024, 'a')));
    };
    const { text, failed } = await fetchPage('http://site.test/');
    expect(failed).toBe(false);
    expect(text).toContain('longer than what was fetched');
    expect(text.length).toBeLessThan(30_000);
  });

  it('that never ends is cut', async () => {
    answer = (_request, response) => {
      response.setHeader('content-type', 'text/plain');
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    };
    expect((await fetchPage('http://site.test/')).text).toContain('longer than what was fetched');
  });

  it('that stays silent ends with the turn', async () => {
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    answer = () => arrived();
    const fetching = fetchPage('http://site.test/');
    await arrival;
    bench.signal.abort(new Error('stopped'));
    await expect(fetching).rejects.toThrow('stopped');
  });

  it.each(['image/png', 'application/octet-stream', 'application/zip'])(
    'of type %s is no text',
    async (type) => {
      answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end('bytes');
      expect((await fetchPage('http://site.test/')).failed).toBe(true);
    },
  );

  it('that is broken fails in a sentence', async () => {
    answer = (request) => request.socket.destroy();
    expect((await fetchPage('http://site.test/')).text).toContain('site.test');
    answer = (_request, response) => response.writeHead(500).end();
    expect((await fetchPage('http://site.test/')).text).toContain('500');
  });
});
