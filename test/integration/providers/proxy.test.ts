import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preferencesSchema } from '#contract/app.ts';
import { throughProxy } from '../../../main/providers/proxy.ts';
import { readProxyList } from '../../../main/shell/proxy-list.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { ask, modelOf, targetOf, userText, viewOf, wires } from './support.ts';

let lab: Lab;
let proxy: Server;
let address: string;
/** What the proxy was asked for, and whether it lets it through. */
const asked: string[] = [];
let open = true;
const sockets = new Set<Socket>();

/** A proxy that knows one name, `lab.example`, which leads to the lab. */
beforeAll(async () => {
  lab = await startLab();
  proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    if (!open) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const there = connect(Number(new URL(lab.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.pipe(socket).pipe(there);
    });
    for (const end of [there, socket as Socket]) {
      sockets.add(end);
      end.on('error', () => {});
    }
  });
  proxy.listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
  lab.verify();
  await lab.close();
});

const mounts = [
  { mount: 'anthropic', model: 'claude-lab-text', wire: 'anthropic' },
  { mount: 'responses', model: 'gpt-lab-text', wire: 'openai-responses' },
  { mount: 'google', model: 'gemini-lab-text', wire: 'google' },
] as const;

async function say(at: (typeof mounts)[number], choice: string, system?: () => Promise<string | null>) {
  const target = targetOf(lab, at.mount);
  const named = { ...target, baseUrl: target.baseUrl.replace(/127\.0\.0\.1(?::\d+)?/, 'lab.example') };
  const led = throughProxy({ fetch, choice: () => choice, ...(system && { system }) });
  const { response } = await ask(wires({ fetch: led })[at.wire], {
    target: named,
    model: await modelOf(lab, at.mount, at.model),
    view: viewOf([userText('u1', 'Hello')]),
  });
  return response;
}

describe.each(mounts)('$mount', (at) => {
  it('is reached through the proxy that was chosen, or that this computer wants', async () => {
    asked.length = 0;
    expect((await say(at, address)).stop).toBe('end');
    expect((await say(at, 'system', async () => address)).stop).toBe('end');
    expect(asked).toEqual(['lab.example:80', 'lab.example:80']);
  });

  it('is not reached straight by a name that only the proxy knows', async () => {
    for (const choice of ['none', 'system']) {
      await expect(say(at, choice, async () => null)).rejects.toMatchObject({
        code: 'provider_network',
        params: { reason: 'dns' },
      });
    }
  });

  it('tells a proxy that wants a sign-in, and one that is not there', async () => {
    open = false;
    await expect(say(at, address)).rejects.toMatchObject({
      code: 'provider_network',
      params: { reason: 'proxy' },
    });
    open = true;
    await expect(say(at, 'http://127.0.0.1:9')).rejects.toMatchObject({
      code: 'provider_network',
      params: { reason: 'refused' },
    });
  });
});

it('this computer itself is reached straight, whatever was chosen', async () => {
  asked.length = 0;
  const led = throughProxy({ fetch, choice: () => address });
  const response = await led(`${lab.openai.baseURL}/models`, { headers: { authorization: 'Bearer x' } });
  expect(response.status).toBe(200);
  expect(asked).toEqual([]);
});

it.each([
  ['DIRECT', null],
  ['PROXY a.example:8080; DIRECT', 'http://a.example:8080'],
  ['SOCKS5 s.example:1080; HTTPS b.example:443', 'https://b.example:443'],
  ['', null],
])('reads %j as %s', (list, expected) => {
  expect(readProxyList(list)).toBe(expected);
});

it('no password is kept with the address of a proxy', () => {
  for (const proxy of ['http://me:secret@proxy.example:8080', 'socks5://proxy.example', 'proxy.example'])
    expect(preferencesSchema.safeParse({ proxy }).success).toBe(false);
  expect(preferencesSchema.parse({})).toMatchObject({ proxy: 'system' });
});
