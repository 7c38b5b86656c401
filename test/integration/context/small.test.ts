import { afterEach, beforeEach, expect, it } from 'vitest';
import { call, text } from '../../lab/index.ts';
import { Rig } from '../run/rig.ts';
import { isSummaryRequest } from './requests.ts';
import { passesTold, readerWith, turn, wordsOf, writeSummary } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

it('[L7] in a window of 8k the agent can read again what was folded: a part that fits, of a text that would not', async () => {
  const figures = { contextWindow: 8192, vision: false, tools: true };
  const id = await rig.conversation(await readerWith(rig, rig.readers.openai, 'gpt-5.5-lab-8k', figures));
  // A token for two characters: a long part would fill the window alone.
  const said = '雨の日は古い木の下で本を読む。朝になると川の音が聞こえる。';
  for (let n = 0; n < 5; n += 1) writeSummary(rig, 'So far');
  for (let n = 0; n < 9; n += 1)
    await turn(rig, id, { text: `${n} 話してください。`, answer: `${n} ${said.repeat(36)}` });
  await rig.call('context.run', { conversationId: id, command: 'compact', args: 'summary' });
  const passes = await rig.call('context.passes', { conversationId: id });
  const fold = passes.at(-1)?.edits.find((edit) => edit.kind === 'fold');
  if (!fold) throw new Error('Nothing was folded');

  const args = JSON.stringify({ id: fold.recallId });
  rig.lab.script([{ parts: [call('recall', args)] }, { parts: [text('There it is.')] }], {
    when: (request) => !isSummaryRequest(request),
  });
  const answer = await rig.ask(id, '最初は何でしたか。');
  expect(answer.status).toBe('complete');
  const sent = rig.lab.requests.at(-1)?.raw.toString() ?? '';
  expect(sent.includes(`0 ${said}`)).toBe(true);
  expect(/\[This is part 1 of \d\.\]/.test(sent)).toBe(true);
  expect(rig.lab.requests.every((request) => request.verdict === 'accepted')).toBe(true);
});

it('[L2] in a window of 8k a model that writes no summary of use is given room all the same, before it refuses', async () => {
  const figures = { contextWindow: 8192, vision: false, tools: true };
  const id = await rig.conversation(await readerWith(rig, rig.readers.openai, 'gpt-5.5-lab-8k', figures));
  rig.lab.script(Array(40).fill({ parts: [text('Sure.')] }), { when: isSummaryRequest });
  for (let n = 0; n < 9; n += 1) {
    const since = rig.lab.requests.length;
    const answer = await turn(rig, id, { text: `Question ${n}`, answer: wordsOf(`Answer ${n}`, 1200) });
    expect(answer.status).toBe('complete');
    // Once it has failed twice it is not asked again in the same answer.
    expect(rig.lab.requests.slice(since).filter(isSummaryRequest).length).toBeLessThanOrEqual(2);
  }
  expect(rig.lab.requests.filter(isSummaryRequest).length).toBeGreaterThan(0);
  expect(rig.lab.requests.every((request) => request.verdict === 'accepted')).toBe(true);
  expect(passesTold(rig).some(({ counts }) => counts.omissions > 0)).toBe(true);
});
