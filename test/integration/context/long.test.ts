import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from '../run/rig.ts';
import { imagesIn, isSummaryRequest } from './requests.ts';
import { attachLog, passesTold, readerWith, readLog, talkAboutLog, turn, wordsOf } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
// The lab has the last word: it refused nothing.
afterEach(() => rig.end());

const readers = [
  { wire: 'openai', modelId: 'gpt-5.5-lab-8k', window: 8192, vision: true },
  { wire: 'openai', modelId: 'gpt-5.5-lab-8k', window: 8192, vision: false },
  { wire: 'compatible', modelId: 'lab/small', window: 8192, vision: false },
  { wire: 'anthropic', modelId: 'claude-opus-5-5-lab-8k', window: 8192, vision: true },
  { wire: 'anthropic', modelId: 'claude-sonnet-4-5-lab-8k', window: 8192, vision: false },
  { wire: 'anthropic', modelId: 'claude-sonnet-4-5-lab-32k', window: 32_768, vision: true },
] as const;

describe.each(readers)('$modelId, vision $vision', ({ wire, modelId, window, vision }) => {
  const answerTokens = window / 70;

  it('[L1] is never refused, however long the conversation gets', async () => {
    const id = await rig.conversation(
      await readerWith(rig, rig.readers[wire], modelId, {
        contextWindow: window,
        vision,
        ...(wire === 'anthropic' && { maxOutput: 2048 }),
      }),
    );
    const file = await attachLog(rig);
    const answers = await talkAboutLog(rig, id, 16, { file, answerTokens: Math.round(answerTokens) });
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 'complete'));
    const passes = passesTold(rig);
    expect(passes.length).toBeGreaterThan(0);
    for (const pass of passes) {
      expect(pass.trigger).toBe('threshold');
      // [L4]
      expect(pass.after).toBeLessThan(pass.before);
    }
    for (const [n, request] of rig.lab.requests.filter((each) => each.model === modelId).entries()) {
      // The file is more than half of a small window, and as the newest message it is pinned [L5].
      const share = n < 4 ? 1 : 0.9;
      expect(request.inputTokens ?? 0, `request ${n}`).toBeLessThan(window * share);
      if (isSummaryRequest(request)) continue;
      // [L5] the task and the newest message, word for word
      expect(request.raw.toString()).toContain(wordsOf('q0', 40));
      if (!vision) expect(imagesIn(request)).toEqual([]);
    }
    expect(rig.lab.lastRequest(wire).raw.toString()).toContain(wordsOf('q15', 40));
  });

  it('[L1] [L6] makes room inside one long tool loop, between its steps', async () => {
    const id = await rig.conversation(
      await readerWith(rig, rig.readers[wire], modelId, {
        contextWindow: window,
        vision,
        ...(wire === 'anthropic' && { maxOutput: 2048 }),
      }),
    );
    const file = await attachLog(rig, 6000);
    const characters = window > 10_000 ? 8000 : 1500;
    await turn(rig, id, { text: 'Here is a log.', attachments: [file], answer: 'I see it.' });
    const answer = await turn(rig, id, {
      text: 'Read all of it, and tell me.',
      calls: Array.from({ length: 14 }, (_, part) => readLog(part, characters)),
      answer: 'That was all of it.',
    });
    expect(answer.status).toBe('complete');
    expect(passesTold(rig).length).toBeGreaterThan(0);
    // Everything that was set aside is named, and the newest results are there word for word.
    const last = rig.lab.lastRequest(wire).raw.toString();
    expect(last).toContain('Read all of it, and tell me.');
    // The turn is kept whole, whatever its view had become.
    const shown = await rig.message(answer.id);
    expect(shown.parts.filter((part) => part.type === 'tool' && part.state === 'done')).toHaveLength(14);
    await rig.restart();
    const { edits } = (await rig.call('context.passes', { conversationId: id }))[0] ?? {};
    expect(edits?.length).toBeGreaterThan(0);
    expect((await turn(rig, id, { text: 'Thank you.', answer: 'You are welcome.' })).status).toBe('complete');
  });
});
