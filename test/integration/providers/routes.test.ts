import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FigureName, RouteDraft } from '#contract';
import { Catalogue, type ModelFigures } from '../../../main/providers/catalogue.ts';
import { KeyStore, type SecretBox } from '../../../main/providers/keys.ts';
import type { Settings } from '../../../main/providers/route-store.ts';
import { Routes } from '../../../main/providers/routes.ts';
import { systemSchedule } from '../../../main/schedule.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { ask, userText, viewOf, wires } from './support.ts';

let lab: Lab;
let folder: string;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(async () => {
  lab.verify();
  await lab.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-routes-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

let count = 0;
const environment = { now: Date.now, newId: () => `id-${++count}` };
const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Encrypts as an operating system would: not readable, and only by the same user. */
function box(user = 1, available = true): SecretBox {
  return {
    available: () => available,
    encrypt: (text) => Buffer.from([user, ...Buffer.from(text).map((byte) => byte ^ 0x55)]),
    decrypt: (bytes) => {
      if (bytes[0] !== user) throw new Error('not yours');
      return Buffer.from(bytes.slice(1).map((byte) => byte ^ 0x55)).toString();
    },
  };
}

/** Settings as the workspace keeps them: as JSON text. */
function memorySettings(): Settings & { text: Map<string, string> } {
  const text = new Map<string, string>();
  return {
    text,
    get: (key, schema, fallback) => {
      const value = text.get(key);
      return value === undefined ? fallback : schema.parse(JSON.parse(value));
    },
    set: (key, value) => text.set(key, JSON.stringify(value)),
  };
}

/** Without lists: what the lab says is what counts. */
const catalogue = new Catalogue(() => null);

async function setUp(more: { secretBox?: SecretBox; settings?: Settings; ports?: object } = {}) {
  const settings = more.settings ?? memorySettings();
  const keys = await KeyStore.open({ folder, secretBox: more.secretBox ?? box(), environment, log });
  const local = {
    fetch,
    schedule: systemSchedule,
    ports: { ollama: 1, lmstudio: 1, llamacpp: 1, ...more.ports },
  };
  return {
    settings,
    keys,
    routes: new Routes({ settings, keys, wires: wires(), catalogue, environment, local }),
  };
}

const draft = (more: Partial<RouteDraft> = {}): RouteDraft => ({
  preset: 'anthropic',
  name: 'My Claude',
  wire: 'anthropic',
  baseUrl: lab.anthropic.baseURL,
  ...more,
});

describe('routes', () => {
  it('begin with the practice assistant, which is the default reader until the user chooses', async () => {
    const { routes } = await setUp();
    expect(routes.routes().map(({ id, needsKey, local }) => ({ id, needsKey, local }))).toEqual([
      { id: 'practice', needsKey: false, local: true },
    ]);
    expect(routes.defaultReader()).toEqual({ routeId: 'practice', modelId: 'practice' });
    await expect(routes.removeRoute('practice')).resolves.toBe(false);
    const { wire, model } = await routes.resolve(null);
    expect([wire.name, model.contextWindow]).toEqual(['practice', 8000]);
  });

  it('are checked, saved, found again after a restart, and answer', async () => {
    const { routes, settings } = await setUp();
    const check = await routes.check({ route: draft(), key: 'good-key' });
    expect(check).toMatchObject({ ok: true });
    expect(routes.routes()).toHaveLength(1);
    const saved = await routes.saveRoute({ route: draft(), key: { value: 'good-key', storage: 'system' } });
    expect(saved).toMatchObject({ name: 'My Claude', keyStorage: 'system', needsKey: true, local: true });
    // Figures come with the provider's list: no second request was needed.
    expect(saved.models.find(({ id }) => id === 'claude-lab-opus')).toMatchObject({
      contextWindow: 200_000,
      maxOutput: 128_000,
      vision: true,
      reasoning: true,
      thinking: 'adaptive',
      source: 'provider',
    });
    routes.setDefaultReader({ routeId: saved.id, modelId: 'claude-lab-sonnet' });

    const again = await setUp({ settings });
    expect(again.routes.routes()[1]).toEqual(saved);
    const { wire, target, model } = await again.routes.resolve(null);
    expect(target).toMatchObject({ provider: 'My Claude', preset: 'anthropic', key: 'good-key' });
    const { response } = await ask(wire, { target, model, view: viewOf([userText('u1', 'Hello')]) });
    expect(response.stop).toBe('end');
  });

  it('keep the key out of the workspace and unreadable on disk', async () => {
    const settings = memorySettings();
    const { routes } = await setUp({ settings });
    const saved = await routes.saveRoute({
      route: draft(),
      key: { value: 'very-secret-key', storage: 'system' },
    });
    expect([...settings.text.values()].join()).not.toContain('very-secret-key');
    expect(JSON.stringify(saved)).not.toContain('very-secret-key');
    const file = join(folder, 'keys.json');
    expect(await readFile(file, 'utf8')).not.toContain('very-secret-key');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['keys.json']);
  });

  it('give a key only to the address that it was given for', async () => {
    const { routes } = await setUp();
    const saved = await routes.saveRoute({ route: draft(), key: { value: 'good-key', storage: 'system' } });
    const elsewhere = draft({ id: saved.id, baseUrl: 'http://127.0.0.1:9' });
    await expect(routes.check({ route: elsewhere })).resolves.toMatchObject({
      ok: false,
      error: { code: 'key_missing' },
    });
    expect((await routes.saveRoute({ route: elsewhere })).keyStorage).toBe('none');
    await expect(routes.resolve({ routeId: saved.id, modelId: 'x' })).rejects.toMatchObject({
      code: 'key_missing',
      params: { provider: 'My Claude' },
    });
    // Back at its own address the key is there again.
    expect((await routes.saveRoute({ route: draft({ id: saved.id }) })).keyStorage).toBe('system');
  });

  it('say in one code why a check failed', async () => {
    const { routes } = await setUp();
    const codeOf = async (route: RouteDraft, key?: string) => {
      const check = await routes.check({ route, ...(key && { key }) });
      return check.ok ? 'ok' : check.error.code;
    };
    expect(await codeOf(draft())).toBe('key_missing');
    expect(await codeOf(draft(), 'bad-key')).toBe('provider_auth');
    expect(await codeOf(draft({ baseUrl: 'http://127.0.0.1:9' }), 'key')).toBe('provider_network');
    expect(await codeOf(draft({ baseUrl: 'not an address' }), 'key')).toBe('bad_request');
    lab.expectRefusal({ kind: 'path' });
    expect(await codeOf(draft({ baseUrl: `${lab.url}/nowhere` }), 'key')).toBe('provider_unknown');
  });

  it('take what the user corrects over what the provider says, and keep it when the list is fetched again', async () => {
    const { routes } = await setUp();
    await routes.check({ route: draft(), key: 'key' });
    const { id } = await routes.saveRoute({ route: draft(), key: { value: 'key', storage: 'session' } });
    routes.setModelFigures({
      routeId: id,
      modelId: 'claude-lab-nano',
      figures: { contextWindow: 5000, name: 'Tiny' },
      reset: [],
    });
    routes.setModelFigures({ routeId: id, modelId: 'claude-lab-nano', figures: { vision: true }, reset: [] });
    routes.setModelFigures({ routeId: id, modelId: 'unlisted', figures: { maxOutput: 99 }, reset: [] });
    const fresh = await routes.refreshModels(id);
    const nano = fresh.models.find((model) => model.id === 'claude-lab-nano');
    expect(nano).toMatchObject({
      contextWindow: 5000,
      name: 'Tiny',
      vision: true,
      maxOutput: 4096,
      source: 'user',
    });
  });

  it('take back one correction and keep the others', async () => {
    const { routes } = await setUp();
    await routes.check({ route: draft(), key: 'key' });
    const { id } = await routes.saveRoute({ route: draft(), key: { value: 'key', storage: 'session' } });
    const modelId = 'claude-lab-nano';
    const correct = (figures: ModelFigures, reset: FigureName[] = []) =>
      routes
        .setModelFigures({ routeId: id, modelId, figures, reset })
        .models.find((model) => model.id === modelId);
    const listed = correct({});
    expect(correct({ contextWindow: 5000, inputPrice: 2, outputPrice: 8 })).toMatchObject({
      contextWindow: 5000,
      prices: { input: 2, output: 8, cacheRead: 2, cacheWrite: 2 },
      sources: { contextWindow: 'user', inputPrice: 'user', maxOutput: 'provider' },
    });
    expect(correct({}, ['contextWindow'])).toMatchObject({
      contextWindow: listed?.contextWindow,
      prices: { input: 2 },
      sources: { contextWindow: 'provider', inputPrice: 'user' },
    });
    expect(correct({}, ['inputPrice', 'outputPrice'])).toEqual(listed);
  });

  it('fall back to the practice assistant when the chosen route is removed, and forget its key', async () => {
    const { routes, keys } = await setUp();
    const { id } = await routes.saveRoute({ route: draft(), key: { value: 'key', storage: 'plain' } });
    routes.setDefaultReader({ routeId: id, modelId: 'claude-lab-nano' });
    await expect(routes.removeRoute(id)).resolves.toBe(true);
    expect(routes.defaultReader().routeId).toBe('practice');
    expect(keys.get(id, new URL(lab.url).origin)).toEqual({ kind: 'absent' });
    await expect(routes.resolve({ routeId: id, modelId: 'x' })).rejects.toMatchObject({ code: 'no_reader' });
    expect(() => routes.setDefaultReader({ routeId: id, modelId: 'x' })).toThrow();
  });

  it('keep a key in memory, or openly, only where the user chose so', async () => {
    const noBox = box(1, false);
    const { routes, keys } = await setUp({ secretBox: noBox });
    expect(routes.keyProtection()).toEqual({ system: false });
    await expect(
      routes.saveRoute({ route: draft(), key: { value: 'k', storage: 'system' } }),
    ).rejects.toMatchObject({
      code: 'bad_request',
    });
    const session = await routes.saveRoute({
      route: draft(),
      key: { value: 'session-key', storage: 'session' },
    });
    expect(session.keyStorage).toBe('session');
    const plain = await routes.saveRoute({ route: draft(), key: { value: 'plain-key', storage: 'plain' } });
    expect(plain.keyStorage).toBe('plain');
    const origin = new URL(lab.url).origin;
    expect(keys.get(session.id, origin)).toEqual({ kind: 'key', value: 'session-key' });
    const reopened = await KeyStore.open({ folder, secretBox: noBox, environment, log });
    expect(reopened.get(session.id, origin)).toEqual({ kind: 'absent' });
    expect(reopened.get(plain.id, origin)).toEqual({ kind: 'key', value: 'plain-key' });
  });
});

describe('keys that cannot be read', () => {
  it('are told, kept, and only set aside when a new key is saved', async () => {
    const first = await setUp();
    const { id } = await first.routes.saveRoute({
      route: draft(),
      key: { value: 'old-key', storage: 'system' },
    });
    const damaged = '{"format":"bough-keys","version":1,"keys":{"tru';
    await writeFile(join(folder, 'keys.json'), damaged);

    const { routes, keys } = await setUp({ settings: first.settings });
    expect(keys.unreadable).toBe(true);
    await expect(routes.resolve({ routeId: id, modelId: 'x' })).rejects.toMatchObject({
      code: 'key_unreadable',
    });
    expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe(damaged);

    await routes.saveRoute({ route: draft({ id }), key: { value: 'new-key', storage: 'system' } });
    expect(keys.unreadable).toBe(false);
    const names = await readdir(folder);
    const aside = names.find((name) => name.startsWith('keys.unreadable-'));
    expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(damaged);
    await expect(routes.resolve({ routeId: id, modelId: 'x' })).resolves.toMatchObject({
      target: { key: 'new-key' },
    });
  });

  it('of a newer version are not taken for none', async () => {
    await writeFile(join(folder, 'keys.json'), '{"format":"bough-keys","version":2,"keys":{}}');
    const { keys } = await setUp();
    expect(keys.unreadable).toBe(true);
  });

  it('because the computer changed concern their own route alone, and stay', async () => {
    const first = await setUp();
    const { id } = await first.routes.saveRoute({
      route: draft(),
      key: { value: 'old-key', storage: 'system' },
    });
    const other = await first.routes.saveRoute({
      route: draft(),
      key: { value: 'plain-key', storage: 'plain' },
    });
    const { routes } = await setUp({ settings: first.settings, secretBox: box(2) });
    await expect(routes.resolve({ routeId: id, modelId: 'x' })).rejects.toMatchObject({
      code: 'key_unreadable',
      params: { provider: 'My Claude' },
    });
    await expect(routes.resolve({ routeId: other.id, modelId: 'x' })).resolves.toMatchObject({
      target: { key: 'plain-key' },
    });
    const back = await setUp({ settings: first.settings });
    await expect(back.routes.resolve({ routeId: id, modelId: 'x' })).resolves.toMatchObject({
      target: { key: 'old-key' },
    });
  });
});

describe('models on this computer', () => {
  it('are found with the figures that count', async () => {
    const [ollama, lmStudio, llamaCpp] = await Promise.all(
      (['ollama', 'lm-studio', 'llama.cpp'] as const).map((kind) => lab.startLocal(kind)),
    );
    const portOf = (runtime?: { url: string }) => Number(new URL(runtime?.url ?? '').port);
    const ports = { ollama: portOf(ollama), lmstudio: portOf(lmStudio), llamacpp: portOf(llamaCpp) };
    const { routes } = await setUp({ ports });
    const found = await routes.detectLocal();
    expect(found.map(({ preset, wire, baseUrl }) => [preset, wire, baseUrl])).toEqual([
      ['ollama', 'ollama', ollama?.url],
      ['lmstudio', 'openai-chat', lmStudio?.baseURL],
      ['llamacpp', 'openai-chat', llamaCpp?.baseURL],
    ]);
    const figures = found.flatMap(({ models }) =>
      models.map(({ id, contextWindow, vision, tools, reasoning }) => [
        id,
        contextWindow,
        vision,
        tools,
        reasoning,
      ]),
    );
    expect(figures).toEqual([
      // Ollama's own chat is told how large the window is to be.
      ['llama3.2:3b', 8192, false, true, false],
      ['qwen3-vl:8b', 8192, true, true, true],
      ['google/gemma-3-4b', 8192, true, true, false],
      ['qwen/qwen3-8b', 40_960, false, true, true],
      ['gpt-oss-20b', 8192, false, true, true],
    ]);
    // Its `/v1` is not: what is allocated counts, or Ollama's default, never what the model could take at most.
    const old = {
      preset: 'ollama',
      name: 'Ollama',
      wire: 'openai-chat',
      baseUrl: ollama?.baseURL ?? '',
    } as const;
    const { id } = await routes.saveRoute({ route: old });
    const { models } = await routes.refreshModels(id);
    expect(models.map(({ contextWindow }) => contextWindow)).toEqual([4096, 4096]);
    // One of them answers without a key.
    const route = await routes.saveRoute({
      route: { preset: 'llamacpp', name: 'llama.cpp', wire: 'openai-chat', baseUrl: found[2]?.baseUrl ?? '' },
    });
    expect(route).toMatchObject({ local: true, needsKey: false, keyStorage: 'none' });
    const fresh = await routes.refreshModels(route.id);
    expect(fresh.models.map(({ id, contextWindow }) => [id, contextWindow])).toEqual([['gpt-oss-20b', 8192]]);
    const { wire, target, model } = await routes.resolve({ routeId: route.id, modelId: 'gpt-oss-20b' });
    const { response } = await ask(wire, { target, model, view: viewOf([userText('u1', 'Hello')]) });
    expect(response.stop).toBe('end');
  });

  it('are none where nobody answers, or where another program does', async () => {
    const port = Number(new URL(lab.url).port);
    const before = lab.requests.length;
    const { routes } = await setUp({ ports: { llamacpp: port } });
    lab.expectRefusal({ kind: 'path', times: 1 });
    expect(await routes.detectLocal()).toEqual([]);
    // Looked at once, not again and again.
    expect(lab.requests.length - before).toBeLessThanOrEqual(1);
  });
});
