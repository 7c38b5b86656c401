import { describe, expect, it } from 'vitest';
import { planAhead } from '#core/context/ahead.ts';
import { planPass, requestFor } from '#core/context/ladder.ts';
import { makePass } from '#core/context/make-pass.ts';
import { neededWork } from '#core/context/needs.ts';
import { type Pass, undoPass } from '#core/context/passes.ts';
import { estimateNow } from '#core/context/situation.ts';
import { call, chat, dense, filled, folds, kinds, recent, step, turn, worldOf } from './stories.ts';
import type { World } from './world.ts';

describe('elision', () => {
  const shake = (world: World, target = 0) =>
    planPass(world.situation, requestFor(world.situation, { trigger: 'user', rungs: ['elide'], target }));

  it('takes superseded results first, then the oldest turn, within it the largest', () => {
    const world = filled(
      worldOf(),
      turn(10, step(call(200, { about: 1 }), call(300, { about: 2 }))),
      turn(10, step(call(400, { about: 3 })), step(call(100, { about: 4 }))),
      turn(10, step(call(90, { about: 1 }))),
      ...recent,
    );
    const edits = shake(world).edits.flatMap((edit) => (edit.kind === 'elision' ? [edit] : []));
    expect(
      edits.map(({ place, reason }) => `${place.messageId} ${place.step} ${place.callId} ${reason}`),
    ).toEqual([
      'a2 0 call-0 superseded',
      'a2 0 call-1 old',
      'a4 0 call-0 old',
      'a4 1 call-0 old',
      'a6 0 call-0 old',
    ]);
  });

  it('leaves eventful results, small ones, and the recent part alone', () => {
    const world = filled(
      worldOf(),
      turn(10, step(call(400, { eventful: true, about: 1 }), call(300, { failed: true, about: 2 }))),
      turn(10, step(call(30, { about: 3 }))),
      turn(10, step(call(500, { about: 4 }))),
      ...recent,
      turn(10, step(call(500, { about: 5 }))),
    );
    expect(shake(world).edits).toMatchObject([{ place: { messageId: 'a6' } }]);
  });

  it('protects the last three turns, and at least a share of the window', () => {
    const old = turn(10, step(call(300)));
    // The turn that waits is one of the three.
    const other = turn(320);
    expect(shake(filled(worldOf({ window: 4000 }), old, other)).verdict).toBe('nothing');
    expect(shake(filled(worldOf({ window: 4000 }), old, other, other)).verdict).toBe('make');
    expect(shake(filled(worldOf({ window: 20_000 }), old, other, other)).verdict).toBe('nothing');
  });

  it('stops as soon as the view is small enough', () => {
    const world = filled(
      worldOf(),
      ...Array.from({ length: 8 }, (_, about) => turn(10, step(call(500, { about })))),
      ...recent,
    );
    const { tokens } = estimateNow(world.situation);
    const plan = shake(world, tokens - 900);
    expect(plan.edits.length).toBe(2);
    expect(plan.reached).toBe(true);
  });

  it('takes an empty result before all others', () => {
    const world = filled(
      worldOf(),
      turn(10, step(call(300))),
      turn(10, step(call(60, { about: 1 }))),
      ...recent,
    );
    const second = world.turns[1]?.steps[0]?.results[0];
    if (second) second.parts = [{ type: 'text', text: '[ ]\n'.repeat(120) }];
    const { tokens } = estimateNow(world.situation);
    expect(shake(world, tokens - 1).edits).toMatchObject([{ reason: 'empty', place: { messageId: 'a4' } }]);
  });

  it('takes equal arguments for the same call, however they are written', () => {
    const world = filled(worldOf(), turn(10, step(call(300))), turn(10, step(call(300))), ...recent);
    const said = world.turns[1]?.steps[0]?.said.find((part) => part.type === 'call');
    if (said?.type === 'call') said.arguments = '{ "n": 1, "about" : 0 }';
    expect(shake(world, 0).edits).toMatchObject([{ reason: 'superseded' }, { reason: 'old' }]);
  });
});

describe('image shedding', () => {
  const withImages = (count: number) => ({ tokens: 10, images: count, steps: [] });

  it('[S9] keeps to what a request may hold of images, recent ones too, and never touches a pinned one', () => {
    const world = filled(
      worldOf({ imageCaps: { count: 2, bytes: 1e9 } }),
      withImages(1),
      withImages(2),
      withImages(2),
    );
    const plan = planAhead(world.situation);
    // The first message is pinned: of four others one may stay.
    expect(plan?.edits).toMatchObject([
      { kind: 'shedding', place: { messageId: 'u3', part: 1 } },
      { kind: 'shedding', place: { messageId: 'u3', part: 2 } },
      { kind: 'shedding', place: { messageId: 'u5', part: 1 } },
    ]);
    expect(plan?.after.images.count).toBe(2);
  });

  it('keeps to the bytes of a request', () => {
    const world = filled(
      worldOf({ imageCaps: { count: 99, bytes: 250_000 } }),
      withImages(1),
      withImages(2),
      withImages(2),
    );
    expect(planAhead(world.situation)?.after.images).toEqual({ count: 2, bytes: 240_000 });
  });

  it('does nothing for a reader that sees no images: they cost it nothing', () => {
    const world = filled(
      worldOf({ vision: false, imageCaps: { count: 0, bytes: 0 } }),
      withImages(3),
      ...recent,
    );
    expect(planAhead(world.situation)).toBeNull();
  });
});

