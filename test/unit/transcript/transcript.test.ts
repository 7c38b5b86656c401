import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, MessageStatus, Part } from '#contract';
import { alignBranch } from '#core/transcript/align.ts';
import { partsOfTurn } from '#core/transcript/parts.ts';
import { heardParts, rebuildTurn, seenParts, stoppedNote } from '#core/transcript/rebuild.ts';
import { type RetrySituation, retryState } from '#core/transcript/retry.ts';
import { trimTurns } from '#core/transcript/trim.ts';
import type { Transcript, Turn } from '#core/transcript/types.ts';
import type { PathNode } from '#core/tree/types.ts';

const user = (id: string): PathNode => ({
  id,
  parentId: null,
  role: 'user',
  status: 'complete',
  agentId: null,
  depth: 1,
});
const agent = (id: string, status: MessageStatus = 'complete', agentId = 'me'): PathNode => ({
  ...user(id),
  role: 'agent',
  status,
  agentId,
});
const root: PathNode = { ...user('root'), role: 'root', depth: 0 };

function turn(userMessageId: string, agentMessageId: string): Turn {
  return {
    userMessageId,
    agentMessageId,
    routeId: 'route',
    model: 'model',
    user: [{ type: 'text', text: 'question' }],
    steps: [],
    source: 'seen',
    endedAt: 1,
  };
}

function transcriptOf(...turns: Turn[]): Transcript {
  return {
    format: 'bough-transcript',
    version: 1,
    conversationId: 'c',
    agentId: 'me',
    turns,
    checkpoints: [],
    passes: [],
  };
}

