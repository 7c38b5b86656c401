import { describe, expect, it } from 'vitest';
import type { AppliedView } from '#core/context/apply-passes.ts';
import { applyPasses } from '#core/context/apply-passes.ts';
import { correct, estimateView, initialCalibration, learn } from '#core/context/calibrate.ts';
import { Estimator, tokensOf } from '#core/context/estimate.ts';
import { gaugeLevel } from '#core/context/gauge.ts';
import { isSilentOverflow, type QuietAnswer } from '#core/context/overflow.ts';
import { contentAt, contextReport } from '#core/context/report.ts';
import { type AskSpec, countTokens, readerOf, textOf, World } from '../ladder/world.ts';

const looks = (tokens: number, more: Partial<AskSpec['steps'][number]['calls'][number]> = {}) => ({
  tokens,
  eventful: false,
  failed: false,
  image: false,
  about: 0,
  ...more,
});

const ask = (tokens: number, ...steps: AskSpec['steps']): AskSpec => ({ tokens, images: 0, steps });
const step = (...calls: ReturnType<typeof looks>[]) => ({ text: 10, reasoning: 0, calls });

function worldOf(more: Partial<ConstructorParameters<typeof World>[0]> = {}) {
  return new World({ reader: readerOf(), factor: 1, dense: 9000, tells: true, reports: true, ...more });
}

describe('the estimate', () => {
  it('counts only what is new when a message is added', () => {
    const world = worldOf();
    world.ask(ask(300, step(looks(400)), step(looks(400))));
    let counted = 0;
    const estimator = new Estimator((text) => {
      counted += text.length;
      return countTokens(text);
    });
    estimator.view(world.applied.view, world.reader);
    const first = counted;
    world.ask(ask(50));
    counted = 0;
    estimator.view(world.applied.view, world.reader);
    expect(first).toBeGreaterThan(4 * 1000);
    expect(counted).toBeLessThan(4 * 150);
  });

  it('can be counted in slices, and is known afterwards', () => {
    const world = worldOf();
    world.turns = [
      {
        userMessageId: 'u',
        user: [{ type: 'text', text: textOf('u', 50_000) }],
        agentMessageId: null,
        steps: [],
      },
    ];
    let longest = 0;
    const estimator = new Estimator((text) => {
      longest = Math.max(longest, text.length);
      return countTokens(text);
    });
    const slices = [...estimator.prepare(world.applied.view)].length;
    expect(slices).toBeGreaterThan(5);
    expect(longest).toBeLessThanOrEqual(40_000);
    const whole = new Estimator(countTokens).view(world.applied.view, world.reader);
    expect(estimator.view(world.applied.view, world.reader)).toEqual(whole);
  });

  it('counts images exactly, outside of the ratio, and not at all for a reader without vision', () => {
    const world = worldOf();
    world.turns = [{ userMessageId: 'u', user: [world.image('one')], agentMessageId: null, steps: [] }];
    const seen = world.estimator.view(world.applied.view, world.reader);
    expect(seen.images).toBe(36 * 29);
    expect(tokensOf(seen, 2) - tokensOf(seen, 1)).toBe(seen.text);
    const blind = world.estimator.view(world.applied.view, readerOf({ vision: false }));
    expect(blind.images).toBe(0);
  });

  it('takes what the last good response reported, and counts only what came after', () => {
    const world = worldOf({ factor: 1.7 });
    world.ask(ask(2000, step(looks(1000))));
    world.ask(ask(500));
    const now = estimateView(world.applied, world.reader, initialCalibration('x'), world.estimator);
    // Only the newest answer is counted here: everything before it is the provider's own figure.
    expect(Math.abs(now.tokens - world.trueTokens(world.applied.view))).toBeLessThan(30);
    expect(now.ratio).toBeCloseTo(1.7, 1);
  });

  it('ignores usage from before a pass, of another model, and of a prompt that the server cut', () => {
    const world = worldOf({ factor: 1.7 });
    world.ask(ask(2000, step(looks(3000)), step(looks(10))));
    const bare = (applied: AppliedView, reader = world.reader) =>
      estimateView(applied, reader, { ratio: 1 }, world.estimator).ratio;
    expect(bare(world.applied)).toBeGreaterThan(1.5);
    expect(bare(world.applied, readerOf({ modelId: 'another' }))).toBe(1);
    const { branch } = world.situation;
    const elision = {
      kind: 'elision' as const,
      recallId: 'r1',
      place: { messageId: world.turns[0]?.agentMessageId ?? '', step: 0, callId: 'call-0' },
      reason: 'old' as const,
      tokens: 3000,
    };
    const pass = {
      id: 'p',
      createdAt: 0,
      trigger: 'user' as const,
      edits: [elision],
      before: 2,
      after: 1,
      undone: false,
    };
    // The last response that still holds is the one before the edit.
    const after = applyPasses({ ...branch, passes: [pass] }, world.reader);
    expect(after.mark).not.toBe('');
    const cut = worldOf({ factor: 0.1 });
    cut.ask(ask(4000));
    expect(bare(cut.applied)).toBe(1);
    expect(estimateView(after, world.reader, { ratio: 1 }, world.estimator).tokens).toBeLessThan(
      world.trueTokens(world.applied.view),
    );
  });
});

