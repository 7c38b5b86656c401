import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinDatabase } from '../../../main/storage/database.ts';
import { excerptOf } from '../../../main/storage/excerpt.ts';
import { fold } from '../../../main/storage/fold.ts';
import { SearchRows } from '../../../main/storage/search-rows.ts';
import { Chat, openNew, text } from './support.ts';

/** The marked stretches of a hit. */
const marked = (hit: { excerpt: string; highlights: [number, number][] } | undefined) =>
  hit?.highlights.map(([from, to]) => hit.excerpt.slice(from, to));

async function chatWith(...words: string[]) {
  const workspace = await openNew();
  const chat = new Chat(workspace);
  for (const each of words) chat.ask(each);
  const find = (query: string, limit = 50) => workspace.search.query(query, limit);
  return { workspace, chat, find };
}

describe('search', () => {
  it.each([
    ['English, whatever the case', 'The Quick Brown Fox', 'quick', ['Quick']],
    ['inside a word', 'unbelievable', 'believ', ['believ']],
    ['Czech', 'Příliš žluťoučký KŮŇ', 'kůň', ['KŮŇ']],
    ['decomposed letters', 'cafe\u0301 noir', 'CAFÉ', ['café']],
    ['Thai, two characters', 'ลืมกุญแจไว้ที่บ้าน', 'ที', ['ที']],
    ['Thai, a word', 'ลืมกุญแจไว้ที่บ้าน', 'กุญแจ', ['กุญแจ']],
    ['Chinese, two characters', '我把钥匙忘在家里了', '钥匙', ['钥匙']],
    ['Japanese', '鍵を家に忘れました', '忘れまし', ['忘れまし']],
    ['Greek with a final sigma', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευς', ['ΟΔΥΣΣΕΥΣ']],
    ['Turkish dotted capital', 'İstanbul', 'istanbul'.replace('i', 'i\u0307'), ['İstanbul']],
    ['emoji', 'well done \u{1F44D}\u{1F44D}', '\u{1F44D}\u{1F44D}', ['\u{1F44D}\u{1F44D}']],
    ['two characters of Latin', 'An ox and an Ax', 'AX', ['Ax']],
    ['code', 'call foo_bar(x);', 'foo_bar(', ['foo_bar(']],
    ['a percent sign and an underscore are no wildcards', '100% of a_b', '0%', ['0%']],
    ['one word in quotes', 'she said now', '"now"', ['now']],
    ['a word with a quote before it', 'a 5" pipe', '5" pip', ['5', 'pip']],
    ['two words in any order', 'alpha beta gamma', 'gamma alp', ['alp', 'gamma']],
    ['a long and a short word', 'alpha xy', 'xy alpha', ['alpha', 'xy']],
    ['three characters', 'abcd', 'bcd', ['bcd']],
  ])('finds %s', async (_name, words, query, expected) => {
    const { find, chat } = await chatWith('something else', words);
    const hits = find(query);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ conversationId: chat.id, messageId: chat.tip });
    expect(marked(hits[0])).toEqual(expected);
  });

  it.each([
    ['wildcards', '%%'],
    ['wildcards of one character', '__'],
    ['an operator of the index', 'NOT something'],
    ['a broken query of the index', '" OR "'],
    ['a column of the index', 'text:something'],
    ['a word whose letters occur in another order', 'gnihtemos'],
    ['one character', 'a'],
    ['nothing', '   '],
    ['a zero', '\0\0\0'],
  ])('finds nothing by %s', async (_name, query) => {
    const { find } = await chatWith('something a b c 100');
    expect(find(query)).toEqual([]);
  });

  it('does not take the trigrams of a word for the word', async () => {
    const { find } = await chatWith('abcab bcabc xabc cabx');
    expect(find('abcabc')).toEqual([]);
  });

  it('finds titles first, then messages, newest first, as many as asked for', async () => {
    const { workspace, chat, find } = await chatWith('ladder one', 'ladder two');
    workspace.conversations.rename(chat.id, 'All about a LADDER', 'user');
    expect(find('ladder').map((hit) => [hit.messageId === null, hit.excerpt])).toEqual([
      [true, 'All about a LADDER'],
      [false, 'ladder two'],
      [false, 'ladder one'],
    ]);
    expect(find('ladder', 2)).toHaveLength(2);
    expect(find('ladder', 1)[0]?.messageId).toBeNull();
  });

  it('[B5] leaves out the trash until it is restored', async () => {
    const { workspace, chat, find } = await chatWith('ladder', 'ox');
    workspace.conversations.rename(chat.id, 'ladder', 'user');
    workspace.conversations.trash(chat.id);
    expect([...find('ladder'), ...find('ox')]).toEqual([]);
    workspace.conversations.restore(chat.id);
    expect(find('ladder')).toHaveLength(2);
  });

  it('finds messages of every branch, failed answers too, and no reasoning', async () => {
    const { workspace, chat, find } = await chatWith('question');
    const failed = chat.start();
    workspace.messages.finalise(failed, {
      status: 'failed',
      parts: [{ type: 'reasoning', text: 'secret plan' }, ...text('half an answer')],
      usage: null,
    });
    expect(find('half an')).toHaveLength(1);
    expect(find('secret')).toEqual([]);
  });

  it('finds exactly the messages that hold the words, whatever they are', async () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'C', 'ž', 'Ž', '%', '_', '"', ' ', 'ก', '\u{1F44D}'),
      maxLength: 12,
    });
    const { chat, find } = await chatWith();
    const said: string[] = [];
    fc.assert(
      fc.property(letters, letters, (words, query) => {
        chat.ask(words.replaceAll('"', "'"));
        said.push(words.replaceAll('"', "'"));
        // A phrase in quotes is one word.
        const terms = fold(query.replaceAll('"', "'")).split(/\s+/).filter(Boolean);
        const expected =
          [...terms.join('')].length < 2
            ? []
            : said.filter((each) => terms.every((term) => fold(each).includes(term)));
        expect(find(query.replaceAll('"', "'"), 1000)).toHaveLength(expected.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what can be asked for', () => {
  it('a phrase in quotes as it stands, and the beginning of a word with a star', async () => {
    const { find } = await chatWith('the plum jam is done', 'jam of plum', 'a windjammer');
    expect(find('plum jam')).toHaveLength(2);
    expect(find('"plum jam"')).toHaveLength(1);
    // The end of the quotes is still to be typed, and a text field may have made them curly.
    expect(find('"plum ja')).toHaveLength(1);
    expect(find('“plum jam”')).toHaveLength(1);
    expect(find('„plum jam“')).toHaveLength(1);
    expect(find('"jam"*')).toHaveLength(2);
    expect(find('"" (jam')).toHaveLength(0);
    expect(find('jam')).toHaveLength(3);
    expect(find('jam*')).toHaveLength(2);
    expect(find('windj*')).toHaveLength(1);
  });

  it('titles, what people wrote or what agents said, of one agent, and of a time', async () => {
    const { workspace, chat } = await chatWith('about kites');
    const { agentId } = workspace.conversations.get(chat.id);
    workspace.conversations.rename(chat.id, 'Kites', 'user');
    workspace.messages.finalise(chat.start(), { status: 'complete', parts: text('kites fly'), usage: null });
    const find = (more: object) =>
      workspace.search.query({ text: 'kites', ...more }, 50).map(({ kind }) => kind);
    expect(find({})).toEqual(['title', 'agent', 'user']);
    expect(find({ kind: 'title' })).toEqual(['title']);
    expect(find({ kind: 'user' })).toEqual(['user']);
    expect(find({ agentId })).toEqual(['agent']);
    expect(find({ agentId: chat.id })).toEqual([]);
    expect(find({ to: 1 })).toEqual([]);
    expect(find({ from: 1 })).toHaveLength(3);
  });

  it('says whether a message stands on the current branch, and under which name', async () => {
    const { workspace, chat } = await chatWith('first lantern');
    const { rootId, tipId } = workspace.conversations.get(chat.id);
    workspace.messages.appendUser({
      conversationId: chat.id,
      parentId: rootId,
      parts: text('second lantern'),
    });
    const [newer, older] = workspace.search.query('lantern', 5);
    expect(newer?.branch).toEqual({ current: true, name: null });
    expect(older?.branch).toEqual({ current: false, name: null });
    workspace.messages.moveTip(chat.id, tipId);
    expect(workspace.search.query('lantern', 5).map(({ branch }) => branch?.current)).toEqual([false, true]);
  });

  it('shows words without the signs of Markdown', async () => {
    const { workspace } = await chatWith(
      '## A **bold** plan\n\n| ladder | [rope](https://rope.example) |\n| --- | --- |\n- `knot`',
    );
    const [hit] = workspace.search.query('ladder', 5);
    expect(hit?.excerpt).not.toMatch(/[#*|`[\]]|https/);
    expect(hit?.excerpt).toContain('A bold plan');
    // What is only in the signs is shown with them.
    expect(workspace.search.query('rope.example', 5)[0]?.excerpt).toContain('rope.example');
  });

  it('finds rare pairs of characters in older messages, at the end of a text too', async () => {
    const { workspace, find } = await chatWith('ที่ตลาดมีกระต่าย', 'tail 麒麟', '麒麟 head', '🏮x');
    for (const pair of ['ระ', '麒麟', '🏮x']) expect(find(pair).length, pair).toBeGreaterThan(0);
    const rows = new SearchRows(joinDatabase(join(workspace.folder, 'bough.db')));
    const filter = { from: 0, to: Number.MAX_SAFE_INTEGER, agentId: null, role: null };
    expect(rows.findPair('麒麟', filter, 10)).toHaveLength(2);
    expect(rows.findPair('🏮x', filter, 10)).toHaveLength(1);
    expect(rows.findPair('zz', filter, 10)).toEqual([]);
  });
});

describe('an excerpt', () => {
  it('is one line around the first match, cut between characters', () => {
    const excerpt = excerptOf(
      `${'ก็'.repeat(60)} needle\n\n${'\u{1F468}\u200D\u{1F469}\u200D\u{1F467} '.repeat(60)}`,
      ['needle'],
    );
    expect(excerpt.excerpt).toMatch(/^…(ก็)+ needle {2}(\u{1F468}\u200D\u{1F469}\u200D\u{1F467} ?)+…$/u);
    expect(marked(excerpt)).toEqual(['needle']);
  });

  it('is the beginning where the words are only in what is not shown', () => {
    expect(excerptOf('short', ['elsewhere'])).toEqual({ excerpt: 'short', highlights: [] });
  });

  it('marks every occurrence once, overlapping ones together', () => {
    expect(marked(excerptOf('abcabc', ['abca', 'cab']))).toEqual(['abcab']);
    expect(marked(excerptOf('banana', ['an']))).toEqual(['anan']);
  });

  it('marks what folds to the words, in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.nat(300),
        fc.nat(12),
        (words, at, length) => {
          const term = fold(words)
            .slice(at, at + length)
            .trim();
          if (term === '' || /\s/.test(term) || /\p{Cs}/u.test(term)) return;
          const { excerpt, highlights } = excerptOf(words, [term]);
          for (const [from, to] of highlights) {
            expect(fold(excerpt.slice(from, to))).toContain(term);
          }
        },
      ),
    );
  });
});
