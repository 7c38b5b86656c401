import { describe, expect, it } from 'vitest';
import { commandRequest, readRoomCommand } from '#core/context/commands.ts';
import { planPass } from '#core/context/ladder.ts';
import { previewLadder } from '#core/context/preview.ts';
import { call, chat, dense, filled, kinds, recent, step, turn, worldOf } from './stories.ts';

describe('commands', () => {
  it('[L10] reads /shake and /compact with their arguments', () => {
    expect(readRoomCommand('shake', '')).toEqual({ command: 'shake', what: 'tools' });
    expect(readRoomCommand('shake', ' Images ')).toEqual({ command: 'shake', what: 'images' });
    expect(readRoomCommand('shake', 'everything')).toBeNull();
    expect(readRoomCommand('compact', '')).toEqual({ command: 'compact', rung: null, focus: null });
    expect(readRoomCommand('compact', 'the roof')).toEqual({
      command: 'compact',
      rung: null,
      focus: 'the roof',
    });
    expect(readRoomCommand('compact', 'summary the  roof')).toEqual({
      command: 'compact',
      rung: 'summary',
      focus: 'the roof',
    });
    expect(readRoomCommand('compact', 'snapshots')).toEqual({
      command: 'compact',
      rung: 'snapshots',
      focus: null,
    });
  });

  it('[L10] /shake runs only rungs without a call, and as far as they go', () => {
    const world = filled(
      worldOf(),
      turn(10, step(call(300, { image: true }))),
      turn(10, step(call(300, { about: 1 }))),
      ...recent,
    );
    const run = (args: string) => {
      const read = readRoomCommand('shake', args);
      return read ? planPass(world.situation, commandRequest(read, world.situation)) : null;
    };
    expect(kinds(run('')?.edits ?? [])).toEqual(['elision', 'elision']);
    expect(kinds(run('images')?.edits ?? [])).toEqual(['shedding']);
    // The image goes with the result that it came in.
    expect(kinds(run('all')?.edits ?? [])).toEqual(['elision', 'elision']);
  });
});

describe('the preview', () => {
  const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 };

  it('[L8] tells what each rung would free, and what is made is what was shown', () => {
    const world = filled(
      worldOf({ prices }),
      ...Array.from({ length: 8 }, (_, about) => turn(400, step(call(500, { about })))),
      { tokens: 50, images: 2, steps: [] },
      ...recent,
    );
    const { preview, plans } = previewLadder(world.situation);
    const { elide, shed, snapshots, summary } = preview.rungs;
    expect(elide).toMatchObject({ results: 8, images: 0, calls: { count: 0 }, limit: null });
    expect(shed).toMatchObject({ results: 0, images: 2 });
    expect(shed.frees).toBeGreaterThan(2 * 900);
    expect(snapshots.pages.count).toBeGreaterThan(0);
    expect(summary.calls.count).toBeGreaterThan(0);
    for (const rung of [elide, shed, snapshots, summary]) expect(rung.before - rung.frees).toBe(rung.after);
    world.make(plans.snapshots, null);
    expect(world.passes[0]?.after).toBe(snapshots.after);
    expect(world.passes[0]?.before).toBe(preview.tokens);
  });

  it('[S5] does the arithmetic with the prices of the model', () => {
    const world = filled(worldOf({ prices }, dense), ...chat(18, 1000), ...recent);
    const { compact } = previewLadder(world.situation).preview;
    const { money, frees } = compact;
    expect(money?.perCachedRequest).toBeCloseTo((frees * 0.5) / 1e6);
    expect(money?.perRequest).toBeCloseTo((frees * 5) / 1e6);
    expect(money?.once).toBeCloseTo((compact.repaysAfter * frees * 0.5) / 1e6);
    expect(previewLadder(filled(worldOf(), ...recent).situation).preview.compact.money).toBeNull();
  });

  it('says why there is nothing to free', () => {
    const world = filled(worldOf({ vision: false }), ...recent);
    const { rungs } = previewLadder(world.situation).preview;
    expect([rungs.elide.limit, rungs.snapshots.limit, rungs.summary.limit]).toEqual([
      'nothing',
      'no-vision',
      'nothing',
    ]);
  });
});
