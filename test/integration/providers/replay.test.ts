import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract';
import type { ToolSpec, ViewMessage } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { WireResponse } from '../../../main/providers/wire.ts';
import { call, type Lab, reasoning, redacted, startLab, text } from '../../lab/index.ts';
import {
  agentSaid,
  ask,
  type Mount,
  modelOf,
  resultsOf,
  streamed,
  targetOf,
  userText,
  viewOf,
  wireOf,
  wires,
  withOllama,
} from './support.ts';

// A PNG of one pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image: Attachment = {
  hash: 'a'.repeat(64),
  name: 'dot.png',
  mime: 'image/png',
  kind: 'image',
  bytes: png.byteLength,
  width: 1,
  height: 1,
};
const attached: SeenPart = { type: 'attachment', attachment: image };

const tools: ToolSpec[] = ['measure', 'look_up'].map((name) => ({
  name,
  description: `The tool ${name}`,
  parameters: { type: 'object', properties: { n: {} }, required: [] },
}));

/** Arguments that parsing and printing would change: spaces, 1.0, large integers, escapes, order. */
const rawArguments = [
  '{ "n": 1.0, "big": 12345678901234567890, "e": 1e2 }',
  '{"text":"žluťoučký kůň \\u00e9 ไทย 中文 😀","b":1,"a":[ ]}',
];

interface Case {
  mount: Mount;
  model: string;
  figures?: object;
  /** False for models that show no reasoning. */
  reasons?: boolean;
}

const cases: Case[] = [
  { mount: 'anthropic', model: 'claude-lab-sonnet' },
  { mount: 'anthropic', model: 'claude-lab-opus' },
  { mount: 'anthropic', model: 'claude-lab-fable' },
  { mount: 'openai', model: 'gpt-lab', figures: { vision: true, tools: true }, reasons: false },
  { mount: 'openai', model: 'gpt-lab-thinker', figures: { vision: true, tools: true } },
  { mount: 'compatible', model: 'lab/reasoner', figures: { tools: true } },
  { mount: 'responses', model: 'gpt-lab', figures: { vision: true }, reasons: false },
  { mount: 'responses', model: 'gpt-5.5-lab-200k' },
  { mount: 'responses', model: 'gpt-5.6-lab-1m' },
  { mount: 'google', model: 'gemini-3-pro-lab-200k', figures: { vision: true, reasoning: true } },
  { mount: 'google', model: 'gemini-2.5-flash-lab-1m', figures: { vision: true, reasoning: true } },
  {
    mount: 'ollama',
    model: 'qwen3-vl:8b',
    figures: { vision: true, reasoning: true, contextWindow: 32_768 },
  },
];

/** Wires whose vendor has arguments as text; the others have them as JSON. */
const asText: readonly Mount[] = ['openai', 'compatible', 'responses'];

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
  await withOllama(lab);
});
afterAll(async () => {
  lab.verify();
  await lab.close();
});

/** The messages of a request as text, without the cache markers, which are meant to move on. */
function messagesSent(raw: Buffer): string {
  const body = raw.toString('utf8');
  const [opening = ''] = /"(?:messages|input|contents)":\[/.exec(body) ?? [];
  const from = body.indexOf(opening) + opening.length;
  return body.slice(from, body.lastIndexOf(']')).replaceAll(/,"cache_control":\{[^}]*\}/g, '');
}

describe.each(cases)(
  'a conversation with $model on $mount',
  ({ mount, model: id, figures, reasons = true }) => {
    it('[T4] goes back byte for byte, and every request begins with the whole one before', async () => {
      const wire = wireOf(wires(), mount);
      const model = await modelOf(lab, mount, id, figures);
      const target = targetOf(lab, mount);
      const first = userText('u1', attached, 'Measure this, please.');
      const messages: ViewMessage[] = [first];
      const sent: string[] = [];
      const bodies: string[] = [];
      const say = async (script: Parameters<Lab['script']>[0]) => {
        lab.script(script);
        const view = viewOf([...messages], { tools });
        const asked = await ask(wire, { target, model, view, readAttachment: async () => png });
        const request = lab.requests.at(-1);
        sent.push(messagesSent(request?.raw ?? Buffer.of()));
        bodies.push(request?.raw.toString('utf8') ?? '');
        return asked;
      };

      const calls = [
        ...(reasons ? [reasoning('First I have to measure.\n\nIt is  not far. ')] : []),
        ...(mount === 'anthropic' ? [redacted('secret')] : []),
        text('I will measure.'),
        call('measure', rawArguments[0] ?? ''),
        call('look_up', rawArguments[1] ?? ''),
      ];
      const one = await say({ parts: calls });
      expect(one.response.stop).toBe('calls');
      expect(argumentsOf(one.response)).toEqual(rawArguments);
      expect(streamed(one.events, 'text')).toBe('I will measure.');
      messages.push(
        agentSaid('a1', one.response),
        resultsOf('a1', one.response, (name) => [{ type: 'text', text: `${name}: 3 m` }]),
      );

      const two = await say({
        parts: [...(reasons ? [reasoning('Three metres.')] : []), text('It is  three metres. 📏\n')],
      });
      expect(two.response.said.at(-1)).toEqual({ type: 'text', text: 'It is  three metres. 📏\n' });
      messages.push(agentSaid('a1', two.response), userText('u2', 'And in feet?'));

      await say({ parts: [text('About ten.')] });
      expect(sent[1]?.startsWith(sent[0] ?? 'x')).toBe(true);
      expect(sent[2]?.startsWith(sent[1] ?? 'x')).toBe(true);

      // What came over the wire stands in the third request exactly as it came.
      for (const raw of rawArguments) {
        const wanted = asText.includes(mount) ? JSON.stringify(raw) : raw;
        expect(bodies[1]).toContain(wanted);
        expect(bodies[2]).toContain(wanted);
      }
      for (const block of one.response.native.blocks as Record<string, string>[]) {
        for (const field of ['signature', 'data', 'id', 'encrypted_content', 'thoughtSignature'])
          if (block[field]) expect(bodies[2]).toContain(block[field]);
      }
      // The same view makes the same bytes, on another day in another process as well.
      const again = await say({ parts: [text('About ten.')] });
      expect(again.response.stop).toBe('end');
      expect(bodies[3]).toBe(bodies[2]);
    });
  },
);

function argumentsOf({ said }: WireResponse): string[] {
  return said.flatMap((part) => (part.type === 'call' ? [part.arguments] : []));
}
