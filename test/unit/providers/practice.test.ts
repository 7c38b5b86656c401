import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '#contract';
import type { View, ViewMessage } from '#core/context/view.ts';
import type { SaidPart } from '#core/transcript/types.ts';
import { readGuide } from '../../../main/guide.ts';
import { GuideIndex } from '../../../main/providers/practice/guide-index.ts';
import { practiceModel, practiceRoute } from '../../../main/providers/practice/model.ts';
import { phrases } from '../../../main/providers/practice/phrases/index.ts';
import { PracticeWire } from '../../../main/providers/practice/wire.ts';
import type { WireEvent, WireResponse } from '../../../main/providers/wire.ts';
import { ManualSchedule } from '../../host/manual-schedule.ts';

const guideFolder = join(import.meta.dirname, '../../../docs/guide');
const guide = await readGuide(guideFolder);
const target = {
  routeId: 'practice',
  preset: 'practice',
  provider: practiceRoute.name,
  baseUrl: '',
  key: null,
};

function wire(more: object = {}) {
  const clock = new ManualSchedule();
  const practice = new PracticeWire({
    fetch: () => Promise.reject(new Error('the practice assistant has no network')),
    schedule: clock.schedule,
    environment: { now: clock.now, newId: () => 'id' },
    appVersion: '0',
    guide: async () => guide,
    practicePace: 'instant',
    ...more,
  });
  return { practice, clock };
}

const user = (text: string, ...attachments: Attachment[]): ViewMessage => ({
  role: 'user',
  messageId: 'u',
  parts: [
    ...attachments.map((attachment) => ({ type: 'attachment' as const, attachment })),
    { type: 'text', text },
  ],
});
const agent = (...said: SaidPart[]): ViewMessage => ({ role: 'agent', messageId: 'a', said, native: null });
const result = (name: string, text: string, failed = false): ViewMessage => ({
  role: 'results',
  messageId: 'a',
  results: [{ callId: 'practice_1', name, parts: [{ type: 'text', text }], failed, eventful: failed }],
});
const tool = (name: string) => ({ name, description: '', parameters: {} });
const allTools = [tool('read_attachment'), tool('search_workspace')];

async function answer(
  messages: ViewMessage[],
  more: Partial<View> = {},
): Promise<WireResponse & { events: WireEvent[] }> {
  const view = { system: '', tools: allTools, messages, ...more };
  const events: WireEvent[] = [];
  const signal = new AbortController().signal;
  const readAttachment = () => Promise.reject(new Error('never read'));
  for await (const event of wire().practice.stream({
    view,
    model: practiceModel,
    target,
    readAttachment,
    readPage: readAttachment,
    signal,
  })) {
    events.push(event);
  }
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('not done');
  return { ...last.response, events };
}

const textOf = ({ said }: Pick<WireResponse, 'said'>): string =>
  said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
const callOf = ({ said }: WireResponse) => said.find((part) => part.type === 'call');

const picture: Attachment = {
  hash: 'a'.repeat(64),
  name: 'beach.png',
  mime: 'image/png',
  kind: 'image',
  bytes: 345_678,
  width: 1200,
  height: 800,
};
const notes: Attachment = {
  hash: 'b'.repeat(64),
  name: 'notes.txt',
  mime: 'text/plain',
  kind: 'text',
  bytes: 20,
};
const archive: Attachment = {
  hash: 'c'.repeat(64),
  name: 'all.zip',
  mime: 'application/zip',
  kind: 'file',
  bytes: 20,
};

const languages = Object.keys(phrases) as (keyof typeof phrases)[];

