import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edit, foldsById, type Pass, sourceOf } from '#core/context/passes.ts';
import { forkTranscript } from '#core/transcript/fork.ts';
import type { Transcript, Turn } from '#core/transcript/types.ts';

/** Messages of a path: m0 is the root, then questions and answers in turn; o... are on another branch. */
const length = 12;
const path = Array.from({ length }, (_, at) => `m${at}`);
const question = (n: number) => `m${n * 2 + 1}`;
const answerTo = (n: number) => `m${n * 2 + 2}`;

const turnOf = (userMessageId: string, agentMessageId: string): Turn => ({
  userMessageId,
  agentMessageId,
  routeId: 'r',
  model: 'm',
  user: [{ type: 'text', text: `to ${agentMessageId}` }],
  steps: [
    {
      said: [{ type: 'call', id: 'c', name: 'look', arguments: '{ "at":  1.0 }' }],
      native: { wire: 'w', model: 'm', blocks: [{ signature: 'verbatim' }] },
      results: [{ callId: 'c', name: 'look', parts: [], failed: false, eventful: false }],
      usage: null,
      passMark: 'mark',
    },
  ],
  source: 'seen',
  endedAt: 1,
});

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.nat({ max: 5 }).map(
    (n): Edit => ({
      kind: 'elision',
      recallId: `r${n}`,
      place: { messageId: n === 5 ? 'o2' : answerTo(n), step: 0, callId: 'c' },
      reason: 'old',
      tokens: 60,
    }),
  ),
  fc.nat({ max: 5 }).map(
    (n): Edit => ({
      kind: 'shedding',
      recallId: `s${n}`,
      place: {
        of: 'user',
        messageId: n === 5 ? 'o1' : question(n),
        next: n === 5 ? 'o2' : answerTo(n),
        part: 0,
      },
      hash: 'h',
      tokens: 900,
    }),
  ),
  fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 5 })).map(
    ([from, more]): Edit => ({
      kind: 'fold',
      id: `f${from}-${more}`,
      as: 'omission',
      covers: Array.from({ length: more + 1 }, (_, at) => ({
        messageId: from + at > 4 ? 'o2' : answerTo(from + at),
        steps: null,
      })),
      turns: { from: from + 1, to: from + more + 1 },
      source: [{ kind: 'text', text: `words of ${from} to ${from + more}` }],
      forms: [],
      tokens: 500,
    }),
  ),
);

const passes: fc.Arbitrary<Pass[]> = fc
  .array(fc.tuple(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.boolean()), { maxLength: 5 })
  .map((all) =>
    all.map(
      ([edits, undone], at): Pass => ({
        id: `pass${at}`,
        createdAt: at,
        trigger: 'user',
        edits,
        before: 1000,
        after: 500,
        undone,
      }),
    ),
  );

function transcriptOf(given: Pass[]): Transcript {
  const turns = [0, 1, 2, 3, 4].map((n) => turnOf(question(n), answerTo(n)));
  return {
    format: 'bough-transcript',
    version: 1,
    conversationId: 'old',
    agentId: 'agent',
    turns: [...turns, { ...turnOf('o1', 'o2'), rewind: { label: 'a', messageId: 'm2', digest: 'd' } }],
    checkpoints: [
      { label: 'a', messageId: 'm2', createdAt: 1 },
      { label: 'b', messageId: 'o2', createdAt: 2 },
    ],
    passes: given,
  };
}

const messageIdsIn = (value: unknown): string[] => JSON.stringify(value).match(/"[mo]\d+"/g) ?? [];

describe('a forked transcript', () => {
  it('[B7] [L9] holds what belongs to the path under new ids, and no id of the origin', () => {
    fc.assert(
      fc.property(passes, fc.integer({ min: 2, max: length }), (given, end) => {
        const ids = new Map(path.slice(0, end).map((id) => [id, `new-${id}`]));
        const origin = transcriptOf(given);
        let made = 0;
        const newId = () => {
          made += 1;
          return `p${made}`;
        };
        const forked = forkTranscript(origin, { ids, conversationId: 'new', newId });
        expect(messageIdsIn(forked)).toEqual([]);
        expect(forked.conversationId).toBe('new');
        // Turns: exactly those whose two messages are on the path, with all that was said byte for byte.
        const onPath = origin.turns.filter(
          (turn) => ids.has(turn.userMessageId) && ids.has(turn.agentMessageId),
        );
        expect(forked.turns.map(({ steps, user }) => ({ steps, user }))).toEqual(
          onPath.map(({ steps, user }) => ({ steps, user })),
        );
        expect(forked.checkpoints.map((mark) => mark.label)).toEqual(end > 2 ? ['a'] : []);
        // Edits: those that could count on the path, in their order, whole.
        const counts = (one: Edit): boolean =>
          one.kind === 'fold'
            ? one.covers.every((cover) => ids.has(cover.messageId))
            : ids.has(one.place.messageId) && (!('next' in one.place) || ids.has(one.place.next));
        const names = (all: readonly Pass[]) =>
          all.flatMap((pass) => pass.edits.map((one) => (one.kind === 'fold' ? one.id : one.recallId)));
        expect(names(forked.passes)).toEqual(
          names(given.map((pass) => ({ ...pass, edits: pass.edits.filter(counts) }))),
        );
        const before = foldsById(given);
        const after = foldsById(forked.passes);
        for (const [id, fold] of after) {
          const old = before.get(id);
          if (old && old.covers.length === fold.covers.length)
            expect(sourceOf(fold, after)).toBe(sourceOf(old, before));
        }
        expect(new Set(forked.passes.map((pass) => pass.id)).size).toBe(forked.passes.length);
      }),
    );
  });
});
