import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Attachment } from '#contract';
import type { Services } from '../../../main/services.ts';
import { type Host, startHost } from '../../host/host.ts';
import { openTestServices, silentLog } from '../../host/test-services.ts';
import { decode, encode } from '../../host/wire-format.ts';

let folder: string;
let services: Services;
let host: Host;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-host-'));
  const rendererFolder = join(folder, 'renderer');
  await mkdir(rendererFolder);
  await writeFile(
    join(rendererFolder, 'index.html'),
    '<head><script type="module" src="/a.js"></script></head>',
  );
  services = await openTestServices({ folder, log: silentLog });
  host = await startHost({ services: Promise.resolve(services), port: 0, dev: false, rendererFolder });
});

afterAll(async () => {
  await host.close();
  await services.close();
  await rm(folder, { recursive: true });
});

function connect(origin: string): WebSocket {
  return new WebSocket(`${host.url.replace('http', 'ws')}bridge`, { origin });
}

/** One call over a socket of its own. */
async function callOnce(method: string, input: unknown): Promise<{ ok: boolean; data?: unknown }> {
  const socket = connect(host.url.slice(0, -1));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(encode({ call: 7, method, input }));
  return new Promise((resolve) => {
    socket.on('message', (data) => {
      const frame = decode(String(data)) as { answer?: number; result?: { ok: boolean } };
      if (frame.answer !== 7) return;
      socket.close();
      resolve(frame.result ?? { ok: false });
    });
  });
}

describe('the test host', () => {
  it('serves the page under the app’s policy, with the bridge before every other script', async () => {
    const page = await fetch(host.url);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html.indexOf('/host/browser-bridge.ts')).toBeLessThan(html.indexOf('/a.js'));
    const script = await (await fetch(`${host.url}host/browser-bridge.ts`)).text();
    expect(script).not.toContain('BoughApi');
  });

  it('carries bytes, and serves what they were stored as', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 251);
    const result = await callOnce('attachments.add', { name: 'a.bin', bytes });
    const { hash } = result.data as Attachment;
    const served = await fetch(`${host.url}attachment/${hash}`);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
    expect((await fetch(`${host.url}attachment/${'0'.repeat(64)}`)).status).toBe(404);
  });

  it('refuses a socket of another page', async () => {
    const socket = connect('https://example.org');
    await expect(new Promise((_, reject) => socket.once('error', reject))).rejects.toThrow();
  });
});
