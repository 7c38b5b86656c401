import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment, Model } from '#contract';
import type { ToolSpec, View, ViewMessage } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { WireResponse } from '../../../main/providers/wire.ts';
import { call, type Lab, reasoning, startLab, text } from '../../lab/index.ts';
import {
  agentSaid,
  ask,
  type Mount,
  modelOf,
  resultsOf,
  targetOf,
  userText,
  viewOf,
  wireOf,
  wires,
  withOllama,
} from './support.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image: Attachment = {
  hash: 'b'.repeat(64),
  name: 'dot.png',
  mime: 'image/png',
  kind: 'image',
  bytes: png.byteLength,
  width: 1,
  height: 1,
};
const notes: Attachment = {
  hash: 'c'.repeat(64),
  name: 'notes.txt',
  mime: 'text/plain',
  kind: 'text',
  bytes: 12,
};
const archive: Attachment = {
  hash: 'd'.repeat(64),
  name: 'all.zip',
  mime: 'application/zip',
  kind: 'file',
  bytes: 99,
};
const attach = (attachment: Attachment): SeenPart => ({ type: 'attachment', attachment });
const readAttachment = async (hash: string) => (hash === notes.hash ? Buffer.from('Buy apples.\n') : png);

const tools: ToolSpec[] = [
  { name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } },
  { name: 'read_attachment', description: 'Reads', parameters: { type: 'object', properties: {} } },
];

interface Reader {
  mount: Mount;
  id: string;
  figures?: Partial<Model>;
  reasons?: boolean;
}
const readers: Reader[] = [
  { mount: 'anthropic', id: 'claude-lab-sonnet', reasons: true },
  { mount: 'anthropic', id: 'claude-lab-opus', reasons: true },
  { mount: 'openai', id: 'gpt-lab', figures: { vision: true } },
  { mount: 'openai', id: 'gpt-lab-text', figures: { vision: false } },
  { mount: 'compatible', id: 'lab/reasoner', reasons: true },
  { mount: 'compatible', id: 'lab/small', figures: { tools: false } },
  { mount: 'responses', id: 'gpt-5.5-lab-200k', reasons: true },
  { mount: 'responses', id: 'gpt-5.6-lab-200k', reasons: true },
  { mount: 'google', id: 'gemini-3-pro-lab-200k', figures: { vision: true }, reasons: true },
  { mount: 'google', id: 'gemini-2.5-flash-lab-200k', figures: { vision: true }, reasons: true },
  {
    mount: 'ollama',
    id: 'qwen3-vl:8b',
    figures: { vision: true, reasoning: true, contextWindow: 32_768 },
    reasons: true,
  },
];

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
  await withOllama(lab);
});
afterAll(async () => {
  lab.verify();
  await lab.close();
});

async function answer(
  reader: Reader,
  view: View,
  parts: Parameters<Lab['script']>[0],
): Promise<WireResponse> {
  const { mount, id, figures } = reader;
  lab.script(parts, { model: id });
  const model = await modelOf(lab, mount, id, figures);
  const { response } = await ask(wireOf(wires(), mount), {
    target: targetOf(lab, mount),
    model,
    view,
    readAttachment,
  });
  return response;
}

/** A turn with reasoning, two calls at once, one of them answered with an image and one failed. */
async function turnOf(reader: Reader): Promise<ViewMessage[]> {
  const first = userText('u1', attach(image), attach(notes), attach(archive), 'What is this?');
  const think = reader.reasons ? [reasoning('A secret thought.')] : [];
  const one = await answer(reader, viewOf([first], { tools }), {
    parts: [...think, text('I look.'), call('look', '{"n":1.0}'), call('look', '{}')],
  });
  const messages = [
    first,
    agentSaid('a1', one),
    resultsOf('a1', one, () => [{ type: 'text', text: 'seen' }, attach(image)]),
  ];
  const results = messages[2];
  if (results?.role === 'results' && results.results[1]) results.results[1].failed = true;
  const two = await answer(reader, viewOf(messages, { tools }), { parts: [text('A dot.')] });
  return [...messages, agentSaid('a1', two), userText('u2', 'Thank you.')];
}

