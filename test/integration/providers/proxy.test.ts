import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preferencesSchema } from '#contract/app.ts';
import { type ProxyOptions, throughProxy, waysOut } from '../../../main/providers/proxy.ts';
import { readProxyList } from '../../../main/shell/proxy-list.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { type LabProxy, startHttpProxy } from '../../lab/proxies/http.ts';
import { startSocksProxy } from '../../lab/proxies/socks.ts';
import { ask, modelOf, targetOf, userText, viewOf, wires } from './support.ts';

const signIn = { username: 'ann@office', password: 'pass:word ž' };
let lab: Lab;
let open: Record<'http' | 'socks', LabProxy>;
let closed: Record<'http' | 'socks', LabProxy>;

/** Proxies that know one name, `lab.example`, which leads to the lab. */
beforeAll(async () => {
  lab = await startLab();
  const names = { 'lab.example': Number(new URL(lab.url).port) };
  open = { http: await startHttpProxy({ names }), socks: await startSocksProxy({ names }) };
  closed = {
    http: await startHttpProxy({ names, signIn }),
    socks: await startSocksProxy({ names, signIn }),
  };
});
afterAll(async () => {
  for (const proxies of [open, closed]) await Promise.all([proxies.http.close(), proxies.socks.close()]);
  lab.verify();
  await lab.close();
});

const mounts = [
  { mount: 'anthropic', model: 'claude-lab-text', wire: 'anthropic' },
  { mount: 'responses', model: 'gpt-lab-text', wire: 'openai-responses' },
  { mount: 'openai', model: 'gpt-lab-text', wire: 'openai-chat' },
  { mount: 'google', model: 'gemini-lab-text', wire: 'google' },
] as const;
type Mount = (typeof mounts)[number];

const led = (options: ProxyOptions) => throughProxy(fetch, waysOut(options));
const chosen = (choice: string) => ({ choice: () => choice });

async function say(at: Mount, options: ProxyOptions, protocol = 'http:') {
  const target = targetOf(lab, at.mount);
  const named = target.baseUrl.replace(/^http:\/\/127\.0\.0\.1:\d+/, `${protocol}//lab.example`);
  const { response } = await ask(wires({ fetch: led(options) })[at.wire], {
    target: { ...target, baseUrl: named },
    model: await modelOf(lab, at.mount, at.model),
    view: viewOf([userText('u1', 'Hello')]),
  });
  return response;
}

const failsBy = (reason: string) => ({ code: 'provider_network', params: { reason } });

describe.each(mounts)('$mount', (at) => {
  it.each(['http', 'socks'] as const)(
    'is reached through the %s proxy that was chosen, or that this computer wants',
    async (kind) => {
      const { address, asked } = open[kind];
      for (const options of [chosen(address), { ...chosen('system'), system: async () => address }]) {
        asked.length = 0;
        expect((await say(at, options)).stop).toBe('end');
        expect(asked[0]).toContain('lab.example');
      }
    },
  );

  it('is reached through a tunnel where it is encrypted', async () => {
    open.http.asked.length = 0;
    // The lab is not encrypted: what matters is that the proxy was asked for no more than a tunnel.
    await expect(say(at, chosen(open.http.address), 'https:')).rejects.toMatchObject(failsBy('tls'));
    expect(open.http.asked).toEqual(['CONNECT lab.example:443']);
  });

  it('is not reached straight by a name that only the proxy knows', async () => {
    for (const choice of ['none', 'system']) {
      const options = { ...chosen(choice), system: async () => null };
      await expect(say(at, options)).rejects.toMatchObject(failsBy('dns'));
    }
  });

  it.each(['http', 'socks'] as const)('signs in to the %s proxy that was chosen', async (kind) => {
    const { address } = closed[kind];
    expect((await say(at, { ...chosen(address), signIn: () => signIn })).stop).toBe('end');
  });

  it.each(['http', 'socks'] as const)('tells that a %s proxy wants another sign-in', async (kind) => {
    const { address } = closed[kind];
    for (const known of [null, { ...signIn, password: 'wrong' }]) {
      const failed = say(at, { ...chosen(address), signIn: () => known });
      await expect(failed).rejects.toMatchObject(failsBy('proxy'));
    }
    if (kind === 'socks') return;
    const tunnelled = say(at, chosen(address), 'https:');
    await expect(tunnelled).rejects.toMatchObject(failsBy('proxy'));
  });

  it.each(['http://127.0.0.1:9', 'socks5://127.0.0.1:9', 'http://nowhere.invalid:8080'])(
    'tells that there is no proxy at %s',
    async (address) => {
      await expect(say(at, chosen(address))).rejects.toMatchObject(failsBy('proxy'));
      await expect(say(at, chosen(address), 'https:')).rejects.toMatchObject(failsBy('proxy'));
    },
  );
});

it('a sign-in does not go to a proxy that the network announces', async () => {
  const { address } = closed.http;
  const options = { ...chosen('system'), system: async () => address, signIn: () => signIn };
  await expect(say(mounts[0], options)).rejects.toMatchObject(failsBy('proxy'));
});

it('this computer itself is reached straight, whatever was chosen', async () => {
  open.http.asked.length = 0;
  const straight = led(chosen(open.http.address));
  const response = await straight(`${lab.openai.baseURL}/models`, { headers: { authorization: 'Bearer x' } });
  expect(response.status).toBe(200);
  expect(open.http.asked).toEqual([]);
});

it.each([
  ['DIRECT', null],
  ['PROXY a.example:8080; DIRECT', 'http://a.example:8080'],
  ['SOCKS5 s.example:1080; HTTPS b.example:443', 'socks5://s.example:1080'],
  ['SOCKS s.example:1080; HTTPS b.example:443', 'https://b.example:443'],
  ['', null],
])('reads %j as %s', (list, expected) => {
  expect(readProxyList(list)).toBe(expected);
});

it('no password is kept with the address of a proxy', () => {
  for (const proxy of [
    'http://me:secret@proxy.example:8080',
    'socks5://me:secret@proxy.example',
    'socks4://proxy.example',
    'proxy.example',
  ]) {
    expect(preferencesSchema.safeParse({ proxy }).success).toBe(false);
  }
  for (const proxy of ['http://proxy.example:8080', 'https://proxy.example', 'socks5://proxy.example:1080'])
    expect(preferencesSchema.parse({ proxy })).toMatchObject({ proxy });
  expect(preferencesSchema.parse({})).toMatchObject({ proxy: 'system' });
});
