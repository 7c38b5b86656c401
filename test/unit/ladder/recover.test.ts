import { describe, expect, it } from 'vitest';
import type { Fold } from '#core/context/passes.ts';
import type { ReaderFigures } from '#core/context/reader.ts';
import { recall } from '#core/context/recall.ts';
import { recover } from '#core/context/recover.ts';
import { estimateNow } from '#core/context/situation.ts';
import { isFold } from '#core/context/view.ts';
import { countTokens, readerOf, World, type WorldOptions } from './world.ts';

/** A world with a long history that nobody was asked about, and a question that waits. */
function fullWorld(reader: Partial<ReaderFigures>, more: Partial<WorldOptions> = {}): World {
  const figures = readerOf({ window: 20_000, ...reader });
  const options = { reader: figures, factor: 1, dense: 9000, tells: true, reports: true, ...more };
  const roomy = new World({ ...options, reader: { ...figures, window: 1e7 } });
  for (let turn = 0; turn < 24; turn += 1)
    roomy.ask({ tokens: 1000, images: turn % 6 === 5 ? 1 : 0, steps: [] });
  const asked: string[] = [];
  const world = new World(options, { onAsked: (order) => asked.push(order.kind) });
  world.turns = [
    ...roomy.turns.map((turn) => ({ ...turn, steps: turn.steps.map((step) => ({ ...step, usage: null })) })),
    { userMessageId: 'u-now', user: [{ type: 'text', text: 'And now?' }], agentMessageId: null, steps: [] },
  ];
  return Object.assign(world, { asked });
}

const numbers = { kind: 'tokens' as const, limit: 20_000, actual: 30_000 };
const silent = { kind: 'tokens' as const, limit: null, actual: null };

describe('recovery from a refusal', () => {
  it('[L2] asks no model for a reader with vision: what does not fit on pages is named, with its recall id', () => {
    for (const pages of [0, 3, 40]) {
      const world = fullWorld({ pageCaps: { count: pages, bytes: pages * 60_000 } });
      const { plan } = recover(world.situation, numbers, 1);
      if (!plan) throw new Error('no plan');
      expect(plan.work.every((task) => task.kind === 'draw')).toBe(true);
      expect(world.make(plan, 1).kind).toBe('made');
      expect(world.trueTokens(world.applied.view)).toBeLessThan(20_000 * 0.76);
      const omitted = [...world.applied.folds.values()].filter(({ form }) => form.kind === 'omission');
      expect(omitted.length).toBeGreaterThanOrEqual(pages === 40 ? 0 : 1);
      for (const { fold } of omitted) {
        const shown = world.applied.view.messages.find((one) => isFold(one) && one.foldId === fold.id);
        expect(JSON.stringify(shown)).toContain(`recall(\\"${fold.id}\\")`);
        expect(recall(world.passes, world.turns, fold.id)).toMatchObject({ kind: 'text' });
      }
    }
  });

  it('[L2] has summaries made in requests well below the size that was refused', () => {
    const world = fullWorld({ vision: false });
    const { plan, hardBudget } = recover(world.situation, numbers, 1);
    if (!plan) throw new Error('no plan');
    expect(hardBudget).toBeLessThanOrEqual(20_000 * 0.4);
    const sizes: number[] = [];
    world.summarise = ({ prompt }) => {
      sizes.push(countTokens(prompt.system) + countTokens(prompt.user) + prompt.maxTokens);
      return `## Goal\n${'word '.repeat(120)}`;
    };
    expect(world.make(plan, hardBudget).kind).toBe('made');
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(hardBudget);
    expect(world.trueTokens(world.applied.view)).toBeLessThan(20_000 * 0.76);
  });

  it('[L2] leaves out what cannot be summarised, once that has been tried', () => {
    const world = fullWorld({ vision: false });
    const { plan } = recover(world.situation, numbers, 2, false);
    expect(plan?.work).toEqual([]);
    expect(plan?.after.tokens).toBeLessThan(20_000 * 0.5);
  });

  it('[L3] believes the refusal’s numbers over its own', () => {
    const world = fullWorld({ window: 128_000 });
    const { correction, plan } = recover(world.situation, { ...numbers, actual: 40_000 }, 1);
    expect(correction).toMatchObject({ window: 20_000, remember: true });
    expect(correction?.calibration.ratio).toBeGreaterThan(1.1);
    expect(plan?.after.tokens).toBeLessThanOrEqual(20_000 * 0.75);
  });

  it('[L2] recovers in at most two tries with an estimate that is wrong by a factor of two and a refusal without numbers', () => {
    for (const vision of [true, false]) {
      const world = fullWorld({ vision }, { factor: 2, tells: false, reports: false });
      world.turns = [...world.turns.slice(0, 13), ...world.turns.slice(-1)];
      expect(estimateNow(world.situation).tokens).toBeLessThan(20_000 * 0.8);
      expect(world.trueTokens(world.applied.view)).toBeGreaterThan(20_000);
      expect(world.request()).not.toBeNull();
      expect(world.refusals).toBeLessThanOrEqual(2);
    }
  });

  it('[L2] gives up after two, and at once where only pinned messages are left', () => {
    const world = fullWorld({});
    expect(recover(world.situation, silent, 3).plan).toBeNull();
    world.turns = [
      {
        userMessageId: 'u1',
        user: [{ type: 'text', text: 'long '.repeat(40_000) }],
        agentMessageId: null,
        steps: [],
      },
    ];
    expect(recover(world.situation, { ...numbers, actual: 50_000 }, 1).plan).toBeNull();
  });

  it('goes into the recent part only when nothing else is left', () => {
    const world = fullWorld({});
    const step = (label: string) => ({
      said: [{ type: 'call' as const, id: 'c', name: 'look', arguments: '{}' }],
      native: null,
      results: [
        {
          callId: 'c',
          name: 'look',
          parts: [{ type: 'text' as const, text: `${label} `.repeat(20_000) }],
          failed: false,
          eventful: false,
        },
      ],
    });
    world.turns = [
      {
        userMessageId: 'u',
        user: [{ type: 'text', text: 'q' }],
        agentMessageId: 'a',
        steps: [step('found')],
      },
    ];
    const { plan } = recover(world.situation, { ...numbers, actual: 40_000 }, 1);
    expect(plan?.edits).toMatchObject([{ kind: 'elision', place: { messageId: 'a', step: 0 } }]);
  });
});

