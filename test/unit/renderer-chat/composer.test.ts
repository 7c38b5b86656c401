import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment, DraftContent, Model, Route } from '#contract';
import { ComposerBox } from '../../../renderer/features/composer/box.ts';
import {
  isShakeWord,
  menuOptions,
  nearestCommand,
  readTyped,
} from '../../../renderer/features/composer/commands.ts';
import { mentionAt, withMention } from '../../../renderer/features/composer/mention.ts';
import { matchingModels, wordsIn } from '../../../renderer/features/composer/models.ts';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';

let host: FakeWindow;
/** What waits for typing to rest. */
let alarms: (() => void)[];
let box: ComposerBox;

const wait = (_: number, callback: () => void) => {
  alarms.push(callback);
  return () => {
    alarms = alarms.filter((other) => other !== callback);
  };
};
const rest = () => {
  for (const alarm of alarms.splice(0)) alarm();
};
const note: Attachment = {
  hash: 'f'.repeat(64),
  name: 'note.txt',
  mime: 'text/plain',
  kind: 'text',
  bytes: 5,
};
const saved = () =>
  host.calls
    .filter(({ method }) => method === 'drafts.save')
    .map(({ input }) => (input as { content: DraftContent }).content);

beforeEach(() => {
  host = stubWindow();
  alarms = [];
  host.answers['drafts.save'] = { ok: true, data: { saved: true } };
  host.answers['drafts.get'] = { ok: true, data: null };
  host.answers['attachments.add'] = { ok: true, data: note };
  box = new ComposerBox('c', wait);
});

afterEach(() => vi.unstubAllGlobals());

describe('drafts', () => {
  it('are written once when typing rests', async () => {
    box.setText('H');
    box.setText('Hi');
    expect(saved()).toEqual([]);
    rest();
    await vi.waitFor(() => expect(saved()).toEqual([{ text: 'Hi', attachments: [] }]));
  });

  it('are written at once when the box is left, and only if something changed', async () => {
    box.flush();
    box.setText('Hi');
    box.flush();
    await vi.waitFor(() => expect(saved()).toHaveLength(1));
    expect(alarms).toEqual([]);
  });

  it('come back, but never over what was already typed', async () => {
    host.answers['drafts.get'] = { ok: true, data: { text: 'Old', attachments: [note] } };
    box.setText('New');
    await box.open();
    expect(box.content()).toEqual({ text: 'New', attachments: [] });
    const other = new ComposerBox('c', wait);
    await other.open();
    expect(other.content()).toEqual({ text: 'Old', attachments: [note] });
  });
});

describe('sending', () => {
  it('empties the box and the draft', async () => {
    box.setText('Hi');
    const sent: DraftContent[] = [];
    await box.send(box.content(), async (content) => void sent.push(content));
    expect(sent).toEqual([{ text: 'Hi', attachments: [] }]);
    expect(box.content()).toEqual({ text: '', attachments: [] });
    expect(saved()).toEqual([{ text: '', attachments: [] }]);
  });

  it('that fails puts the words and files back, before what was typed meanwhile', async () => {
    await box.add([new File(['hello'], 'note.txt')]);
    box.setText('First');
    await box.send(box.content(), async () => {
      box.setText('Second');
      throw new Error('no key');
    });
    expect(box.content()).toEqual({ text: 'First\n\nSecond', attachments: [note] });
    expect(box.store.getState().problem).toMatchObject({ kind: 'failure' });
    expect(saved().at(-1)).toEqual({ text: 'First\n\nSecond', attachments: [note] });
  });

  it('leaves a file that was refused in the box', async () => {
    host.answers['attachments.add'] = { ok: false, error: { code: 'attachment_unsupported', message: 'x' } };
    await box.add([new File(['x'], 'odd.bin')]);
    box.setText('Hi');
    await box.send(box.content(), async () => {});
    expect(box.store.getState().files).toMatchObject([
      { name: 'odd.bin', error: { code: 'attachment_unsupported' } },
    ]);
  });
});

describe('files', () => {
  it('over the limit are refused without being read', async () => {
    const file = new File([], 'film.bin');
    Object.defineProperty(file, 'size', { value: 50 * 1024 * 1024 + 1 });
    await box.add([file]);
    expect(box.store.getState().files).toMatchObject([{ error: { code: 'attachment_too_large' } }]);
    expect(host.calls).toEqual([]);
  });

  it('beyond fifty are left out, and said so', async () => {
    await box.add(Array.from({ length: 51 }, (_, index) => new File(['x'], `${index}.txt`)));
    expect(box.store.getState().files).toHaveLength(50);
    expect(box.store.getState().problem).toEqual({ kind: 'tooMany' });
  });
});

