import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WireEvent } from '../../../main/providers/wire.ts';
import { ManualSchedule } from '../../host/manual-schedule.ts';
import { hold, type Lab, startLab, text } from '../../lab/index.ts';
import {
  ask,
  type Mount,
  modelOf,
  noAttachments,
  noPages,
  targetOf,
  userText,
  viewOf,
  wireOf,
  wires,
  withOllama,
} from './support.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
  await withOllama(lab);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  lab.verify();
  await lab.close();
});

const mounts: { mount: Mount; model: string }[] = [
  { mount: 'anthropic', model: 'claude-lab-text' },
  { mount: 'openai', model: 'gpt-lab-text' },
  { mount: 'responses', model: 'gpt-lab-text' },
  { mount: 'google', model: 'gemini-lab-text' },
  { mount: 'ollama', model: 'llama3.2:3b' },
];

describe.each(mounts)('$mount', ({ mount, model: id }) => {
  const hello = viewOf([userText('u1', 'Hello')]);

  it('sends no header that describes this computer, and takes nothing from the environment', async () => {
    for (const name of ['ANTHROPIC', 'OPENAI', 'GEMINI', 'GOOGLE']) {
      vi.stubEnv(`${name}_API_KEY`, 'key-of-the-environment');
      vi.stubEnv(`${name}_BASE_URL`, 'http://127.0.0.1:1/nowhere');
      vi.stubEnv(`${name}_CUSTOM_HEADERS`, 'x-leak: yes');
      vi.stubEnv(`${name}_LOG`, 'debug');
    }
    vi.stubEnv('OPENAI_ORG_ID', 'org-of-the-environment');
    vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1/nowhere');
    vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
    const model = await modelOf(lab, mount, id);
    await ask(wireOf(wires(), mount), { target: targetOf(lab, mount), model, view: hello });
    const names = Object.keys(lab.lastRequest().headers).toSorted();
    const transport = [
      'host',
      'connection',
      'content-length',
      'accept-encoding',
      'accept-language',
      'sec-fetch-mode',
    ];
    const own = {
      anthropic: ['anthropic-version', 'authorization'],
      google: ['x-goog-api-key'],
      ollama: [],
      other: ['authorization'],
    }[mount === 'anthropic' || mount === 'google' || mount === 'ollama' ? mount : 'other'];
    expect(names.filter((name) => !transport.includes(name))).toEqual(
      ['accept', 'content-type', 'user-agent', ...own].toSorted(),
    );
    expect(lab.lastRequest().headers['user-agent']).toBe('Bough/0.0.0-test');
  });

  it.skipIf(mount === 'ollama')('sends no key where the route has none', async () => {
    lab.expectRefusal({ kind: 'auth' });
    const model = await modelOf(lab, mount, id);
    const asked = ask(wireOf(wires(), mount), { target: targetOf(lab, mount, null), model, view: hello });
    await expect(asked).rejects.toMatchObject({ code: 'provider_auth' });
    expect(lab.lastRequest().key).toBeNull();
  });

  it('ends at once when it is stopped in mid-stream, and lets the provider go', async () => {
    const gate = lab.gate(`stop ${mount}`);
    lab.script({ parts: [text('One two three. '), hold(gate), text('Never.')], pace: { deltas: 'whole' } });
    const controller = new AbortController();
    const model = await modelOf(lab, mount, id);
    const stream = wireOf(wires(), mount).stream({
      target: targetOf(lab, mount),
      model,
      view: hello,
      readAttachment: noAttachments,
      readPage: noPages,
      signal: controller.signal,
    });
    const events: WireEvent[] = [];
    const reading = (async () => {
      for await (const event of stream) {
        events.push(event);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(events).toEqual([{ type: 'text', text: 'One two three. ' }]);
    await expect(lab.lastRequest().finished).resolves.toBe('aborted');
  });

  it('lets the provider go when the reader leaves', async () => {
    const gate = lab.gate(`leave ${mount}`);
    lab.script({ parts: [text('One two three. '), hold(gate), text('Never.')], pace: { deltas: 'whole' } });
    const model = await modelOf(lab, mount, id);
    const target = targetOf(lab, mount);
    const signal = new AbortController().signal;
    for await (const _ of wireOf(wires(), mount).stream({
      target,
      model,
      view: hello,
      readAttachment: noAttachments,
      readPage: noPages,
      signal,
    }))
      break;
    await expect(lab.lastRequest().finished).resolves.toBe('aborted');
  });

  it('waits longer for the first byte than between two', async () => {
    const clock = new ManualSchedule();
    const gate = lab.gate(`stall ${mount}`);
    lab.script({ parts: [text('One. '), hold(gate), text('Two.')], pace: { deltas: 'whole' } });
    const patience = { firstByteMs: 60_000, idleMs: 10_000 };
    const wire = wireOf(wires({ schedule: clock.schedule, patience }), mount);
    const model = await modelOf(lab, mount, id);
    const asked = ask(wire, { target: targetOf(lab, mount), model, view: hello }).catch(
      (error: unknown) => error,
    );
    await gate.reached;
    // The text before the gate has to be through before the clock moves on.
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(9_999);
    gate.release();
    await expect(asked).resolves.toMatchObject({ response: { stop: 'end' } });
    expect(clock.pending).toBe(0);
  });

  it('tells the ways in which a server cannot be reached', async () => {
    const model = await modelOf(lab, mount, id);
    const tryAt = (baseUrl: string) =>
      ask(wireOf(wires(), mount), { target: { ...targetOf(lab, mount), baseUrl }, model, view: hello });
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(tryAt(`http://127.0.0.1:${port}/v1`)).rejects.toMatchObject({
      code: 'provider_network',
      params: { reason: 'refused' },
    });
    await expect(tryAt('http://no-such-host.invalid/v1')).rejects.toMatchObject({
      code: 'provider_network',
      params: { reason: 'dns' },
    });
    // TLS spoken to a server that does not.
    await expect(tryAt(targetOf(lab, mount).baseUrl.replace('http:', 'https:'))).rejects.toMatchObject({
      code: 'provider_network',
      params: { reason: 'tls' },
    });
  });

  it('follows no redirect: the key stays with its address', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const model = await modelOf(lab, mount, id);
    const target = { ...targetOf(lab, mount), baseUrl: `http://127.0.0.1:${port}` };
    const asked = ask(wireOf(wires(), mount), { target, model, view: hello });
    await expect(asked).rejects.toMatchObject({ code: 'provider_garbage' });
    expect(seen).toHaveLength(1);
    await new Promise((resolve) => server.close(resolve));
  });
});
