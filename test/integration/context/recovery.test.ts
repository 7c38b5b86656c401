import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabRequest } from '../../lab/record.ts';
import { Rig } from '../run/rig.ts';
import { pictureOf } from './histories/texts.ts';
import { imagesIn, isSummaryRequest } from './requests.ts';
import { attachLog, passesTold, readerWith, talkAboutLog, turn, wordsOf } from './talk.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

const readers = [
  { wire: 'anthropic', modelId: 'claude-opus-5-5-lab-32k', vision: true },
  { wire: 'openai', modelId: 'gpt-5.5-lab-32k', vision: true },
  { wire: 'anthropic', modelId: 'claude-sonnet-4-5-lab-32k', vision: false },
  { wire: 'compatible', modelId: 'lab/small', vision: false },
] as const;

describe.each(readers)('a window that is smaller than was thought: $modelId, vision $vision', (reader) => {
  const { wire, modelId, vision } = reader;
  const window = modelId === 'lab/small' ? 8192 : 32_768;

  it('[L2] [L3] recovers in at most two tries, and knows better from then on', async () => {
    const figures = { contextWindow: 400_000, vision, ...(wire === 'anthropic' && { maxOutput: 2048 }) };
    const id = await rig.conversation(await readerWith(rig, rig.readers[wire], modelId, figures));
    rig.lab.expectRefusal({ kind: 'overflow' });
    const file = await attachLog(rig, 400);
    const answerTokens = Math.round(window / 16);
    const answers = await talkAboutLog(rig, id, 22, { file, answerTokens });
    expect(answers.every(({ status }) => status === 'complete')).toBe(true);

    const mine = rig.lab.requests.filter((request) => request.model === modelId);
    const refused = mine.findIndex((request) => request.verdict !== 'accepted');
    expect(refused).toBeGreaterThan(0);
    expect(mine.filter((request) => request.verdict !== 'accepted')).toHaveLength(1);
    const after = mine.slice(refused + 1);
    const fits = after.findIndex((request) => !isSummaryRequest(request));
    // The first moves need no provider; where a summary is all that is left, it is made in small requests.
    if (vision) expect(fits).toBe(0);
    for (const request of after.slice(0, fits)) {
      expect(request.inputTokens ?? 0).toBeLessThan(window * 0.5);
    }
    expect(passesTold(rig).some((pass) => pass.trigger === 'refusal')).toBe(true);
    expect(sizes(after).every((tokens) => tokens <= window)).toBe(true);
    expect(after[fits]?.raw.toString()).toContain(wordsOf('q0', 40));

    // [L3] Remembered for this model, across a restart.
    await rig.restart();
    const gauge = await rig.call('context.gauge', { conversationId: id });
    expect(gauge.window).toBe(window);
  });
});

const sizes = (requests: readonly LabRequest[]) => requests.map((request) => request.inputTokens ?? 0);

describe('a request with too many bytes', () => {
  it('drops images and asks again, without a model call', async () => {
    const reader = await readerWith(rig, rig.readers.anthropic, 'claude-opus-5-5-lab-200k', { vision: true });
    const id = await rig.conversation(reader);
    const picture = await rig.call('attachments.add', { name: 'photo.png', bytes: pictureOf(300, 200) });
    await turn(rig, id, { text: 'Hello.', answer: 'Hello.' });
    for (let n = 0; n < 4; n += 1)
      await turn(rig, id, { text: `Look ${n}`, attachments: [picture], answer: 'I see.' });
    const before = rig.lab.requests.length;
    rig.lab.script({ fault: 'overflow-bytes' });
    const answer = await turn(rig, id, { text: 'And now?', answer: 'Now it fits.' });
    expect(answer.status).toBe('complete');
    const [refused, next, ...more] = rig.lab.requests.slice(before);
    expect(more).toEqual([]);
    expect(refused?.status).toBe(413);
    expect(imagesIn(next as LabRequest).length).toBeLessThan(imagesIn(refused as LabRequest).length);
  });
});
