import fc from 'fast-check';
import type { AskSpec, Command, Plot, StepSpec } from './plot.ts';

const size = (most: number) => fc.integer({ min: 0, max: most });
const kind = fc.integer({ min: 0, max: 7 });
const oneIn = (n: number) => fc.integer({ min: 1, max: n }).map((drawn) => drawn === 1);

const stepOf = (most: number): fc.Arbitrary<StepSpec> =>
  fc.record({
    text: size(15),
    kind,
    reasons: fc.boolean(),
    calls: fc.array(
      fc.record({
        size: size(most),
        kind,
        eventful: fc.boolean(),
        failed: oneIn(6),
        image: oneIn(5),
        about: fc.integer({ min: 0, max: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });

const askOf = (most: number, steps: number): fc.Arbitrary<AskSpec> =>
  fc.record({
    size: size(40),
    kind,
    images: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 })),
    steps: fc.array(stepOf(most), { maxLength: steps }),
    answer: size(40),
  });

const ask = askOf(50, 3);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('ask' as const), ask }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), ask }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('back' as const), turns: fc.integer({ min: 1, max: 5 }), ask }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('over' as const), ask }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), ask }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hear' as const), ask }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('undo' as const), before: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trim' as const), turns: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'fork' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      vision: fc.boolean(),
      other: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({
        do: fc.constant('make' as const),
        command: fc.constant('shake' as const),
        args: fc.constantFrom('tools', 'images', 'all'),
      }),
      fc.record({
        do: fc.constant('make' as const),
        command: fc.constant('compact' as const),
        args: fc.constantFrom('', 'snapshots', 'summary'),
      }),
    ),
  },
);

/** A history that came in from elsewhere, up to one and a half windows long, and what is done with it. */
export const plot: fc.Arbitrary<Plot> = fc.record({
  before: fc.array(askOf(60, 2), { maxLength: 14 }),
  commands: fc.array(command, { minLength: 1, maxLength: 7 }),
  vision: fc.boolean(),
  factor: fc.constantFrom(1, 1, 1, 0.5, 0.5, 2, 0.35, 3),
  summaries: fc.constantFrom('good', 'good', 'good', 'useless', 'refused'),
});
