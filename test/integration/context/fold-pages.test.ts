import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Rig } from '../run/rig.ts';
import { attachLog, readerWith, talkAboutLog } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

it('[S10] the pages of a fold and their text are told without laying out a branch, after a restart too', async () => {
  const modelId = 'claude-opus-5-5-lab-32k';
  const figures = { contextWindow: 32_768, vision: true, maxOutput: 2048 };
  const conversationId = await rig.conversation(
    await readerWith(rig, rig.readers.anthropic, modelId, figures),
  );
  await talkAboutLog(rig, conversationId, 6, { file: await attachLog(rig, 240), answerTokens: 900 });
  const { pass } = await rig.call('context.run', { conversationId, command: 'compact', args: 'snapshots' });
  const fold = pass?.edits.find((edit) => edit.kind === 'fold');
  if (fold?.kind !== 'fold') throw new Error('Nothing was folded');
  const { recallId: foldId } = fold;

  const told = await rig.call('context.pages', { conversationId, foldId });
  await rig.restart();
  const laidOut = vi.spyOn(rig.services.workspace.messages, 'pathIds');
  expect(await rig.call('context.pages', { conversationId, foldId })).toEqual(told);
  const text = await rig.call('context.foldText', { conversationId, foldId });
  expect(laidOut).not.toHaveBeenCalled();
  expect(told.pages.length).toBeGreaterThan(0);
  expect(text.text.length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThanOrEqual(text.text.length);
});
