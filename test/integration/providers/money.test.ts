import { afterEach, beforeEach, expect, it } from 'vitest';
import { text } from '../../lab/index.ts';
import { Rig } from '../run/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

const prices = { inputPrice: 2, outputPrice: 10, cacheReadPrice: 0.2, cacheWritePrice: 2.5 };

it('an answer keeps what it cost at the prices of its time, and the conversation adds them up', async () => {
  const id = await rig.conversation();
  const { routeId, modelId } = rig.readers.openai;
  rig.lab.script({ parts: [text('Before.')], usage: { input: 1000, output: 100, cacheRead: 0 } });
  const before = await rig.ask(id, 'Without prices');
  expect(before.usage?.cost).toBeUndefined();
  await rig.call('providers.setModelFigures', { routeId, modelId, figures: prices });
  rig.lab.script({ parts: [text('After.')], usage: { input: 1000, output: 100, cacheRead: 0 } });
  const after = await rig.ask(id, 'With prices');
  const { input = 0, output = 0, cacheRead = 0 } = after.usage ?? {};
  const cost = (input * 2 + output * 10 + cacheRead * 0.2) / 1_000_000;
  expect(cost).toBeGreaterThan(0);
  expect(after.usage?.cost).toBeCloseTo(cost, 10);
  // Prices of today change nothing of what was paid.
  await rig.call('providers.setModelFigures', { routeId, modelId, figures: { inputPrice: 99 } });
  const spent = await rig.call('conversations.spent', { id });
  expect(spent).toMatchObject({ answers: 2, unpriced: 1 });
  expect(spent.cost).toBeCloseTo(cost, 10);
});

it('[L8] the memory report and the preview of a pass know the money', async () => {
  const { routeId, modelId } = rig.readers.openai;
  // Small, so that a summary pays.
  await rig.call('providers.setModelFigures', { routeId, modelId, figures: { contextWindow: 12_000 } });
  const id = await rig.conversation();
  for (let n = 0; n < 6; n += 1) {
    rig.lab.script({ parts: [{ type: 'tokens', tokens: 800 }] });
    await rig.ask(id, `Tell me about chapter ${n}`);
  }
  expect((await rig.call('context.report', { conversationId: id })).money).toBeNull();
  expect((await rig.call('context.preview', { conversationId: id })).rungs.summary.money).toBeNull();
  await rig.call('providers.setModelFigures', { routeId, modelId, figures: prices });
  const { tokens, money } = await rig.call('context.report', { conversationId: id });
  expect(money).toEqual({ cached: (tokens * 0.2) / 1_000_000, fresh: (tokens * 2) / 1_000_000 });
  const { rungs } = await rig.call('context.preview', { conversationId: id });
  const { frees, calls, money: saved } = rungs.summary;
  expect(frees).toBeGreaterThan(0);
  expect(saved?.perRequest).toBeCloseTo((frees * 2) / 1_000_000, 10);
  expect(saved?.perCachedRequest).toBeCloseTo((frees * 0.2) / 1_000_000, 10);
  expect(saved?.once).toBeGreaterThanOrEqual((calls.input * 2 + calls.output * 10) / 1_000_000);
});