const sent = (): string => lab.lastRequest().raw.toString('utf8');

describe.each(readers.filter((reader) => reader.figures?.tools !== false))('what $id said', (from) => {
  it.each(readers)('[T4] can be read by $id', async (to) => {
    const messages = await turnOf(from);
    const response = await answer(to, viewOf(messages, { tools }), { parts: [text('Good bye.')] });
    expect(response.stop).toBe('end');
    for (const said of ['What is this?', 'I look.', 'A dot.', 'Thank you.', 'Buy apples.', 'all.zip'])
      expect(sent()).toContain(said);
    const same = from.id === to.id;
    if (from.reasons) expect(sent().includes('A secret thought.')).toBe(same);
  });

  it('goes back without tools as text, where the reader has none now', async () => {
    const messages = await turnOf(from);
    const response = await answer(from, viewOf(messages), { parts: [text('Good bye.')] });
    expect(response.stop).toBe('end');
    expect(sent()).toContain('[Called the tool look with {\\"n\\":1.0}]');
    expect(sent()).toContain('[Result of the tool look, which failed]');
  });

  it('[T4] keeps what Claude thought across a change of the instructions, or lets the vendor drop it', async () => {
    const messages = await turnOf(from);
    const response = await answer(from, viewOf(messages, { tools, system: 'You are somebody else.' }), {
      parts: [text('Good bye.')],
    });
    expect(response.stop).toBe('end');
  });
});

it.each(readers.filter(({ id }) => id === 'gpt-5.5-lab-200k' || id === 'claude-lab-sonnet'))(
  '$id goes on in words where its reasoning cannot be opened any more',
  async (reader) => {
    const messages = await turnOf(reader);
    const broken = JSON.parse(
      JSON.stringify(messages).replaceAll(/"(encrypted_content|signature)":"[^"]{12}/g, '"$1":"AAAAAAAAAAAA'),
    ) as ViewMessage[];
    lab.expectRefusal({ kind: 'invalid' });
    const response = await answer(reader, viewOf(broken, { tools }), { parts: [text('Good bye.')] });
    expect(response.stop).toBe('end');
    expect(sent()).toContain('I look.');
    expect(sent()).not.toContain('A secret thought.');
  },
);