describe('the estimate after a pass', () => {
  it('takes the figure of the first response after it again, and none from before', () => {
    const world = worldOf({ factor: 1.7 });
    world.ask(ask(2000, step(looks(3000)), step(looks(10))));
    const place = { messageId: world.turns[0]?.agentMessageId ?? '', step: 0, callId: 'call-0' };
    world.passes.push({
      id: 'p',
      createdAt: 0,
      trigger: 'user',
      edits: [{ kind: 'elision', recallId: 'r1', place, reason: 'old', tokens: 3000 }],
      before: 2,
      after: 1,
      undone: false,
    });
    const estimated = () => estimateView(world.applied, world.reader, { ratio: 1 }, world.estimator);
    // The response before the edited result still holds; those behind it would count the result.
    expect(estimated().tokens).toBeLessThan(world.trueTokens(world.applied.view) + 30);
    expect(estimated().tokens).toBeGreaterThan(2000 * 1.7);
    world.ask(ask(100));
    expect(Math.abs(estimated().tokens - world.trueTokens(world.applied.view))).toBeLessThan(60);
  });
});

describe('the calibration', () => {
  it('moves towards what responses report, within 0.7 and 2', () => {
    let calibration = { ratio: 1 };
    for (let n = 0; n < 20; n += 1) calibration = learn(calibration, 1500, { text: 1000, images: 0 });
    expect(calibration.ratio).toBeCloseTo(1.5);
    for (let n = 0; n < 20; n += 1) calibration = learn(calibration, 50_000, { text: 1000, images: 0 });
    expect(calibration.ratio).toBeCloseTo(2);
    for (let n = 0; n < 20; n += 1) calibration = learn(calibration, 100, { text: 1000, images: 0 });
    expect(calibration.ratio).toBeCloseTo(0.7);
  });

  it('learns nothing from a few words, and leaves images out', () => {
    expect(learn({ ratio: 1 }, 900, { text: 100, images: 0 })).toEqual({ ratio: 1 });
    expect(learn({ ratio: 1 }, 6000, { text: 1000, images: 5000 })).toEqual({ ratio: 1 });
  });

  it('begins higher for models that are known to count more', () => {
    expect(initialCalibration('claude-opus-4-7').ratio).toBe(1.3);
    expect(initialCalibration('anthropic/claude-sonnet-5').ratio).toBe(1.3);
    expect(initialCalibration('claude-opus-4-6').ratio).toBe(1);
  });

  it('[L3] takes a refusal’s numbers over its own, and remembers them', () => {
    const before = { window: 128_000, calibration: { ratio: 1 } };
    const numbers = { kind: 'tokens' as const, limit: 100_000, actual: 130_000 };
    expect(correct(before, numbers, { text: 90_000, images: 10_000 })).toEqual({
      window: 100_000,
      calibration: { ratio: 120_000 / 90_000 },
      remember: true,
    });
  });

  it.each([
    [5, null],
    [20_971_520, null],
    [20_971_520, 90_000],
    [200_000, 190_000],
  ])('[L3] takes no limit of something else for the window: %d', (limit, actual) => {
    const before = { window: 128_000, calibration: { ratio: 1 } };
    const learned = correct(before, { kind: 'tokens', limit, actual }, { text: 90_000, images: 0 });
    expect(learned.window).toBeLessThanOrEqual(before.window);
    expect(learned.window).toBeGreaterThan(80_000);
    expect(learned.remember).toBe(false);
  });

  it('[L3] without numbers knows only that this request was over, and remembers nothing', () => {
    const before = { window: 10_000, calibration: { ratio: 1 } };
    const silent = { kind: 'tokens' as const, limit: null, actual: null };
    const raised = correct(before, silent, { text: 8000, images: 0 });
    expect(raised.remember).toBe(false);
    expect(tokensOf({ text: 8000, images: 0 }, raised.calibration.ratio)).toBeGreaterThan(raised.window);
    const smaller = correct(before, silent, { text: 2000, images: 0 });
    expect(smaller.window).toBeLessThan(4000);
    expect(correct(before, silent, { text: 12_000, images: 0 })).toMatchObject({
      window: 10_000,
      calibration: { ratio: 1 },
    });
  });
});