describe('the practice assistant', () => {
  it.each(languages)(
    'says in %s, at the first answer and only there, that it is not an AI',
    async (language) => {
      const say = phrases[language];
      const hello = say.greetings[0] ?? '';
      const first = await answer([user(hello)]);
      expect(textOf(first)).toContain(say.introduction);
      expect(textOf(first)).toContain(say.greeting);
      const later = await answer([user(hello), agent({ type: 'text', text: 'x' }), user(hello)]);
      expect(textOf(later)).not.toContain(say.introduction);
    },
  );

  it.each([
    ['How do I add a key?', 'Adding a key'],
    ['where are my keys kept', 'How keys are kept'],
    ['What happens when I edit a message?', 'Editing a message'],
    ['can I try an answer again?', 'Trying an answer again'],
    ['how to go back', 'Going back'],
    ['How do I stop an answer?', 'Stopping an answer'],
    ['Where is the trash?', 'The trash'],
    ['can I use ollama', 'Models on this computer'],
    ['Jak přidám klíč?', 'Adding a key'],
    ['Hoe voeg ik een sleutel toe?', 'Adding a key'],
    ['Bagaimana cara menambah kunci?', 'Adding a key'],
    ['Como adiciono uma chave?', 'Adding a key'],
    ['เพิ่มคีย์อย่างไร', 'Adding a key'],
    ['Co se stane, když upravím zprávu?', 'Editing a message'],
    ['Wat gebeurt er als ik een bericht bewerk?', 'Editing a message'],
    ['Apa yang terjadi jika saya mengubah pesan?', 'Editing a message'],
    ['O que acontece quando edito uma mensagem?', 'Editing a message'],
    ['ถ้าแก้ไขข้อความจะเกิดอะไรขึ้น', 'Editing a message'],
  ])('answers "%s" from the guide: %s', async (question, heading) => {
    const response = await answer([user(question)]);
    const [, reference] = /\[([^\]]+)\]\(#guide\/\w+\)/.exec(textOf(response)) ?? [];
    expect(reference).toBe(heading);
    expect(response.said[0]).toMatchObject({ type: 'reasoning' });
    expect(response.stop).toBe('end');
  });

  it('quotes the guide word for word', async () => {
    const response = await answer([user('What happens when I edit a message?')]);
    const page = readFileSync(join(guideFolder, 'branches.md'), 'utf8');
    const section = page.split('## Editing a message\n\n')[1]?.split('\n\n## ')[0] ?? 'missing';
    expect(textOf(response)).toContain(section);
  });

  it('admits what the guide does not know, and says what can be tried', async () => {
    const response = await answer([user('Who wrote the opera about the flying Dutchman?')]);
    expect(textOf(response)).toContain(phrases.en.notInGuide);
    expect(textOf(response)).toContain('- Show me the formatting');
  });

  it.each([
    ['Find "the blue boat"', 'the blue boat'],
    ['please search my conversations for lighthouse repairs', 'lighthouse repairs'],
    ['Can you find what I said about boats?', 'boats'],
    ['Najdi zprávy o lodích', 'lodích'],
    ['Zoek berichten over boten', 'boten'],
    ['Carikan percakapan tentang kapal', 'kapal'],
    ['Procure mensagens sobre barcos', 'barcos'],
    ['ค้นหาข้อความเกี่ยวกับเรือ', 'เรือ'],
  ])('searches the workspace for what "%s" asks', async (text, query) => {
    const response = await answer([user(text)]);
    expect(callOf(response)).toMatchObject({
      name: 'search_workspace',
      arguments: JSON.stringify({ query }),
    });
    expect(response.stop).toBe('calls');
  });

  it.each(['How do I find an old message?', 'Where can I search?'])(
    'does not take "%s" for a request to search',
    async (text) => {
      expect(callOf(await answer([user(text)]))).toBeUndefined();
    },
  );

  it('calls no tool that it was not offered', async () => {
    const messages = [user('Find "boats"')];
    expect(callOf(await answer(messages, { tools: [] }))).toBeUndefined();
    expect(textOf(await answer([user('Read this', notes)], { tools: [] }))).toContain('notes.txt');
  });

  it('answers from what a tool found, and from nothing else', async () => {
    const asked = [
      user('Find boats'),
      agent({ type: 'call', id: 'practice_1', name: 'search_workspace', arguments: '{}' }),
    ];
    const found = await answer([
      ...asked,
      result('search_workspace', '1. "Trip", 2026-10-01\nthe boats\n\n2. "Lake", 2026-10-02\nboats'),
    ]);
    expect(textOf(found)).toContain(phrases.en.found(2));
    expect(textOf(found)).toContain('the boats');
    expect(textOf(await answer([...asked, result('search_workspace', 'Nothing was found.')]))).toContain(
      phrases.en.foundNothing,
    );
    const failed = await answer([...asked, result('search_workspace', 'It broke ``` here.', true)]);
    expect(textOf(failed)).toContain('````text\nIt broke ``` here.\n````');
  });

  it('reads an attached file with the tool, and counts what it got', async () => {
    const first = await answer([user('What is in it?', notes)]);
    expect(callOf(first)).toEqual({
      type: 'call',
      id: 'practice_1',
      name: 'read_attachment',
      arguments: '{"file":"notes.txt","limit":6000}',
    });
    const content = '[notes.txt: characters 0 to 23 of 23]\nBuy apples\nand 12 pears';
    const second = await answer([
      user('What is in it?', notes),
      agent(...first.said),
      result('read_attachment', content),
    ]);
    expect(textOf(second)).toContain(phrases.en.fileRead({ lines: 2, words: 5, characters: 23 }));
    expect(textOf(second)).toContain('```text\nBuy apples\nand 12 pears\n```');
  });

  it('reads an earlier file when it is named', async () => {
    const messages = [
      user('Keep this', notes),
      agent({ type: 'text', text: 'Yes.' }),
      user('How long is Notes.txt?'),
    ];
    expect(callOf(await answer(messages))).toMatchObject({ name: 'read_attachment' });
  });

  it('says of pictures what the file says, and that it cannot see them', async () => {
    const text = textOf(await answer([user('What is on it?', picture, archive)]));
    expect(text).toContain('**beach.png**: PNG, 1200 × 800 pixels, 338 KB');
    expect(text).toContain('I cannot see');
    expect(text).toContain('**all.zip**');
  });

  it.each([
    'Show me the formatting',
    'Ukaž formátování',
    'Toon de opmaak',
    'Tampilkan format',
    'Mostre a formatação',
    'แสดงรูปแบบข้อความ',
  ])('shows a table, code and a formula: %s', async (text) => {
    const shown = textOf(await answer([user(text)]));
    for (const mark of ['| --- |', '```python', '$$', '1. ', '**']) expect(shown).toContain(mark);
  });

  it.each(['Show me branches', 'Ukaž větve', 'Toon takken', 'Tunjukkan cabang', 'Mostre os ramos', 'แสดงกิ่ง'])(
    'walks through branches, step by step: %s',
    async (text) => {
      const said = textOf(await answer([user(text)]));
      for (const mark of ['1. ', '**/tree**', '6. ']) expect(said).toContain(mark);
    },
  );

  it.each([
    ['Write 300 words', 300],
    ['write 1,200 words about trees', 1200],
    ['Napiš 300 slov', 300],
    ['Schrijf 300 woorden', 300],
    ['Tulis 300 kata', 300],
    ['Escreva 300 palavras', 300],
  ])('writes at length: %s', async (text, words) => {
    const written = textOf(await answer([user(text)])).split(/\s+/).length;
    expect(written).toBeGreaterThan(words * 0.9);
    expect(written).toBeLessThan(words * 1.4);
  });

  it('writes Thai at length too', async () => {
    expect(textOf(await answer([user('เขียน 300 คำ')])).length).toBeGreaterThan(1500);
  });

  it('is cut at its output limit as any model is', async () => {
    const response = await answer([user('write 20,000 words')]);
    expect(response.stop).toBe('length');
    expect(response.usage?.output).toBeLessThanOrEqual(practiceModel.maxOutput);
  });

  it('[L2] refuses a conversation that is longer than its window, with the figures', async () => {
    const messages = [user('x'.repeat(practiceModel.contextWindow * 4 + 40))];
    await expect(answer(messages)).rejects.toMatchObject({
      code: 'provider_tokens',
      params: { provider: 'Practice assistant', model: 'practice', limit: 8000, actual: expect.any(Number) },
    });
  });

  it('[T4] answers the same to the same, and streams exactly what it answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
        const [one, two] = [await answer([user(text)]), await answer([user(text)])];
        expect(two.said).toEqual(one.said);
        const streamed = one.events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
        expect(streamed).toBe(one.said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''));
      }),
      { numRuns: 60 },
    );
  });

  it('gives each call of a conversation an id of its own', async () => {
    const first = await answer([user('Find boats')]);
    const messages = [
      user('Find boats'),
      agent(...first.said),
      result('search_workspace', 'Nothing was found.'),
      agent({ type: 'text', text: 'x' }),
      user('Find cars'),
    ];
    expect(callOf(await answer(messages))).toMatchObject({ id: 'practice_2' });
  });
});

