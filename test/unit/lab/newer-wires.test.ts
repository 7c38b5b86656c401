import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULT_NAMES, type FaultName, type Lab, startLab } from '../../lab/index.ts';
import { postGoogle, postResponses } from './support.ts';

type Json = Record<string, unknown>;
interface Said {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  readonly ending: unknown;
  readonly input: number;
}

/** A wire as the tests of what is common to all need it. */
interface Wire {
  readonly name: 'responses' | 'google';
  readonly send: (
    lab: Lab,
    history: readonly unknown[],
    stream?: boolean,
  ) => Promise<{ status: number; text: string }>;
  readonly user: (content: string) => unknown;
  readonly read: (body: Json) => Said;
  /** What the client puts into its history after an answer with calls: the answer, and a result for each call. */
  readonly answered: (body: Json) => unknown[];
  readonly endings: { readonly length: unknown; readonly filter: unknown; readonly refusal: unknown };
}

interface Output {
  readonly type: string;
  readonly name: string;
  readonly arguments: string;
  readonly call_id: string;
  readonly content?: readonly { readonly text?: string; readonly refusal?: string }[];
}
interface Candidate {
  readonly finishReason: string;
  readonly content: {
    readonly parts?: readonly { text?: string; functionCall?: { id: string; name: string; args: unknown } }[];
  };
}

const RESPONSES: Wire = {
  name: 'responses',
  send: (lab, input, stream = false) =>
    postResponses(lab, {
      model: 'gpt-5.6-lab-128k',
      input,
      store: false,
      stream,
      tools: [{ type: 'function', name: 'look' }],
    }),
  user: (content) => ({ role: 'user', content }),
  read: (body) => {
    const output = body['output'] as Output[];
    return {
      text: output.flatMap(({ content }) => content?.map(({ text }) => text ?? '') ?? []).join(''),
      calls: output.flatMap((item) =>
        item.type === 'function_call' ? [{ name: item.name, args: JSON.parse(item.arguments) }] : [],
      ),
      ending: (body['incomplete_details'] as { reason: string } | null)?.reason ?? body['status'],
      input: (body['usage'] as { input_tokens: number }).input_tokens,
    };
  },
  answered: (body) => {
    const output = body['output'] as Output[];
    const results = output.flatMap(({ type, call_id }) =>
      type === 'function_call' ? [{ type: 'function_call_output', call_id, output: 'ok' }] : [],
    );
    return [...output, ...results];
  },
  endings: { length: 'max_output_tokens', filter: 'content_filter', refusal: 'completed' },
};

const GOOGLE: Wire = {
  name: 'google',
  send: (lab, contents, stream = false) => {
    const verb = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const body = { contents, tools: [{ functionDeclarations: [{ name: 'look' }] }] };
    return postGoogle(lab, body, 'gemini-3-pro-lab-128k', verb);
  },
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  read: (body) => {
    const [candidate] = body['candidates'] as Candidate[];
    const parts = candidate?.content.parts ?? [];
    return {
      text: parts.map(({ text }) => text ?? '').join(''),
      calls: parts.flatMap(({ functionCall: call }) => (call ? [{ name: call.name, args: call.args }] : [])),
      ending: candidate?.finishReason,
      input: (body['usageMetadata'] as { promptTokenCount: number }).promptTokenCount,
    };
  },
  answered: (body) => {
    const [candidate] = body['candidates'] as Candidate[];
    const results = (candidate?.content.parts ?? []).flatMap(({ functionCall }) =>
      functionCall
        ? [{ functionResponse: { id: functionCall.id, name: functionCall.name, response: { output: 'ok' } } }]
        : [],
    );
    return [candidate?.content, { role: 'user', parts: results }];
  },
  endings: { length: 'MAX_TOKENS', filter: 'SAFETY', refusal: 'PROHIBITED_CONTENT' },
};

// Those with which no answer ends.
const ENDLESS: readonly FaultName[] = ['reset', 'stall', 'stall-midway', 'cut'];

describe.each([RESPONSES, GOOGLE])('what all wires have, on $name', (wire) => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ logFile: null });
  });
  afterAll(async () => {
    lab.verify();
    await lab.close();
  });

  const ask = async (...history: unknown[]) => {
    const answer = await wire.send(lab, history);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text) as Json;
  };

  it.each(FAULT_NAMES.filter((name) => !ENDLESS.includes(name)))('fails as told: %s', async (name) => {
    for (const stream of [false, true]) {
      lab.script({ fault: name });
      const answer = await wire.send(lab, [wire.user('Hello')], stream);
      expect(answer.text).not.toContain('lab_error');
      const request = lab.lastRequest(wire.name);
      expect(request.fault).toBe(name);
      expect(['accepted', 'refused-as-told']).toContain(request.verdict);
    }
  });

  it('reports in its figures what overflowed without a word', async () => {
    lab.script([{ fault: 'overflow-silent' }, { fault: 'overflow-length' }, { fault: 'overflow-ollama' }]);
    expect(wire.read(await ask(wire.user('a'))).input).toBeGreaterThan(128_000);
    expect(wire.read(await ask(wire.user('a')))).toMatchObject({ text: '', ending: wire.endings.length });
    expect(wire.read(await ask(wire.user('word '.repeat(1000)))).input).toBeLessThan(600);
  });

  it('ends in the vendor’s own words', async () => {
    lab.script([{ stop: 'length' }, { stop: 'filter' }, { stop: 'refusal' }]);
    for (const ending of [wire.endings.length, wire.endings.filter, wire.endings.refusal]) {
      expect(wire.read(await ask(wire.user('a'))).ending).toBe(ending);
    }
  });

  it('follows directives step by step, also in parallel, and takes each step back', async () => {
    const history = [
      wire.user(
        'Go [[lab: tool look {"n": 1}]] [[lab: also-tool look {"n": 2}]] [[lab: tool look {"n": 3}]] [[lab: say Done.]]',
      ),
    ];
    const seen: unknown[] = [];
    for (let step = 0; step < 2; step += 1) {
      const body = await ask(...history);
      seen.push(wire.read(body).calls.map(({ args }) => args));
      history.push(...wire.answered(body));
    }
    expect(seen).toEqual([[{ n: 1 }, { n: 2 }], [{ n: 3 }]]);
    expect(wire.read(await ask(...history)).text).toBe('Done.');
    await ask(wire.user('[[lab: reason Well.]] [[lab: say Yes.]]'));
    expect(lab.lastRequest().usage?.reasoning).toBeGreaterThan(0);
  });

  it('gives the same stream for the same request of a new lab', async () => {
    const stream = async () => {
      const fresh = await startLab({ logFile: null });
      const { text } = await wire.send(fresh, [wire.user('Hello')], true);
      await fresh.close();
      return text;
    };
    expect(await stream()).toBe(await stream());
  });

  it('keeps the key out of its records, and the model in them', async () => {
    await ask(wire.user('a'));
    const { headers, key, model } = lab.lastRequest();
    expect(JSON.stringify(headers)).not.toContain(lab.google.apiKey);
    expect(key).toMatch(/^sha256:/);
    expect(model).toMatch(/-lab-128k$/);
  });
});