describe('alignBranch', () => {
  it('[T6] uses the turns on the path and leaves out those of other branches', () => {
    const ours = turn('u1', 'a1');
    const elsewhere = turn('u1', 'a9');
    expect(
      alignBranch([root, user('u1'), agent('a1'), user('u2')], 'me', transcriptOf(elsewhere, ours)),
    ).toEqual([
      { kind: 'seen', turn: ours },
      { kind: 'unanswered', userMessageId: 'u2' },
    ]);
  });

  it('[T6] [T7] rebuilds what the file does not hold, or all of it without a file', () => {
    const path = [root, user('u1'), agent('a1'), user('u2'), agent('a2')];
    const rebuilt = (n: number) => ({
      kind: 'rebuild',
      userMessageId: `u${n}`,
      agentMessageId: `a${n}`,
    });
    expect(alignBranch(path, 'me', transcriptOf(turn('u2', 'a2')))).toEqual([
      rebuilt(1),
      { kind: 'seen', turn: turn('u2', 'a2') },
    ]);
    expect(alignBranch(path, 'me', null)).toEqual([rebuilt(1), rebuilt(2)]);
  });

  it('[T2] never replays a stopped answer from the file', () => {
    const aligned = alignBranch(
      [user('u1'), agent('a1', 'interrupted')],
      'me',
      transcriptOf(turn('u1', 'a1')),
    );
    expect(aligned.map((each) => each.kind)).toEqual(['rebuild']);
  });

  it('leaves a failed answer out and its question unanswered', () => {
    expect(
      alignBranch([user('u1'), agent('a1', 'failed'), user('u2')], 'me', transcriptOf(turn('u1', 'a1'))),
    ).toEqual([
      { kind: 'unanswered', userMessageId: 'u1' },
      { kind: 'unanswered', userMessageId: 'u2' },
    ]);
  });

  it("[T1] [B10] hears another agent's turn like a question, and never takes it from this agent's file", () => {
    const yours = agent('a1', 'complete', 'you');
    expect(alignBranch([user('u1'), yours, user('u2')], 'me', transcriptOf(turn('u1', 'a1')))).toEqual([
      { kind: 'unanswered', userMessageId: 'u1' },
      { kind: 'unanswered', userMessageId: 'a1', heard: true },
      { kind: 'unanswered', userMessageId: 'u2' },
    ]);
  });

  it('[B10] replays a turn that answered another agent', () => {
    const yours = agent('a1', 'interrupted', 'you');
    const mine = turn('a1', 'a2');
    expect(alignBranch([user('u1'), yours, agent('a2')], 'me', transcriptOf(mine))).toEqual([
      { kind: 'unanswered', userMessageId: 'u1' },
      { kind: 'seen', turn: mine, heard: true },
    ]);
    expect(alignBranch([user('u1'), yours, agent('a2')], 'me', null)).toEqual([
      { kind: 'unanswered', userMessageId: 'u1' },
      { kind: 'rebuild', userMessageId: 'a1', agentMessageId: 'a2', heard: true },
    ]);
  });

  it('rebuilds a turn whose question is not the one on this path', () => {
    const aligned = alignBranch([user('edited'), agent('a1')], 'me', transcriptOf(turn('u1', 'a1')));
    expect(aligned.map((each) => each.kind)).toEqual(['rebuild']);
  });

  it('gives every message of any path to exactly one turn, in reading order', () => {
    const nodes = fc.array(
      fc.record({
        answer: fc.boolean(),
        status: fc.constantFrom<MessageStatus>('complete', 'interrupted'),
        held: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(nodes, (choices) => {
        const path = choices.map((c, at) => (c.answer ? agent(`m${at}`, c.status) : user(`m${at}`)));
        const turns = choices.flatMap((c, at) => {
          const question = path[at - 1];
          return c.answer && c.held && question?.role === 'user' ? [turn(question.id, `m${at}`)] : [];
        });
        const ids = alignBranch([root, ...path], 'me', transcriptOf(...turns)).flatMap((each) => {
          if (each.kind === 'unanswered') return [each.userMessageId];
          const from = each.kind === 'seen' ? each.turn : each;
          return [from.userMessageId, from.agentMessageId].filter((id) => id !== null);
        });
        expect(ids).toEqual(path.map((node) => node.id));
      }),
    );
  });
});

function message(parts: Part[], more: Partial<Message> = {}): Message {
  return {
    id: 'a1',
    conversationId: 'c',
    parentId: 'u1',
    role: 'agent',
    agentId: 'me',
    status: 'complete',
    parts,
    model: 'lab/one',
    usage: null,
    createdAt: 7,
    depth: 2,
    siblings: { index: 1, count: 1, previousId: null, nextId: null },
    ...more,
  };
}

const image = {
  type: 'attachment',
  attachment: {
    hash: '0'.repeat(64),
    name: 'a.png',
    mime: 'image/png',
    kind: 'image',
    bytes: 3,
    width: 1,
    height: 1,
  },
} as const;

describe('rebuildTurn', () => {
  const question = { id: 'u1', parts: seenParts([{ type: 'text', text: 'Why?' }, image]) };
  const textOf = (rebuilt: Turn) => rebuilt.steps.flatMap((step) => step.said);

  it('[T6] says it was rebuilt, and holds what was said without reasoning or provider blocks', () => {
    const rebuilt = rebuildTurn(
      question,
      message([
        { type: 'reasoning', text: 'secret thought' },
        { type: 'tool', id: 'c1', name: 'read_attachment', input: '{}', state: 'done', result: 'long' },
        { type: 'text', text: 'Because.' },
      ]),
    );
    expect(rebuilt.source).toBe('rebuilt');
    expect(rebuilt.user).toEqual([{ type: 'text', text: 'Why?' }, image]);
    expect(textOf(rebuilt)).toEqual([
      { type: 'text', text: 'Because.\n\n[Tools used for this answer: read_attachment.]' },
    ]);
    expect(rebuilt.steps[0]?.native.blocks).toEqual([]);
  });

  it('[T2] tells that an interrupted answer was stopped', () => {
    const rebuilt = rebuildTurn(
      question,
      message([{ type: 'text', text: 'Beca' }], { status: 'interrupted' }),
    );
    expect(textOf(rebuilt)).toEqual([{ type: 'text', text: `Beca\n\n${stoppedNote}` }]);
    const empty = rebuildTurn(question, message([], { status: 'interrupted' }));
    expect(textOf(empty)).toEqual([{ type: 'text', text: stoppedNote }]);
  });

  it('refuses a failed answer', () => {
    expect(() => rebuildTurn(question, message([], { status: 'failed' }))).toThrow(RangeError);
  });

  it('[B10] tells what another agent said under its name, never what it thought or what its tools returned', () => {
    const parts: Part[] = [
      { type: 'reasoning', text: 'secret thought' },
      {
        type: 'tool',
        id: 'c1',
        name: 'read_attachment',
        input: '{}',
        state: 'done',
        result: 'secret result',
      },
      { type: 'text', text: 'Because.' },
    ];
    const [heard] = heardParts(message(parts), 'Ann');
    expect(heard).toEqual({ type: 'text', text: expect.stringMatching(/^\[Ann, .*\n\nBecause\.$/) });
    expect(JSON.stringify(heard)).not.toMatch(/secret|read_attachment/);
    expect(JSON.stringify(heardParts(message(parts, { status: 'interrupted' }), 'Ann'))).toContain(
      stoppedNote,
    );
  });

  it('keeps the order of words and files of a question', () => {
    expect(seenParts([image, { type: 'text', text: 'this?' }])).toEqual([
      image,
      { type: 'text', text: 'this?' },
    ]);
  });
});

describe('partsOfTurn', () => {
  it('shows a finished turn as the tree does', () => {
    const finished: Turn = {
      ...turn('u1', 'a1'),
      steps: [
        {
          said: [
            { type: 'reasoning', text: 'hm' },
            { type: 'call', id: 'c1', name: 'search_workspace', arguments: '{"q":1.0}' },
            { type: 'call', id: 'c2', name: 'search_workspace', arguments: '{}' },
          ],
          native: { wire: 'w', model: 'm', blocks: [] },
          results: [
            {
              callId: 'c1',
              name: 'search_workspace',
              parts: [{ type: 'text', text: 'hit' }],
              failed: false,
              eventful: false,
            },
          ],
          usage: null,
        },
        {
          said: [{ type: 'text', text: 'Done.' }],
          native: { wire: 'w', model: 'm', blocks: [] },
          results: [],
          usage: null,
        },
      ],
    };
    expect(partsOfTurn(finished)).toEqual([
      { type: 'reasoning', text: 'hm' },
      {
        type: 'tool',
        id: 'c1',
        name: 'search_workspace',
        input: '{"q":1.0}',
        state: 'done',
        result: 'hit',
        eventful: false,
      },
      { type: 'tool', id: 'c2', name: 'search_workspace', input: '{}', state: 'stopped' },
      { type: 'text', text: 'Done.' },
    ]);
  });
});

describe('trimTurns', () => {
  const same = (size: number) => size;

  it('[T5] keeps the newest turns that fit by number and by bytes', () => {
    expect(trimTurns([5, 5, 5, 5], { turns: 2, bytes: 100 }, same)).toEqual([5, 5]);
    expect(trimTurns([1, 9, 4, 3], { turns: 9, bytes: 8 }, same)).toEqual([4, 3]);
    expect(trimTurns([], { turns: 2, bytes: 8 }, same)).toEqual([]);
  });

  it('[T5] keeps the newest turn whole even when it alone is too large', () => {
    expect(trimTurns([1, 99], { turns: 5, bytes: 10 }, same)).toEqual([99]);
    expect(trimTurns([1, 2], { turns: 0, bytes: 0 }, same)).toEqual([2]);
  });

  it('[T5] returns the end of the list, within the limits, and one turn more would not fit', () => {
    const limits = fc.record({ turns: fc.integer({ min: 1, max: 6 }), bytes: fc.nat(60) });
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), limits, (turns, limit) => {
        const kept = trimTurns(turns, limit, same);
        const sum = (list: number[]) => list.reduce((total, size) => total + size, 0);
        expect(kept).toEqual(turns.slice(-kept.length));
        expect(kept.length).toBeGreaterThan(0);
        if (kept.length > 1) expect(sum(kept)).toBeLessThanOrEqual(limit.bytes);
        expect(kept.length).toBeLessThanOrEqual(limit.turns);
        if (kept.length < turns.length && kept.length < limit.turns) {
          expect(sum(turns.slice(-kept.length - 1))).toBeGreaterThan(limit.bytes);
        }
      }),
    );
  });

  it('[T5] cuts a long branch many turns at once, so that its beginning stays for a while', () => {
    const limits = { turns: 200, bytes: 1e6 };
    const begins = Array.from({ length: 400 }, (_, n) => {
      const all = Array.from({ length: 300 + n }, (_turn, at) => at);
      const skipped = all.length - limits.turns;
      const kept = trimTurns(all.slice(skipped), limits, () => 1, skipped);
      expect(kept.at(-1)).toBe(all.at(-1));
      expect(kept.length).toBeGreaterThanOrEqual(limits.turns * (7 / 8));
      return kept[0];
    });
    expect(new Set(begins).size).toBeLessThanOrEqual(400 / 16 + 1);
  });

  it('measures no more turns than it needs', () => {
    let measured = 0;
    trimTurns(
      Array.from({ length: 10_000 }, () => 1),
      { turns: 3, bytes: 100 },
      (size) => {
        measured += 1;
        return size;
      },
    );
    expect(measured).toBe(3);
  });
});

