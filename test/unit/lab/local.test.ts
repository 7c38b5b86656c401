import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, type LocalKind, localModel, startLab } from '../../lab/index.ts';
import { post } from './support.ts';

describe('runtimes on this computer', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(() => lab.close());

  const get = async (url: string) => (await fetch(url)).json();
  const tight = [{ model: localModel('tiny', 100), maxContext: 4096, loaded: true }];
  const long = { model: 'tiny', messages: [{ role: 'user', content: 'word '.repeat(300) }] };

  it.each<LocalKind>(['ollama', 'lm-studio', 'llama.cpp'])(
    '%s answers the official SDK without a key',
    async (kind) => {
      const runtime = await lab.startLocal(kind);
      const client = new OpenAI({ baseURL: runtime.baseURL, apiKey: 'none', maxRetries: 0 });
      const [model] = (await client.models.list()).data;
      const answer = await client.chat.completions.create({
        model: model?.id ?? '',
        messages: [{ role: 'user', content: 'Hello' }],
      });
      expect(answer.choices[0]?.message.content).toContain('Hello');
      expect(lab.lastRequest().wire).toBe(kind);
    },
  );

  it('ollama can be detected: tags, details, what is loaded and how much of it', async () => {
    const { url } = await lab.startLocal('ollama');
    const tags = await get(`${url}/api/tags`);
    expect(tags.models.map(({ name }: { name: string }) => name)).toEqual(['llama3.2:3b', 'qwen3-vl:8b']);
    const shown = JSON.parse((await post(`${url}/api/show`, { model: 'qwen3-vl:8b' })).text);
    expect(shown.capabilities).toEqual(['completion', 'tools', 'vision', 'thinking']);
    expect(shown.model_info['lab.context_length']).toBe(262_144);
    const running = await get(`${url}/api/ps`);
    expect(running.models).toMatchObject([{ name: 'llama3.2:3b', context_length: 4096 }]);
    expect((await post(`${url}/api/show`, { model: 'none' })).status).toBe(404);
  });

  it('lm-studio can be detected: models, windows, vision', async () => {
    const { url } = await lab.startLocal('lm-studio');
    const { models } = await get(`${url}/api/v1/models`);
    expect(models[0]).toMatchObject({
      key: 'google/gemma-3-4b',
      max_context_length: 131_072,
      loaded_instances: [{ config: { context_length: 8192 } }],
      capabilities: { vision: true },
    });
  });

  it('llama.cpp can be detected: its window and its model', async () => {
    const { url } = await lab.startLocal('llama.cpp');
    expect(await get(`${url}/props`)).toMatchObject({
      default_generation_settings: { n_ctx: 8192 },
      modalities: { vision: false },
      model_alias: 'gpt-oss-20b',
    });
    expect((await get(`${url}/v1/models`)).data[0].meta).toEqual({ n_ctx: 8192, n_ctx_train: 131_072 });
  });

  it('each has its own way with a prompt that is too long', async () => {
    const chat = async (kind: LocalKind, more = {}) => {
      const { baseURL } = await lab.startLocal(kind, { models: tight });
      return post(`${baseURL}/chat/completions`, { ...long, ...more });
    };
    const ollama = await chat('ollama');
    expect([ollama.status, JSON.parse(ollama.text).usage.prompt_tokens]).toEqual([200, 100]);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'accepted', inputTokens: expect.any(Number) });
    const studio = await chat('lm-studio', { stream: true });
    expect([studio.status, studio.text]).toEqual([
      200,
      expect.stringMatching(/^event: error\n.*greater than the context length/),
    ]);
    expect(lab.lastRequest()).toMatchObject({ verdict: 'refused-invalid', kind: 'overflow' });
    const llama = await chat('llama.cpp');
    expect([llama.status, JSON.parse(llama.text).error.type]).toEqual([400, 'exceed_context_size_error']);
  });

  it('takes the port it is given, and says when it is taken', async () => {
    const first = await lab.startLocal('ollama');
    await expect(lab.startLocal('lm-studio', { port: first.port })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
    expect((await lab.startLocal('lm-studio', { port: first.port })).port).toBe(first.port);
  });
});

describe('the lab as a program', () => {
  it('starts, prints its addresses, answers, and stops', async () => {
    const child = spawn(process.execPath, ['test/lab/main.ts', '--ollama', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    for await (const chunk of child.stdout) {
      printed += chunk;
      if (/ollama\s+http/.test(printed)) break;
    }
    const [, baseURL] = /OpenAI\s+(http:\S+)/.exec(printed) ?? [];
    const listed = await fetch(`${baseURL}/models`, { headers: { authorization: 'Bearer lab-key' } });
    expect(listed.status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  it('judges a log file by its exit code', () => {
    const log = join(tmpdir(), `bough-lab-${process.pid}.jsonl`);
    const run = () => spawnSync(process.execPath, ['test/lab/verdict.ts', log], { encoding: 'utf8' });
    writeFileSync(log, '{"verdict":"accepted"}\n');
    expect(run()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('refused no request in the whole run'),
    });
    writeFileSync(log, '{"verdict":"refused-invalid","wire":"openai","reason":"because"}\n');
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('because') });
  });
});