describe('silent overflow', () => {
  const quiet: QuietAnswer = {
    usage: { input: 5000, output: 10, cacheRead: 0, cacheWrite: 0 },
    stop: 'end',
    saysSomething: true,
    calls: false,
    estimate: 5200,
    window: 8000,
    cutsPrompts: false,
  };
  const used = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 });

  it.each([
    ['a good answer', quiet, false],
    ['a prompt over the window', { ...quiet, usage: used(8200) }, true],
    ['no room for an answer', { ...quiet, usage: used(7990), stop: 'length', saysSomething: false }, true],
    ['an answer that the output limit cut', { ...quiet, usage: used(7990), stop: 'length' }, false],
    ['a call that the window cut', { ...quiet, usage: used(7990), stop: 'length', calls: true }, true],
    ['a call that the output limit cut', { ...quiet, stop: 'length', calls: true }, false],
    ['a prompt that was cut', { ...quiet, usage: used(2048), cutsPrompts: true }, true],
    ['a server that reports only what it read anew', { ...quiet, usage: used(2048) }, false],
    ['nothing reported', { ...quiet, usage: null, cutsPrompts: true }, false],
  ] as [string, QuietAnswer, boolean][])('%s', (_what, answer, expected) => {
    expect(isSilentOverflow(answer)).toBe(expected);
  });
});

describe('the report', () => {
  it('accounts for every token once, with the content behind it', () => {
    const world = worldOf({ factor: 1.37, system: 'You help with roofs.' });
    world.ask(ask(300, step(looks(500, { image: true }), looks(80))));
    world.ask(ask(200, { text: 10, reasoning: 60, calls: [looks(20)] }));
    const { applied, reader, estimator } = world;
    const estimate = estimateView(applied, reader, world.calibration, estimator);
    const report = contextReport(applied, reader, estimate, estimator);
    expect(report.tokens).toBe(estimate.tokens);
    expect(report.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(report.tokens);
    const { system, tools, history, images, folds, free } = report.totals;
    expect(system + tools + history + images + folds).toBe(report.tokens);
    expect(free).toBe(reader.window - report.tokens);
    expect(images).toBe(36 * 29);
    expect(report.parts.map((part) => [part.kind, part.turn])).toEqual([
      ['system', 0],
      ['tools', 0],
      ['turn', 1],
      ['turn', 2],
    ]);
    const items = report.parts.flatMap((part) => part.items);
    expect(items.map((item) => item.what)).toContain('reasoning');
    for (const item of items) expect(contentAt(applied.view, item.content)).not.toBeNull();
    const [first] = report.parts[2]?.items ?? [];
    expect(first && contentAt(applied.view, first.content)).toBe(textOf('u1', 300));
  });

  it('says in words how full it is', () => {
    expect([0, 0.39, 0.4, 0.64, 0.65, 0.84, 0.85, 1.2].map(gaugeLevel)).toEqual([
      'plenty',
      'plenty',
      'half',
      'half',
      'getting-full',
      'getting-full',
      'nearly-full',
      'nearly-full',
    ]);
  });
});
