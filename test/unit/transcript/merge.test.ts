import { describe, expect, it } from 'vitest';
import type { Fold, Pass } from '#core/context/passes.ts';
import { mergeTranscripts } from '#core/transcript/merge.ts';
import type { Transcript, Turn } from '#core/transcript/types.ts';

const turn = (n: number, source: Turn['source'] = 'seen'): Turn => ({
  userMessageId: `u${n}`,
  agentMessageId: `a${n}`,
  routeId: 'lab',
  model: 'gpt',
  user: [{ type: 'text', text: `${n}` }],
  steps: [],
  source,
  endedAt: n,
});

const fold = (id: string, contains: string[] = []): Fold => ({
  kind: 'fold',
  id,
  as: 'summary',
  covers: [{ messageId: 'a1', steps: null }],
  turns: { from: 1, to: 1 },
  source: contains.map((each) => ({ kind: 'fold', id: each })),
  forms: [],
  tokens: 1,
});

const pass = (id: string, ...edits: Fold[]): Pass => ({
  id,
  createdAt: 1,
  trigger: 'user',
  edits,
  before: 2,
  after: 1,
  undone: false,
});

const transcript = (more: Partial<Transcript>): Transcript => ({
  format: 'bough-transcript',
  version: 1,
  conversationId: 'c',
  agentId: 'g',
  turns: [],
  checkpoints: [],
  passes: [],
  ...more,
});

const ids = (merged: Transcript | null) => merged?.turns.map((each) => each.agentMessageId);

describe('a transcript that another copy of it is merged into', () => {
  it('[T5] gains the turns of the messages that came, behind its own; what was trimmed stays trimmed', () => {
    const ours = transcript({ turns: [turn(2), turn(5)] });
    const theirs = transcript({ turns: [turn(1), turn(2), turn(3), turn(4)] });
    expect(ids(mergeTranscripts(ours, theirs, new Set(['u3', 'a3', 'a4'])))).toEqual([
      'a2',
      'a5',
      'a3',
      'a4',
    ]);
    expect(mergeTranscripts(ours, theirs, new Set())).toBeNull();
  });

  it('[T6] takes a turn as it was seen for one that had to be rebuilt here, and never the other way around', () => {
    const ours = transcript({ turns: [turn(1, 'rebuilt'), turn(2)] });
    const theirs = transcript({ turns: [turn(1), turn(2, 'rebuilt')] });
    expect(mergeTranscripts(ours, theirs, new Set())?.turns).toEqual([turn(1), turn(2)]);
    const other = { ...turn(1), userMessageId: 'other' };
    expect(mergeTranscripts(ours, transcript({ turns: [other] }), new Set())).toBeNull();
  });

  it('is taken whole where nothing is here', () => {
    const theirs = transcript({ turns: [turn(1)], passes: [pass('p', fold('r1'))] });
    expect(mergeTranscripts(transcript({}), theirs, new Set())).toBe(theirs);
    expect(mergeTranscripts(transcript({}), transcript({}), new Set())).toBeNull();
  });

  it('[T9] gains marks of the messages that came; one that was taken from an older message does not come back', () => {
    const mark = (label: string, messageId: string) => ({ label, messageId, createdAt: 1 });
    const ours = transcript({ turns: [turn(1)], checkpoints: [mark('x', 'a1')] });
    const theirs = transcript({
      turns: [turn(1), turn(2)],
      checkpoints: [mark('x', 'a1'), mark('old', 'a1'), mark('new', 'a2')],
    });
    expect(mergeTranscripts(ours, theirs, new Set(['a2']))?.checkpoints).toEqual([
      mark('x', 'a1'),
      mark('new', 'a2'),
    ]);
  });

  it('[L7] gains passes, but none whose recall id means something else here or whose source is not to be had', () => {
    const ours = transcript({ turns: [turn(1)], passes: [{ ...pass('p1', fold('r1')), undone: true }] });
    const theirs = transcript({
      turns: [turn(1)],
      passes: [
        pass('p1', fold('r1')),
        pass('p2', fold('r1')),
        pass('p3', fold('r3', ['r9'])),
        pass('p4', fold('r4', ['r1'])),
        pass('p5', fold('r5', ['r4'])),
      ],
    });
    const merged = mergeTranscripts(ours, theirs, new Set());
    expect(merged?.passes.map(({ id, undone }) => [id, undone])).toEqual([
      ['p1', true],
      ['p4', false],
      ['p5', false],
    ]);
  });
});