describe('recovery from too many bytes', () => {
  it('drops images first, and never makes a summary or touches a word', () => {
    const world = fullWorld({});
    const { plan, correction } = recover(world.situation, { kind: 'bytes' }, 1);
    expect(correction).toBeNull();
    expect(plan?.edits.map((edit) => edit.kind)).toEqual(['shedding', 'shedding']);
    expect(plan?.after.images.count).toBe(2);
    expect(plan?.work).toEqual([]);
  });

  it('takes pages away where no other image is left; their text stays to be recalled', () => {
    const world = fullWorld({});
    world.turns = world.turns.map((turn) => ({
      ...turn,
      user: turn.user.filter((part) => part.type === 'text'),
    }));
    const first = recover(world.situation, numbers, 1);
    if (!first.plan) throw new Error('no plan');
    world.make(first.plan, null);
    const { count } = first.plan.after.pages;
    expect(count).toBeGreaterThan(2);
    const { plan } = recover(world.situation, { kind: 'bytes' }, 1);
    if (!plan) throw new Error('no plan');
    world.make(plan, null);
    const made = plan.edits.filter((edit): edit is Fold => edit.kind === 'fold');
    expect(made.every((fold) => fold.as === 'omission')).toBe(true);
    expect(plan.after.pages.bytes).toBeLessThanOrEqual(first.plan.after.pages.bytes / 2);
    const [gone] = made;
    expect(recall(world.passes, world.turns, gone?.id ?? '')).toMatchObject({ kind: 'text' });
  });

  it('takes a bare 413 to text with a small picture in it for too many tokens', () => {
    const world = fullWorld({});
    world.turns = world.turns.map((turn) => ({
      ...turn,
      user: turn.user.map((part) =>
        part.type === 'text' ? part : { ...part, attachment: { ...part.attachment, bytes: 300 } },
      ),
    }));
    const { plan, correction } = recover(world.situation, { kind: 'bytes' }, 1);
    expect(correction).toMatchObject({ remember: false });
    expect(plan?.edits.some((edit) => edit.kind === 'fold')).toBe(true);
  });

  it('takes a bare 413 without any image for too many tokens', () => {
    const world = fullWorld({ vision: false });
    const { plan, correction } = recover(world.situation, { kind: 'bytes' }, 1);
    expect(correction).not.toBeNull();
    expect(plan?.after.tokens).toBeLessThan(plan?.before.tokens ?? 0);
  });
});
