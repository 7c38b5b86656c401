import type { Edit, Fold } from '#core/context/passes.ts';
import type { ReaderFigures } from '#core/context/reader.ts';
import { type CallSpec, readerOf, type StepSpec, World, type WorldOptions } from './world.ts';

export function worldOf(reader: Partial<ReaderFigures> = {}, more: Partial<WorldOptions> = {}): World {
  return new World({
    reader: readerOf({ window: 20_000, ...reader }),
    factor: 1,
    dense: 9000,
    tells: true,
    reports: true,
    ...more,
  });
}

export const call = (tokens: number, more: Partial<CallSpec> = {}): CallSpec => ({
  tokens,
  eventful: false,
  failed: false,
  image: false,
  about: 0,
  ...more,
});
export const step = (...calls: CallSpec[]): StepSpec => ({ text: 10, reasoning: 0, calls });
export const turn = (tokens: number, ...steps: StepSpec[]) => ({ tokens, images: 0, steps });

/** Puts turns into a world without asking anyone, and a question at the end that waits. */
export function filled(world: World, ...turns: Parameters<World['ask']>[0][]): World {
  const roomy = worldOf({ ...world.reader, window: 10_000_000 }, world.options);
  for (const one of turns) roomy.ask(one);
  const ids = roomy.turns.length;
  world.turns = [
    ...roomy.turns.map((one) => ({ ...one, steps: one.steps.map((made) => ({ ...made, usage: null })) })),
    {
      userMessageId: `u-now-${ids}`,
      user: [{ type: 'text', text: 'And now?' }],
      agentMessageId: null,
      steps: [],
    },
  ];
  return world;
}

/** Three turns that are more than 15 % of the window: what stays in any case. */
export const recent = [turn(1000), turn(1000), turn(1100)];
/** Pages that hold twenty characters for each of their tokens. */
export const dense = { dense: 30_000 };
export const chat = (count: number, tokens: number) => Array.from({ length: count }, () => turn(tokens));

export const kinds = (edits: readonly Edit[]) => edits.map((edit) => ('as' in edit ? edit.as : edit.kind));
export const folds = (edits: readonly Edit[]) => edits.filter((edit): edit is Fold => edit.kind === 'fold');