describe('the order of the rungs', () => {
  const noisy = Array.from({ length: 11 }, (_, about) => turn(10, step(call(1200, { about }))));

  it('[L1] does nothing below the threshold, and stops at the first rung under the target', () => {
    expect(planAhead(filled(worldOf(), ...chat(12, 1000), ...recent).situation)).toBeNull();
    const plan = planAhead(filled(worldOf(), ...noisy, ...recent).situation);
    expect(plan?.effects.map(({ rung, outcome }) => `${rung} ${outcome}`)).toEqual([
      'elide taken',
      'shed not-needed',
      'snapshots not-needed',
      'summary not-needed',
    ]);
    expect(plan?.after.tokens).toBeLessThanOrEqual(10_000);
    expect(plan?.work).toEqual([]);
  });

  it('goes on to pages where results are not enough, and to a summary only where pages are not', () => {
    const pictured = planAhead(filled(worldOf({}, dense), ...chat(18, 1000), ...recent).situation);
    expect(new Set(kinds(pictured?.edits ?? []))).toEqual(new Set(['pages']));
    expect(pictured?.reached).toBe(true);
    const told = planAhead(filled(worldOf({ vision: false }), ...chat(18, 1000), ...recent).situation);
    expect(told?.effects.at(2)).toMatchObject({ outcome: 'limited', limit: 'no-vision' });
    expect(kinds(told?.edits ?? [])).toEqual(['summary']);
  });

  it('[S5] uses pages only where they are cheaper than their own text by the margin', () => {
    const plan = planAhead(filled(worldOf({}, { dense: 6500 }), ...chat(18, 1000), ...recent).situation);
    expect(plan?.effects.at(2)).toMatchObject({
      rung: 'snapshots',
      outcome: 'limited',
      limit: 'not-cheaper',
    });
    expect(kinds(plan?.edits ?? [])).toEqual(['summary']);
    const world = filled(worldOf({}, { dense: 6500 }), ...chat(18, 1000), ...recent);
    const recovering = requestFor(world.situation, {
      trigger: 'refusal',
      rungs: ['snapshots'],
      pageMargin: 0,
    });
    expect(planPass(world.situation, recovering).edits.length).toBeGreaterThan(0);
  });

  it('[S9] leaves the oldest to a summary where a request takes fewer pages', () => {
    const world = filled(worldOf({ pageCaps: { count: 3, bytes: 1e6 } }), ...chat(18, 1000), ...recent);
    const plan = planAhead(world.situation);
    const made = folds(plan?.edits ?? []);
    expect(plan?.effects.at(2)?.limit).toBe('page-limit');
    expect(plan?.after.pages.count).toBeLessThanOrEqual(3);
    const [pages, summary] = [made.find(({ as }) => as === 'pages'), made.find(({ as }) => as === 'summary')];
    expect(summary?.turns.to).toBeLessThanOrEqual(pages?.turns.from ?? 0);
  });

  it('[L4] does not take a rung by which the view would grow, and goes on to the next', () => {
    const world = filled(worldOf({}, { dense: 3000 }), ...chat(18, 1000), ...recent);
    const careless = requestFor(world.situation, {
      trigger: 'user',
      rungs: ['snapshots', 'summary'],
      pageMargin: -9,
    });
    const plan = planPass(world.situation, careless);
    expect(plan.effects.map(({ outcome }) => outcome)).toEqual(['no-gain', 'taken']);
    expect(kinds(plan.edits)).toEqual(['summary']);
    expect(plan.after.tokens).toBeLessThan(plan.before.tokens);
  });

  it('[L4] makes no pass of pages that come out larger than they were planned', () => {
    const world = filled(worldOf({}, dense), ...chat(18, 1000), ...recent);
    const plan = planAhead(world.situation);
    if (!plan) throw new Error('no plan');
    const made = makePass(world.situation, plan, { id: 'p', createdAt: 0, hardBudget: null });
    const page = { hash: 'h', width: 1092, height: 1092, bytes: 1 };
    const form = {
      kind: 'pages' as const,
      shape: '1092x1092',
      legend: '',
      pages: Array(20).fill(page),
      sidecar: '',
    };
    let state = made.next();
    while (!state.done) state = made.next({ kind: 'drawn', form });
    expect(state.value).toEqual({ kind: 'no-gain', faults: [], lacksSummary: false });
  });

  it('[S8] puts no reasoning into the text of a fold', () => {
    const thinking = {
      tokens: 500,
      images: 0,
      steps: [{ ...step(call(400, { eventful: true })), reasoning: 300 }],
    };
    const plan = planAhead(
      filled(worldOf({ window: 12_000 }), ...Array.from({ length: 10 }, () => thinking), ...recent).situation,
    );
    const sources = folds(plan?.edits ?? []).flatMap((fold) => fold.source);
    expect(sources.length).toBeGreaterThan(0);
    expect(JSON.stringify(sources)).not.toContain('thinking');
  });

  it('shortens a long open turn behind the newest question, step by step', () => {
    const world = worldOf();
    const long = Array.from({ length: 20 }, (_, about) => step(call(900, { eventful: true, about })));
    filled(world, turn(300, ...long));
    // The turn is still open: its answer is not there yet.
    const [open] = world.turns;
    world.turns = open ? [{ ...open, steps: open.steps.slice(0, 19) }] : [];
    const plan = planAhead(world.situation);
    const covers = folds(plan?.edits ?? []).flatMap((fold) => fold.covers);
    expect(covers.length).toBeGreaterThan(0);
    expect(covers.every(({ messageId, steps }) => messageId === 'a2' && steps?.to !== null)).toBe(true);
    expect(plan?.after.applied.view.messages[0]).toBe(
      world.base.messages[0] && plan?.after.applied.view.messages[0],
    );
  });

  it('[L4] leaves a pass alone that would not repay the prompt cache, unless the cache is cold or the wall is near', () => {
    const busy = (window: number) =>
      filled(
        worldOf({ vision: false, window }, { settings: { protectTurns: 20, target: 0.95 } }),
        turn(10, step(call(120))),
        ...chat(17, 1000),
      );
    const plan = (window: number, cold = false) =>
      planAhead(
        {
          ...busy(window).situation,
          settings: { ...busy(window).situation.settings, target: 0.95, threshold: 0.5 },
        },
        { cacheIsCold: cold },
      );
    const { situation } = busy(20_000);
    const frugal = planPass(
      situation,
      requestFor(situation, { trigger: 'threshold', rungs: ['elide'], target: 0, mustRepay: true }),
    );
    expect(frugal).toMatchObject({ verdict: 'not-worth-it' });
    expect(frugal.repayment.requests).toBeGreaterThan(40);
    expect(plan(22_000)).toBeNull();
    expect(plan(20_000)).not.toBeNull();
  });

  it('[L4] asks no model again after two passes that left the view over the threshold', () => {
    const world = filled(worldOf({ vision: false }), ...chat(18, 1000), ...recent);
    const futile = (id: string): Pass => ({
      id,
      createdAt: 0,
      trigger: 'threshold',
      edits: [
        {
          kind: 'elision',
          recallId: id,
          place: { messageId: 'a2', step: 0, callId: 'none' },
          reason: 'old',
          tokens: 1,
        },
      ],
      before: 19_000,
      after: 18_000,
      undone: false,
    });
    expect(kinds(planAhead(world.situation)?.edits ?? [])).toEqual(['summary']);
    world.passes.push(futile('p1'), futile('p2'));
    expect(planAhead(world.situation)?.work ?? []).toEqual([]);
  });

  it('[L8] does not do again what the user has just taken back, before it must', () => {
    const world = filled(worldOf(), ...noisy, ...recent);
    const plan = planAhead(world.situation);
    if (!plan) throw new Error('no plan');
    world.make(plan, null);
    world.passes.splice(0, 1, ...undoPass(world.passes, world.passes[0]?.id ?? ''));
    world.reader = { ...world.reader, window: 21_000 };
    expect(planAhead(world.situation)).toBeNull();
    // No room is left for an answer.
    world.reader = { ...world.reader, window: 20_000 };
    expect(planAhead(world.situation)).not.toBeNull();
  });
});

describe('folds that a reader still needs', () => {
  it('[S3] asks for a summary for a reader without vision, once, and for nothing when it comes back', () => {
    const world = filled(worldOf({}, dense), ...chat(18, 1000), ...recent);
    const plan = planAhead(world.situation);
    if (!plan) throw new Error('no plan');
    world.make(plan, null);
    expect(neededWork(world.situation)).toEqual([]);
    const before = world.applied.view;
    world.reader = { ...world.reader, vision: false };
    const work = neededWork(world.situation);
    expect(work.length).toBe(folds(plan.edits).length);
    expect(work.every((task) => task.kind === 'summarise' && task.text.length > 1000)).toBe(true);
    world.makeForms();
    expect(neededWork(world.situation)).toEqual([]);
    world.reader = { ...world.reader, vision: true };
    expect(neededWork(world.situation)).toEqual([]);
    expect(world.applied.view).toEqual(before);
    world.reader = { ...world.reader, pageShapes: ['another'] };
    expect(neededWork(world.situation).every((task) => task.kind === 'draw')).toBe(true);
  });
});