describe('retryState', () => {
  const at = (tip: PathNode, answers: PathNode[], more: Partial<RetrySituation> = {}) =>
    retryState({
      tip,
      parent: tip.role === 'agent' ? user('u1') : root,
      answers,
      replies: [],
      history: 'loaded',
      ...more,
    });

  it('[T8] nothing: an empty conversation, a finished answer, an answer being written', () => {
    const nothing = { kind: 'nothing' };
    expect(at(root, [], { parent: null })).toEqual(nothing);
    expect(at(agent('a1'), [agent('a1')])).toEqual(nothing);
    expect(at(user('u1'), [agent('a1', 'streaming')])).toEqual(nothing);
    expect(at(user('u1'), [agent('a1')])).toEqual(nothing);
    expect(at(agent('a2'), [agent('a1'), agent('a2')], { parent: agent('a0') })).toEqual(nothing);
  });

  it('[T8] ready: an answer that failed, was stopped, or was never started', () => {
    const ready = (agentMessageId: string | null) => ({ kind: 'ready', userMessageId: 'u1', agentMessageId });
    expect(at(user('u1'), [agent('a1', 'failed')])).toEqual(ready('a1'));
    expect(at(user('u1'), [])).toEqual(ready(null));
    expect(at(user('u1'), [agent('a1', 'interrupted')])).toEqual(ready('a1'));
    expect(at(agent('a1', 'interrupted'), [agent('a1', 'interrupted')])).toEqual(ready('a1'));
    // A failed regeneration leaves the tip on the good answer.
    expect(at(agent('a1'), [agent('a1'), agent('a2', 'failed')])).toEqual(ready('a2'));
  });

  it('[T8] ready: another agent failed to answer this one, or was stopped', () => {
    const ready = { kind: 'ready', userMessageId: 'a1', agentMessageId: 'b1' };
    expect(at(agent('a1'), [agent('a1')], { replies: [agent('b1', 'failed', 'you')] })).toEqual(ready);
    expect(at(agent('a1'), [agent('a1')], { replies: [agent('b1', 'interrupted', 'you')] })).toEqual(ready);
    expect(at(agent('a1'), [agent('a1')], { replies: [agent('b1', 'streaming', 'you')] }).kind).toBe(
      'nothing',
    );
  });

  it.each(['missing', 'unreadable', 'newer'] as const)('[T8] not loaded, and why: %s', (history) => {
    expect(at(user('u1'), [agent('a1', 'failed')], { history })).toEqual({
      kind: 'not_loaded',
      reason: history,
    });
    expect(at(agent('a1'), [agent('a1')], { history })).toEqual({ kind: 'nothing' });
  });
});
