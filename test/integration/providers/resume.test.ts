import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attachment, Reader } from '#contract';
import { call, type Lab, reasoning, text } from '../../lab/index.ts';
import { Rig, textOf } from '../run/rig.ts';
import { addEveryWire, conversationIn, everyWire, headOf, type WireReader, wireFacts } from './every-wire.ts';

let rig: Rig;
let readers: Record<WireReader, Reader>;
let image: Attachment;
beforeAll(async () => {
  rig = await Rig.start();
  readers = await addEveryWire(rig);
  const dot = { create: { width: 40, height: 30, channels: 3, background: '#224466' } } as const;
  const bytes = new Uint8Array(await sharp(dot).png().toBuffer());
  image = await rig.call('attachments.add', { name: 'bild čaj ชา.png', bytes });
});
afterAll(() => rig.end());

/** Arguments that parsing and printing would change. */
const rawArguments = [
  '{ "query": "žluťoučký kůň \\u00e9 ไทย 中文 😀",  "limit": 5 }',
  '{"limit":1, "query" : "9007199254740993 12345678901234567890" }',
];

type Script = Parameters<Lab['script']>[0];

/** A turn with an image, reasoning, two calls at once, and an answer. */
const firstTurn: Script = [
  {
    parts: [
      reasoning('First I search.  Twice, \n\nin fact. 🔎'),
      text('I look for it.'),
      call('search_workspace', rawArguments[0] ?? ''),
      call('search_workspace', rawArguments[1] ?? ''),
    ],
  },
  { parts: [reasoning('Nothing is there.'), text('Nichts gefunden – ไม่พบ 🤷')] },
];

/** Looks for tools that are not in the request, and calls two of them, one by its own name. */
const activating = [
  {
    parts: [
      call('search_tools', '{"query":"read a page of the web"}'),
      call('read_file', '{}'),
      call('use_tool', '{"name":"write_file","arguments":{}}'),
    ],
  },
  { parts: [text('Third.')] },
];

async function say(id: string, words: string, attachments: Attachment[] = [], parentId?: string) {
  const content = { text: words, attachments };
  const started = await rig.call('turns.send', {
    conversationId: id,
    content,
    ...(parentId && { parentId }),
  });
  const answer = await rig.final(started.agentMessageId);
  expect([answer.status, answer.parts.at(-1)?.type]).toEqual(['complete', 'text']);
  return answer;
}

const lastRaw = () => rig.lab.requests.findLast(({ method }) => method === 'POST')?.raw ?? Buffer.of();

describe.each(everyWire)('a conversation on %s', (name) => {
  const { list } = wireFacts[name];

  it('[T4] goes back byte for byte after save, restart and a change of branch', async () => {
    const id = await rig.conversation(readers[name]);
    rig.lab.script(firstTurn);
    const first = await say(id, 'Did I ever mention it? เคยไหม', [image]);
    const before = lastRaw();

    await rig.restart();
    rig.lab.script({ parts: [text('As I said.')] });
    const second = await say(id, 'And now?');
    const resumed = lastRaw();
    const whole = conversationIn(before, list);
    expect(conversationIn(resumed, list).startsWith(whole)).toBe(true);
    expect(headOf(resumed, list)).toBe(headOf(before, list));

    // Another branch from the first answer, and back.
    rig.lab.script([{ parts: [text('On the other branch.')] }, { parts: [text('Back again.')] }]);
    await say(id, 'Something else?', [], first.id);
    expect(conversationIn(lastRaw(), list).startsWith(whole)).toBe(true);
    await say(id, 'Where were we?', [], second.id);
    expect(conversationIn(lastRaw(), list).startsWith(conversationIn(resumed, list))).toBe(true);

    const sent = lastRaw().toString('utf8');
    const asText = list === 'input' || wireFacts[name].lab === 'openai' || name === 'compatible';
    for (const raw of rawArguments) expect(sent).toContain(asText ? JSON.stringify(raw) : raw);
  });

  it('between two requests without a pass the common prefix is the whole earlier request, with tools found and called in between', async () => {
    const id = await rig.conversation(readers[name]);
    rig.lab.script([...[firstTurn].flat(), ...activating, { parts: [text('Fourth.')] }]);
    const from = rig.lab.requests.length;
    await say(id, 'One', [image]);
    await say(id, 'Two');
    await say(id, 'Three');
    const raws = rig.lab.requests
      .slice(from)
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
      .map(({ raw }) => raw);
    expect(raws).toHaveLength(5);
    expect(raws[3]?.toString(), 'the tools became known').toContain('Fetches a page of the web');
    for (const [at, raw] of raws.entries()) {
      const earlier = raws[at - 1];
      if (!earlier) continue;
      expect(headOf(raw, list)).toBe(headOf(earlier, list));
      expect(conversationIn(raw, list).startsWith(conversationIn(earlier, list))).toBe(true);
    }
  });
});

/** As many as the strictest of the servers takes: more would be set aside. */
const mostPictures = 5;

describe('one conversation on every wire in turn', () => {
  it('is accepted each time, nothing that was said is lost, and notes say what changed', async () => {
    const id = await rig.conversation(readers.anthropic);
    const said: string[] = [];
    for (const round of [1, 2]) {
      for (const name of everyWire) {
        await rig.call('conversations.setReader', { id, reader: readers[name] });
        // OpenAI shows no reasoning on its Chat Completions wire: there is none to go without.
        const silent = [name, 'openai-chat'].map((each) => ` ${each} `);
        const answers = said.filter((words) => words.startsWith('A '));
        const others = answers.filter((words) => !silent.some((each) => words.includes(each))).length;
        const { notes = [] } = await rig.call('context.report', { conversationId: id });
        const attached = round === 1 && everyWire.indexOf(name) < mostPictures;
        const sees = name !== 'compatible';
        const pictures = round === 1 ? Math.min(everyWire.indexOf(name), mostPictures) : mostPictures;
        expect(notes).toEqual([
          ...(others > 0 ? [{ kind: 'reasoning', count: others }] : []),
          ...(sees ? [] : [{ kind: 'images', count: pictures }]),
        ]);
        const [question, answer, thought] = [
          `Q ${round} ${name} ✓`,
          `A ${round} ${name} ✓`,
          `T ${round} ${name}`,
        ];
        const ask = { parts: [reasoning(thought), call('search_workspace', rawArguments[1] ?? '')] };
        rig.lab.script([ask, { parts: [text(answer)] }]);
        expect(textOf(await say(id, question, attached ? [image] : []))).toBe(answer);
        const sent = lastRaw().toString('utf8');
        said.push(question);
        for (const words of said) expect(sent).toContain(JSON.stringify(words).slice(1, -1));
        said.push(answer);
      }
    }
    // Nobody was told what another model thought.
    const last = lastRaw().toString('utf8');
    for (const name of everyWire.filter((each) => each !== 'ollama'))
      expect(last).not.toContain(`T 1 ${name}`);
  }, 60_000);
});