describe('commands', () => {
  it.each([
    ['Hello', { kind: 'message', text: 'Hello' }],
    ['//etc/hosts', { kind: 'message', text: '/etc/hosts' }],
    [' /retry', { kind: 'message', text: ' /retry' }],
    ['/retry', { kind: 'command', name: 'retry', argument: '' }],
    ['/MODEL claude opus', { kind: 'command', name: 'model', argument: 'claude opus' }],
    ['/retyr', { kind: 'unknown', typed: 'retyr', nearest: 'retry' }],
    ['/', { kind: 'unknown', typed: '', nearest: expect.any(String) }],
  ])('%s', (text, expected) => {
    expect(readTyped(text)).toEqual(expected);
  });

  const offered = (text: string) => menuOptions(text).map(({ name, word }) => `${name} ${word}`.trim());

  it('the menu is there while the name is typed, and what begins with the query comes first', () => {
    const all = offered('/');
    expect(all.map((name) => readTyped(`/${name}`).kind)).toEqual(all.map(() => 'command'));
    expect(offered('/co').slice(0, 2)).toEqual(['compact', 'context']);
    expect(offered('/m').slice(0, 2)).toEqual(['model', 'compact']);
    for (const text of ['', '//', '/z', '/model ', '/model x', 'a /b', '/a\n'])
      expect(offered(text), text).toEqual([]);
  });

  it('then it offers the words that the command knows', () => {
    expect(offered('/shake ')).toEqual(['shake tools', 'shake images', 'shake all']);
    expect(offered('/Shake IM')).toEqual(['shake images']);
    expect(offered('/compact s')).toEqual(['compact snapshots', 'compact summary']);
    for (const text of ['/shake x', '/compact the tax form', '/compact summary ', '/context '])
      expect(offered(text), text).toEqual([]);
  });

  it('/agent offers the agents that there are, by the beginning of their names', () => {
    const named = (text: string) => menuOptions(text, ['Ann', 'Ann Lee', 'Bob']).map(({ word }) => word);
    expect(named('/agent ')).toEqual(['Ann', 'Ann Lee', 'Bob']);
    expect(named('/agent ann l')).toEqual(['Ann Lee']);
    expect(named('/agent carl')).toEqual([]);
  });

  it('/shake takes its words and nothing else', () => {
    for (const word of ['', ' ', 'tools', 'IMAGES', 'all ']) expect(isShakeWord(word), word).toBe(true);
    for (const word of ['tool', 'tools images', '?']) expect(isShakeWord(word), word).toBe(false);
  });

  it.each([
    ['hlep', 'help'],
    ['rety', 'retry'],
    ['modle', 'model'],
    ['modell', 'model'],
  ])('%s is nearest to %s', (typed, nearest) => {
    expect(nearestCommand(typed)).toBe(nearest);
  });
});

describe('models', () => {
  const model = (id: string): Model => ({
    id,
    name: id,
    contextWindow: 200_000,
    maxOutput: 1,
    vision: true,
    tools: true,
    reasoning: false,
    source: 'default',
  });
  const route = (id: string, models: string[]): Route => ({
    id,
    preset: 'other',
    name: id,
    wire: 'openai-chat',
    baseUrl: '',
    keyStorage: 'none',
    needsKey: false,
    local: false,
    models: models.map(model),
  });

  it('are found by every word, in the model or its route', () => {
    const routes = [
      route('Anthropic', ['claude-opus', 'claude-haiku']),
      route('OpenRouter', ['claude-opus']),
    ];
    const found = (query: string) =>
      matchingModels(routes, query).map(({ route: { id }, model: { id: name } }) => `${id}/${name}`);
    expect(found('opus')).toEqual(['Anthropic/claude-opus', 'OpenRouter/claude-opus']);
    expect(found('opus router')).toEqual(['OpenRouter/claude-opus']);
    expect(found('')).toHaveLength(3);
  });

  it.each([
    [8000, 6000],
    [128_000, 96_000],
    [200_000, 150_000],
    [1_048_576, 790_000],
  ])('%i tokens are about %i words', (tokens, words) => {
    expect(wordsIn(tokens)).toBe(words);
  });
});

describe('a mention that is being typed', () => {
  const named = ['Ann', 'Ann Lee', 'Bob'].map((name) => ({
    id: name,
    name,
    colour: 0,
    systemPrompt: '',
    tools: [],
    reader: null,
    archivedAt: null,
  }));
  const offered = (text: string, caret = text.length) =>
    mentionAt(text, caret, named)?.options.map(({ name }) => name) ?? [];

  it('offers who could be meant, and nobody once a name is whole and can be no other', () => {
    expect(offered('@')).toEqual(['Ann', 'Ann Lee', 'Bob']);
    expect(offered('Ask @a')).toEqual(['Ann', 'Ann Lee']);
    expect(offered('@Ann')).toEqual(['Ann', 'Ann Lee']);
    expect(offered('@bob')).toEqual([]);
    for (const text of ['', 'Ann', 'me@a', '@c', 'a@example.org']) expect(offered(text), text).toEqual([]);
    expect(offered('@Bo and @A', 3)).toEqual(['Bob']);
  });

  it('puts the name in its place and goes on behind it', () => {
    const put = (text: string, caret: number) => {
      const begun = mentionAt(text, caret, named);
      const [first] = begun?.options ?? [];
      return begun && first && withMention(text, begun, first);
    };
    expect(put('Ask @b why', 6)).toEqual({ text: 'Ask @Bob why', caret: 8 });
    expect(put('@b', 2)).toEqual({ text: '@Bob ', caret: 5 });
  });
});
