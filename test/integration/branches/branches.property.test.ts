import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Rig } from '../run/rig.ts';
import { type Act, BranchModel } from './model.ts';

const at = fc.nat({ max: 40 });
const label = fc.constantFrom('a', 'b', 'c');

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'askElsewhere' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'regenerate' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mark' as const), at, label }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('rewind' as const, 'agentMarks' as const, 'agentRewinds' as const),
      label,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('trim' as const), turns: fc.constantFrom(2, 3, 2000) }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ kind: 'restart' }) },
);

it('[B3] [B7] [T9] whatever is done to branches, no message disappears or changes, and going back lands exactly', async () => {
  const rig = await Rig.start();
  const played = new Map<string, number>();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
        const model = new BranchModel(rig);
        await model.begin();
        for (const one of acts) {
          played.set(one.kind, (played.get(one.kind) ?? 0) + 1);
          await model.play(one);
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  } finally {
    await rig.end();
  }
  // Every kind was really played.
  expect(played.size).toBe(12);
}, 300_000);