describe('its pace', () => {
  it('is that of a quick reader, and Stop ends it at once', async () => {
    const { practice, clock } = wire({ practicePace: 'natural' });
    const controller = new AbortController();
    const view = { system: '', tools: [], messages: [user('Write 800 words')] };
    const readAttachment = () => Promise.reject(new Error('never'));
    const stream = practice.stream({
      view,
      model: practiceModel,
      target,
      readAttachment,
      readPage: readAttachment,
      signal: controller.signal,
    });
    const first = stream.next();
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(350);
    await expect(first).resolves.toMatchObject({ value: { type: 'text' } });
    const second = stream.next();
    await expect.poll(() => clock.pending).toBe(1);
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    expect(clock.pending).toBe(0);
  });
});

describe('filling the memory', () => {
  const asked = Object.values(phrases).map(
    ({ fillVerbs, goOn, fill }) => [fillVerbs[0] ?? '', goOn[0] ?? '', fill] as const,
  );

  it.each(asked)(
    '"%s" fills it part by part, and says what to look at once room was made',
    async (first, next, fill) => {
      const one = await answer([user(first)]);
      expect(textOf(one)).toContain(`${fill.title} 1`);
      expect(textOf(one).length).toBeGreaterThan(6000);
      const soFar = [user(first), agent(...one.said), user(next)];
      const two = await answer(soFar);
      expect(textOf(two)).toContain(`${fill.title} 2`);
      const fold = {
        role: 'user' as const,
        messageId: 'f',
        foldId: 'r1',
        parts: [{ type: 'text' as const, text: '' }],
      };
      const made = await answer([user(first), fold, agent(...two.said), user(next)] as View['messages']);
      expect(textOf(made)).toContain(fill.made);
      for (const step of fill.steps) expect(textOf(made)).toContain(step);
    },
  );

  it('goes on only where it was begun', async () => {
    expect(textOf(await answer([user('Go on')]))).not.toContain(phrases.en.fill.title);
  });
});

describe('the guide', () => {
  it('has the pages that it links to, and its index links to every one of them', () => {
    const slugs = new Set(guide.map(({ slug }) => slug));
    for (const { markdown } of guide) {
      for (const [, link = ''] of markdown.matchAll(/\]\(([\w-]+)\.md\)/g)) expect(slugs).toContain(link);
    }
    const index = guide.find(({ slug }) => slug === 'index')?.markdown ?? '';
    const linked = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, link = '']) => link);
    expect(slugs).toEqual(new Set(['index', ...linked]));
  });

  it('is found by any of its own headings', () => {
    const index = new GuideIndex(guide);
    for (const { markdown } of guide) {
      for (const [, heading = ''] of markdown.matchAll(/^## (.+)$/gm)) {
        expect(index.search(heading).map((section) => section.heading)).toContain(heading);
      }
    }
  });
});
