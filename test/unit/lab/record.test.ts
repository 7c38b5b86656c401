import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, type Lab, startLab } from '../../lab/index.ts';
import { readVerdict } from '../../lab/verdict.ts';
import { postAnthropic, postOpenAi } from './support.ts';

const good = { model: 'gpt-lab', messages: [{ role: 'user', content: 'Hello' }] };
const bad = { ...good, messages: [] };

describe('remembering requests', () => {
  let folder: string;
  let logFile: string;
  let lab: Lab;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bough-lab-'));
    logFile = join(folder, 'lab.jsonl');
    lab = await startLab({ logFile });
  });
  afterEach(async () => {
    await lab.close();
    await rm(folder, { recursive: true });
  });

  it('keeps exact bytes, the parsed body and the headers, but no key', async () => {
    const raw = '{ "model":"gpt-lab",  "messages":[{"role":"user","content":"1.0 é"}] }';
    await postOpenAi(lab, raw);
    const request = lab.lastRequest('openai');
    expect(request.raw.toString()).toBe(raw);
    expect(request.body).toEqual(JSON.parse(raw));
    expect(request).toMatchObject({
      n: 1,
      method: 'POST',
      path: '/openai/v1/chat/completions',
      model: 'gpt-lab',
      status: 200,
    });
    expect(request.key).toBe(hashKey(lab.openai.apiKey));
    expect(JSON.stringify(request.headers)).not.toContain(lab.openai.apiKey);
    expect(request.headers.authorization).toBe(hashKey(lab.openai.apiKey));
    expect(await readFile(logFile, 'utf8')).not.toContain(lab.openai.apiKey);
  });

  it('finds the newest request of a wire, and says when there is none', async () => {
    expect(() => lab.lastRequest('anthropic')).toThrow(/no request on anthropic/);
    await postAnthropic(lab, { ...good, model: 'claude-lab-text', max_tokens: 5 });
    await postOpenAi(lab, good);
    expect(lab.lastRequest('anthropic').n).toBe(1);
    expect(lab.lastRequest().n).toBe(2);
  });

  it('waits for requests of the past and of the future, and gives up with a list', async () => {
    const waiting = lab.waitForRequest((request) => request.raw.includes('second'));
    await postOpenAi(lab, good);
    await postOpenAi(lab, { ...good, messages: [{ role: 'user', content: 'second' }] });
    expect((await waiting).n).toBe(2);
    expect((await lab.waitForRequest(({ n }) => n === 1)).n).toBe(1);
    await expect(lab.waitForRequest(() => false, 10)).rejects.toThrow(/within 10 ms.*\n.*#1 openai POST/);
  });

  it('is satisfied only when nothing was refused but what was announced', async () => {
    await postOpenAi(lab, good);
    lab.verify();
    lab.expectRefusal({ kind: 'invalid', reason: /empty array/, times: 2 });
    await postOpenAi(lab, bad);
    expect(lab.lastRequest().verdict).toBe('refused-as-told');
    expect(() => lab.verify()).toThrow(/never happened: 1 x invalid/);
    await postOpenAi(lab, bad);
    lab.verify();
    await postOpenAi(lab, bad);
    expect(() => lab.verify()).toThrow(
      /refused: #4 openai POST .*gpt-lab refused-invalid: invalid: Invalid 'messages': empty array/,
    );
  });

  it('[the lab refused nothing in the whole run] is read from the log of all processes', async () => {
    await postOpenAi(lab, good);
    lab.expectRefusal({ kind: 'invalid' });
    await postOpenAi(lab, bad);
    expect(readVerdict(logFile)).toEqual({ accepted: 1, told: 1, wrong: [] });
    const second = await startLab({ logFile });
    await postOpenAi(second, bad);
    await second.close();
    expect(readVerdict(logFile).wrong).toEqual([
      expect.stringMatching(/^openai POST .* invalid: Invalid 'messages'/),
    ]);
  });

  it('takes no empty, missing or damaged log for a good one', async () => {
    const odd = join(folder, 'odd.jsonl');
    expect(() => readVerdict(odd)).toThrow(/ENOENT/);
    await writeFile(odd, '');
    expect(() => readVerdict(odd)).toThrow(/judged nothing/);
    await writeFile(odd, '{"verdict":"accepted"}\n{"verdi');
    expect(() => readVerdict(odd)).toThrow(/odd\.jsonl:2 is not JSON/);
    await writeFile(odd, '{"verdict":"fine"}\n');
    expect(() => readVerdict(odd)).toThrow(/is no verdict/);
  });
});
