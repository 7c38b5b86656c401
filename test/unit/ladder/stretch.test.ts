import { describe, expect, it } from 'vitest';
import { commandRequest } from '#core/context/commands.ts';
import { planPass } from '#core/context/ladder.ts';
import type { Fold } from '#core/context/passes.ts';
import { beginningOf, piecesOf, stretchesIn } from '#core/context/stretch.ts';
import { readerOf, World } from './world.ts';

function chat(turns: number, vision = true): World {
  const world = new World({
    reader: readerOf({ window: 20_000, vision }),
    factor: 1,
    dense: 30_000,
    tells: true,
    reports: true,
  });
  for (let turn = 0; turn < turns; turn += 1) world.ask({ tokens: 1000, images: 0, steps: [] });
  return world;
}

const run = (world: World, rung: 'snapshots' | 'summary') => {
  const request = commandRequest({ command: 'compact', rung, focus: null }, world.situation);
  return world.make(planPass(world.situation, request), null);
};

describe('the stretch that becomes a fold', () => {
  it('[L5] never ends with a question whose answer stays: on another branch it may be the newest', () => {
    const world = chat(2);
    const unanswered = {
      userMessageId: 'u-failed',
      user: world.turns[0]?.user ?? [],
      agentMessageId: null,
      steps: [],
    };
    world.turns = [...world.turns, unanswered];
    const { messages } = world.applied.view;
    expect(messages.at(-1)?.messageId).toBe('u-failed');
    expect(stretchesIn(messages, messages.length, () => true)).toEqual([
      { start: 0, end: messages.length - 1 },
    ]);
    expect(stretchesIn(messages, messages.length, (at) => at === messages.length - 1)).toEqual([]);
  });

  it('ends with a turn where one ends soon, and takes all where less is there than is wanted', () => {
    const { applied } = chat(4);
    const tokens = applied.view.messages.map(() => 100);
    const all = { start: 1, end: 8 };
    expect(beginningOf(all, 50, applied, tokens)).toEqual({ start: 1, end: 2 });
    expect(beginningOf(all, 250, applied, tokens)).toEqual({ start: 1, end: 4 });
    expect(beginningOf(all, 5000, applied, tokens)).toEqual(all);
    expect(piecesOf(all, 250, applied, tokens).map(({ end }) => end)).toEqual([4, 8]);
  });
});

describe('a summary over earlier folds', () => {
  it('[S2] reads the text behind pages, not the pages, and keeps it as its source', () => {
    const world = chat(10);
    run(world, 'snapshots');
    expect([...world.applied.folds.values()].every(({ form }) => form.kind === 'pages')).toBe(true);
    const pages = new Set(world.applied.folds.keys());
    const prompts: string[] = [];
    const good = world.summarise;
    world.summarise = (order) => {
      prompts.push(order.prompt.user);
      return good(order);
    };
    expect(run(world, 'summary').kind).toBe('made');
    for (const turn of world.turns.slice(1, 5))
      expect(prompts.join('\n')).toContain(`${turn.userMessageId} river`);
    const made = world.passes.at(-1)?.edits.find((edit): edit is Fold => edit.kind === 'fold');
    const kept = made?.source.flatMap((piece) => (piece.kind === 'fold' ? [piece.id] : []));
    expect(kept).toEqual([...pages].filter((id) => kept?.includes(id)));
    expect(kept?.length).toBeGreaterThan(0);
  });

  it('[L2] takes an earlier summary for history where it was written for a much wider window', () => {
    const world = chat(14, false);
    world.summarise = () => `## Goal\n${'wide words '.repeat(440)}`;
    world.reader = { ...world.reader, window: 60_000 };
    expect(run(world, 'summary').kind).toBe('made');
    const [before] = world.applied.folds.values();
    const words = before?.form.kind === 'summary' ? before.form.text : '';
    world.reader = { ...world.reader, window: 20_000 };
    for (let turn = 0; turn < 4; turn += 1) world.ask({ tokens: 900, images: 0, steps: [] });
    world.reader = { ...world.reader, window: 6000 };
    const sizes: number[] = [];
    const prompts: string[] = [];
    world.summarise = ({ prompt }) => {
      prompts.push(prompt.user);
      sizes.push(Math.ceil((prompt.system.length + prompt.user.length) / 4) + prompt.maxTokens);
      return `## Goal\n${'few words '.repeat(30)}`;
    };
    expect(run(world, 'summary').kind).toBe('made');
    expect(prompts[0]).not.toContain('Your summary of everything before this part');
    expect(prompts.join('\n')).toContain(words.slice(0, 200));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3000);
  });
});