describe('attachments', () => {
  const [claude, , gpt, blind] = readers as [Reader, Reader, Reader, Reader];

  it('puts images before the text on Claude, and text files by name', async () => {
    await answer(claude, viewOf([userText('u1', 'Look at this', attach(notes), attach(image))]), {});
    const [message] = (lab.lastRequest().body as { messages: { content: object[] }[] }).messages;
    expect(message?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } },
      { type: 'text', text: 'Look at this' },
      {
        type: 'text',
        text: '<file name="notes.txt">\nBuy apples.\n\n</file>',
        cache_control: { type: 'ephemeral' },
      },
    ]);
  });

  it('tells a model without vision that there is an image', async () => {
    await answer(blind, viewOf([userText('u1', attach(image), 'Look')]), {});
    expect(sent()).toContain('[Image attached: \\"dot.png\\", image/png, 1 x 1 pixels');
    expect(sent()).not.toContain(png.toString('base64'));
  });

  it('shows the images of a tool after its result where results hold text alone', async () => {
    const first = userText('u1', 'Look');
    const one = await answer(gpt, viewOf([first], { tools }), { parts: [call('look', '{}')] });
    const messages = [first, agentSaid('a1', one), resultsOf('a1', one, () => [attach(image)])];
    await answer(gpt, viewOf(messages, { tools }), {});
    const roles = (lab.lastRequest().body as { messages: { role: string }[] }).messages.map(
      ({ role }) => role,
    );
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
  });

  it('refuses what the vendor would, in the newest message, before anything is sent', async () => {
    const before = lab.requests.length;
    const model = await modelOf(lab, claude.mount, claude.id);
    const tooWide = { ...image, width: 9000 };
    const vector = { ...image, mime: 'image/svg+xml' };
    for (const [attachment, code] of [
      [tooWide, 'attachment_too_large'],
      [vector, 'attachment_unsupported'],
    ] as const) {
      const view = viewOf([userText('u1', attach(attachment))]);
      const asked = ask(wires().anthropic, {
        target: targetOf(lab, 'anthropic'),
        model,
        view,
        readAttachment,
      });
      await expect(asked).rejects.toMatchObject({ code, params: { name: 'dot.png', provider: 'The lab' } });
    }
    expect(lab.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('leaves the same image out of older messages, so that the conversation goes on', async () => {
    const messages = [
      userText('u1', attach({ ...image, width: 9000 }), 'Look'),
      agentWords('a1', 'A dot.'),
      userText('u2', 'And?'),
    ];
    await answer(claude, viewOf(messages), {});
    expect(sent()).toContain('It is larger than this model takes.');
  });

  it('keeps the newest images where there are more than the provider takes', async () => {
    const many = Array.from({ length: 8 }, (_, at) => attach({ ...image, name: `dot ${at}.png` }));
    const messages = [
      userText('u1', ...many.slice(0, 4)),
      agentWords('a1', 'Four.'),
      userText('u2', ...many.slice(4)),
    ];
    await answer(gpt, viewOf(messages), {});
    expect(sent().match(/"image_url":\{/g)).toHaveLength(5);
    expect(sent()).toContain('dot 2.png');
    expect(sent()).not.toContain('dot 3.png');
  });

  it('goes on without an old file that got lost, but not without a new one', async () => {
    const { BoughError } = await import('#core/errors.ts');
    const lost = () => Promise.reject(new BoughError('attachment_missing', 'gone'));
    const model = await modelOf(lab, claude.mount, claude.id);
    const target = targetOf(lab, 'anthropic');
    const fresh = viewOf([userText('u1', attach(notes), 'Read')]);
    await expect(
      ask(wires().anthropic, { target, model, view: fresh, readAttachment: lost }),
    ).rejects.toMatchObject({
      code: 'attachment_missing',
    });
    const old = viewOf([
      userText('u1', attach(notes), 'Read'),
      agentWords('a1', 'Apples.'),
      userText('u2', 'And?'),
    ]);
    await ask(wires().anthropic, { target, model, view: old, readAttachment: lost });
    expect(sent()).toContain('The file is no longer there.');
  });

  it('puts in only the beginning of a long text, and says how to read on', async () => {
    const long = Buffer.from('ž'.repeat(300_000));
    const model = await modelOf(lab, claude.mount, claude.id, { contextWindow: 50_000 });
    const view = viewOf([userText('u1', attach(notes), 'Read')], { tools });
    await ask(wires().anthropic, {
      target: targetOf(lab, 'anthropic'),
      model,
      view,
      readAttachment: async () => long,
    });
    expect(sent()).toContain(
      '[This is the beginning: 50000 of 300000 characters. The tool read_attachment reads it.]',
    );
  });
});

const agentWords = (id: string, words: string): ViewMessage => ({
  role: 'agent',
  messageId: id,
  said: [{ type: 'text', text: words }],
  native: null,
});

describe('messages that vendors refuse', () => {
  it.each(readers)('are mended for $id: blanks, neighbours, answers without a word', async (reader) => {
    const messages: ViewMessage[] = [
      userText('u1', 'One.', '  \n'),
      { role: 'agent', messageId: 'a1', said: [], native: null },
      userText('u2', 'Two.'),
      agentWords('a2', '  '),
      userText('u3', 'Three.'),
    ];
    const response = await answer(reader, viewOf(messages, { system: '  ' }), {});
    expect(response.stop).toBe('end');
  });

  it.each(readers.filter((reader) => reader.figures?.tools !== false))(
    'are mended for $id: ids and arguments of calls that no vendor would take',
    async (reader) => {
      const strange = (id: string, args: string): ViewMessage[] => [
        {
          role: 'agent',
          messageId: 'a',
          said: [{ type: 'call', id, name: 'look', arguments: args }],
          native: null,
        },
        {
          role: 'results',
          messageId: 'a',
          results: [{ callId: id, name: 'look', parts: [], failed: false, eventful: false }],
        },
      ];
      const messages = [
        userText('u1', 'Look'),
        ...strange('functions.look:0', '{"broken": '),
        ...strange('functions.look:0', ''),
        ...strange(`call_${'x'.repeat(80)}`, '[1]'),
        agentWords('a1', 'Seen.'),
        userText('u2', 'Good.'),
      ];
      const response = await answer(reader, viewOf(messages, { tools }), {});
      expect(response.stop).toBe('end');
    },
  );
});

describe('prompt caches', () => {
  it('marks tools and instructions for an hour, and the ends of the last two requests', async () => {
    const [claude] = readers as [Reader];
    const system = 'The rules of the house. '.repeat(400);
    const first = userText('u1', 'Hello');
    const one = await answer(claude, viewOf([first], { system, tools }), { parts: [text('Hello.')] });
    expect(one.usage).toMatchObject({ cacheRead: 0 });
    expect(one.usage?.cacheWrite).toBeGreaterThan(1000);
    const two = await answer(
      claude,
      viewOf([first, agentSaid('a1', one), userText('u2', 'Again')], { system, tools }),
      {},
    );
    expect(two.usage?.cacheRead).toBeGreaterThanOrEqual(one.usage?.cacheWrite ?? 0);
    const body = lab.lastRequest().body as {
      tools: { cache_control?: object }[];
      system: { cache_control?: object }[];
      messages: { content: { cache_control?: object }[] }[];
    };
    const hour = { type: 'ephemeral', ttl: '1h' };
    expect(body.tools.map((tool) => tool.cache_control)).toEqual([undefined, hour]);
    expect(body.system.map((block) => block.cache_control)).toEqual([hour]);
    const marks = body.messages.map(({ content }) => content.at(-1)?.cache_control);
    expect(marks).toEqual([{ type: 'ephemeral' }, undefined, { type: 'ephemeral' }]);
  });

  it.each(readers.filter(({ mount, figures }) => mount !== 'ollama' && figures?.tools !== false))(
    'are read by $id up to the end of the request before, steps with calls and images included',
    async (reader) => {
      const system = `The rules of ${reader.mount} ${reader.id}. `.repeat(400);
      const messages: ViewMessage[] = [userText('u1', attach(image), 'What is this?')];
      const sizes: number[] = [];
      for (const [at, parts] of [
        [call('look', '{}'), call('look', '{"n":1}')],
        [text('A dot.')],
        [text('No.')],
      ].entries()) {
        const { usage, ...response } = await answer(reader, viewOf([...messages], { system, tools }), {
          parts,
        });
        if (at > 0) expect(usage?.cacheRead).toBeGreaterThan((sizes.at(-1) ?? 0) * 0.95);
        sizes.push((usage?.input ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0));
        const said = { ...response, usage };
        messages.push(agentSaid('a', said));
        if (at === 0)
          messages.push(resultsOf('a', said, () => [{ type: 'text', text: 'seen' }, attach(image)]));
        else messages.push(userText(`u${at}`, 'And?'));
      }
    },
  );

  it('are read by OpenAI without marks, because a request begins with the one before', async () => {
    const gpt = readers[2] as Reader;
    const system = 'The rules of the house. '.repeat(400);
    const first = userText('u1', 'Hello');
    const one = await answer(gpt, viewOf([first], { system, tools }), { parts: [text('Hello.')] });
    const two = await answer(
      gpt,
      viewOf([first, agentSaid('a1', one), userText('u2', 'Again')], { system, tools }),
      {},
    );
    expect(two.usage?.cacheRead).toBeGreaterThan(1000);
    expect(two.usage?.input).toBeLessThan(one.usage?.input ?? 0);
  });
});
