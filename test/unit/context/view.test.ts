import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildView, type ViewTurn, viewTurn } from '#core/context/build-view.ts';
import { repairView, viewFaults } from '#core/context/check-view.ts';
import { placesOf } from '#core/context/places.ts';
import type { View, ViewMessage } from '#core/context/view.ts';
import type { NativeBlocks, SaidPart, SeenPart, ToolResult, Turn } from '#core/transcript/types.ts';

const native: NativeBlocks = { wire: 'anthropic', model: 'm', blocks: [{ type: 'text' }] };

function result(callId: string): ToolResult {
  return { callId, name: 'search', parts: [{ type: 'text', text: 'r' }], failed: false, eventful: false };
}

function called(...ids: string[]): SaidPart[] {
  return ids.map((id) => ({ type: 'call', id, name: 'search', arguments: '{}' }));
}

function said(text: string): SaidPart[] {
  return [{ type: 'text', text }];
}

const question = (messageId: string, text = 'q'): ViewMessage => ({
  role: 'user',
  messageId,
  parts: [{ type: 'text', text }],
});
const answer = (messageId: string, parts: SaidPart[]): ViewMessage => ({
  role: 'agent',
  messageId,
  said: parts,
  native,
});
const results = (messageId: string, ...ids: string[]): ViewMessage => ({
  role: 'results',
  messageId,
  results: ids.map(result),
});
const view = (...messages: ViewMessage[]): View => ({ system: 's', tools: [], messages });

describe('buildView', () => {
  const steps = [
    { said: called('a', 'b'), native, results: [result('a'), result('b')], usage: null },
    { said: said('done'), native, results: [], usage: null },
  ];
  const turn: Turn = {
    userMessageId: 'u1',
    agentMessageId: 'a1',
    routeId: 'r',
    model: 'm',
    user: [{ type: 'text', text: 'q' }],
    steps,
    source: 'seen',
    endedAt: 0,
  };
  const open: ViewTurn = {
    userMessageId: 'u2',
    user: [{ type: 'text', text: 'next' }],
    agentMessageId: null,
    steps: [],
  };

  it('[L6] puts the results of a step directly behind its calls, and the open question last', () => {
    const built = buildView('s', [], [viewTurn(turn), open]);
    expect(built.messages).toEqual([
      question('u1'),
      answer('a1', called('a', 'b')),
      results('a1', 'a', 'b'),
      answer('a1', said('done')),
      question('u2', 'next'),
    ]);
    expect(viewFaults(built)).toEqual([]);
  });

  it('[T4] replays the provider blocks of a seen turn, and [T6] none for a rebuilt one', () => {
    expect(viewTurn(turn).steps[0]?.native).toBe(native);
    expect(viewTurn({ ...turn, source: 'rebuilt' }).steps[0]?.native).toBeNull();
  });

  it('ends with the results while a tool loop is open', () => {
    const first = viewTurn(turn).steps.slice(0, 1);
    const built = buildView('s', [], [{ ...open, agentMessageId: 'a2', steps: first }]);
    expect(built.messages.at(-1)).toEqual(results('a2', 'a', 'b'));
    expect(viewFaults(built)).toEqual([]);
  });

  it('keeps a question that nothing answers', () => {
    const built = buildView('s', [], [open, { ...open, userMessageId: 'u3' }]);
    expect(built.messages.map((message) => message.messageId)).toEqual(['u2', 'u3']);
  });
});

describe('[L6] a view that cannot be sent', () => {
  it.each([
    ['nothing_to_answer', view()],
    ['nothing_to_answer', view(question('u'), answer('a', said('x')))],
    ['starts_with_agent', view(answer('a', said('x')), question('u'))],
    ['empty_message', view(question('u', ' \n'))],
    ['empty_message', view(question('u'), answer('a', said('')), question('v'))],
    ['call_without_result', view(question('u'), answer('a', called('1')), question('v'))],
    ['call_without_result', view(question('u'), answer('a', called('1', '2')), results('a', '1'))],
    ['call_without_result', view(question('u'), answer('a', called('1', '2')), results('a', '2', '1'))],
    ['result_without_call', view(question('u'), answer('a', called('1')), results('a', '1', '2'))],
    ['results_out_of_place', view(question('u'), results('a', '1'))],
  ] as const)('%s is found', (kind, broken) => {
    expect(viewFaults(broken).map((fault) => fault.kind)).toContain(kind);
  });

  const message = fc.oneof(
    fc
      .record({ id: fc.nat(9), text: fc.constantFrom('', 'words') })
      .map(({ id, text }) => question(`u${id}`, text)),
    fc
      .record({
        id: fc.nat(9),
        ids: fc.uniqueArray(fc.constantFrom('1', '2', '3')),
        text: fc.constantFrom('', 'words'),
      })
      .map(({ id, ids, text }) => answer(`a${id}`, [...said(text), ...called(...ids)])),
    fc.array(fc.constantFrom('1', '2', '3', '4')).map((ids) => results('a', ...ids)),
  );

  it('is mended from any state, without losing a word or a result of a call', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const broken = view(...messages, question('last', 'the question'));
        const mended = repairView(broken);
        expect(viewFaults(mended)).toEqual([]);
        expect(words(mended)).toBe(words(broken));
      }),
    );
  });

  it('that is whole is left alone', () => {
    const whole = view(question('u'), answer('a', called('1', '2')), results('a', '1', '2'));
    expect(repairView(whole)).toEqual(whole);
  });

  /** What people and agents said, in order. */
  function words({ messages }: View): string {
    return messages
      .flatMap((one): (SaidPart | SeenPart)[] =>
        one.role === 'user' ? one.parts : one.role === 'agent' ? one.said : [],
      )
      .flatMap((part) => (part.type === 'text' && part.text !== '(…)' ? [part.text] : []))
      .filter((text) => text.trim() !== '')
      .join('|');
  }
});

describe('numbers of turns', () => {
  it('[T5] count along the branch, also where a trim has left out the turns before', () => {
    const turns = [1, 2].map((n) => ({
      userMessageId: `u${n}`,
      user: [{ type: 'text' as const, text: 'q' }],
      agentMessageId: `a${n}`,
      steps: [{ said: [{ type: 'text' as const, text: 'a' }], native: null, results: [] }],
    }));
    const numbers = (firstTurn?: number) =>
      placesOf(buildView('', [], turns, firstTurn)).map((place) => place.turn);
    expect(numbers()).toEqual([1, 1, 2, 2]);
    expect(numbers(129)).toEqual([129, 129, 130, 130]);
  });
});
