import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodInput, MethodName, WireName } from '#contract';
import { defaultExportOptions, exportFormats } from '#contract/export.ts';
import { pdfText } from '../../../main/imaging/pdf-text.ts';
import type { SecretBox } from '../../../main/providers/keys.ts';
import { redactLine } from '../../../main/shell/redact-line.ts';
import { createTestShell } from '../../host/test-services.ts';
import { Rig } from '../run/rig.ts';
import { addEveryWire, everyWire } from './every-wire.ts';

/** Of no vendor's shape, so that only its value gives it away. */
const planted = 'zq9.Planted~kLjH+0123/456789=';
const forms = [
  planted,
  encodeURIComponent(planted),
  JSON.stringify(planted).slice(1, -1),
  planted.replaceAll('/', '\\/'),
  Buffer.from(planted).toString('base64'),
  Buffer.from(planted).toString('base64url'),
  Buffer.from(planted).toString('hex'),
];

/** A system with a key ring: what it gives back cannot be read without it. */
const secretBox: SecretBox = {
  available: () => true,
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
  decrypt: (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString(),
};

const log: string[] = [];
const hidden = new Set<string>();
const line = (message: string, data?: Record<string, unknown>) =>
  void log.push(redactLine(message, data, hidden));
const crossed: string[] = [];
const shell = createTestShell();

let rig: Rig;
let hostile: Server;
let hostileUrl: string;

/** Answers every request with what was in it: its key, in every place where an answer can quote it. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const quoted = JSON.stringify(request.headers);
  const bare = Object.values(request.headers).join(' ');
  if (request.url?.includes('inside')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`event: error\ndata: ${JSON.stringify({ error: { message: quoted, type: bare } })}\n\n`);
    return;
  }
  response.writeHead(401, { 'content-type': 'application/json', 'x-request-id': bare });
  response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${bare}`, code: quoted } }));
}

beforeAll(async () => {
  hostile = createServer(echo).listen(0, '127.0.0.1');
  await new Promise((resolve) => hostile.once('listening', resolve));
  hostileUrl = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  const hide = (secret: string) => void hidden.add(secret);
  rig = await Rig.start({ secretBox, shell, log: { info: line, warn: line, error: line, hide } });
});
afterAll(async () => {
  await new Promise((resolve) => hostile.close(resolve));
  await rig.end();
});

/** Calls the bridge and keeps the answer: the window sees no more than that. */
async function call<Name extends MethodName>(method: Name, input: MethodInput<Name>) {
  const result = await rig.services.call(method, input);
  crossed.push(JSON.stringify(result));
  return result;
}

async function everyFile(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return { path, bytes: await readFile(path) };
      }),
  );
}

const wires: WireName[] = ['anthropic', 'openai-responses', 'openai-chat', 'google', 'ollama'];

describe('a key', () => {
  it('is in no file, log line, crash report, export, database row or bridge message', async () => {
    // Good answers on every wire.
    const readers = await addEveryWire(rig, planted, 'system');
    for (const name of everyWire) {
      await rig.ask(await rig.conversation(readers[name]), `What does ${name} say?`);
    }
    // Refusals that quote it, in the check, in an answer and inside a stream.
    const key = { value: planted, storage: 'system' } as const;
    for (const wire of wires) {
      for (const path of ['', '/inside']) {
        const route = { preset: 'other', name: `${wire}${path}`, wire, baseUrl: `${hostileUrl}${path}` };
        await call('providers.check', { route, key: planted });
        const { id: routeId } = await rig.call('providers.saveRoute', { route, key });
        await call('providers.refreshModels', { id: routeId });
        const conversation = await rig.conversation({ routeId, modelId: 'any' });
        const failed = await rig.ask(conversation, 'Hello');
        expect(failed.status).toBe('failed');
        crossed.push(JSON.stringify(failed));
        for (const part of failed.parts) line('uncaught', { error: new Error(JSON.stringify(part)) });
        // Whatever else is thrown, by the app or by a library, has the key as it was sent.
        line('uncaught', { error: new Error(`Bad request: ${planted}`), headers: [planted] });
        line(`GET /models?key=${encodeURIComponent(planted)} ${JSON.stringify({ planted })}`);
      }
    }
    await call('app.setPreferences', { proxy: 'http://proxy.example:8080' });
    await call('providers.setProxySignIn', { signIn: { username: 'ann', password: planted } });
    await call('providers.proxySignIn', {});
    await call('providers.routes', {});
    await call('app.info', {});
    await exportEverything();
    crossed.push(JSON.stringify(rig.events));
    await rig.restart();
    await call('providers.routes', {});

    const files = await everyFile(rig.folder);
    expect(files.some(({ path }) => path.endsWith('bough.db'))).toBe(true);
    expect(files.some(({ path }) => path.endsWith('keys.json'))).toBe(true);
    const found = files.flatMap(({ path, bytes }) =>
      forms.filter((form) => bytes.includes(form)).map(() => path),
    );
    expect(found).toEqual([]);
    const pdfs = files.filter(({ path }) => path.endsWith('.pdf'));
    const printed = await Promise.all(pdfs.map(async ({ bytes }) => pdfText(bytes)));
    // Of a model people read its name, and nothing of the route to it.
    expect(printed.join()).toContain('Models any');
    // Lines break anywhere on paper.
    const onPaper = printed.join('\n').replace(/\s/g, '');
    for (const form of forms) expect(onPaper).not.toContain(form);
    const told = [...log, ...crossed, JSON.stringify(rig.events), JSON.stringify(shell.copied)].join('\n');
    for (const form of forms) expect(told).not.toContain(form);
    // It was really there: the lab saw it on every wire, and the refusals did quote it.
    expect(crossed.join('\n')).toContain('[key]');
    const keys = new Set(rig.lab.requests.filter(({ method }) => method === 'POST').map((each) => each.key));
    expect([...keys].filter((hash) => hash !== null)).toHaveLength(1);
  }, 60_000);
});

async function exportEverything(): Promise<void> {
  const { items } = await rig.call('conversations.list', {});
  for (const [at, { id: conversationId }] of items.entries()) {
    // Paper takes a browser each time: the newest, which is of refusals, and the oldest.
    const printed = at === 0 || at === items.length - 1;
    for (const format of exportFormats.filter((each) => each !== 'pdf' || printed)) {
      shell.savePaths.push(join(rig.folder, `export ${at} ${format}`));
      const result = await call('export.run', {
        id: `${at} ${format}`,
        conversationIds: [conversationId],
        scope: { kind: 'tree' },
        format,
        options: { ...defaultExportOptions, reasoning: true, tools: 'full' },
        container: 'folder',
      });
      expect(result.ok).toBe(true);
    }
    const scope = { kind: 'branch' } as const;
    await call('export.copy', { conversationId, scope, options: defaultExportOptions });
  }
}
