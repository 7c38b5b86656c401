import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoughError } from '#core/errors.ts';
import { text } from '../../lab/index.ts';
import { failureOf, Rig, textOf } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

const full = () => new BoughError('disk_full', 'The disk is full');

describe('a disk that takes no more', () => {
  it('[T6] an answer whose transcript cannot be saved is kept, says why, and is rebuilt for the next turn', async () => {
    const id = await rig.conversation();
    const { transcripts } = rig.services.workspace;
    const { update } = transcripts;
    transcripts.update = () => Promise.reject(full());
    rig.lab.script({ parts: [text('Kept all the same.')] });
    const answer = await rig.ask(id, 'Hello');
    transcripts.update = update;
    expect(answer.status).toBe('complete');
    expect(textOf(answer)).toBe('Kept all the same.');
    expect(failureOf(answer)).toBe('disk_full');
    expect(await rig.tip(id)).toBe(answer.id);
    await rig.ask(id, 'Go on');
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain('Kept all the same.');
  });

  it('[T2] an answer that cannot be finalised says so; the next start completes it from its transcript', async () => {
    const id = await rig.conversation();
    rig.services.workspace.messages.finalise = () => {
      throw full();
    };
    rig.lab.script({ parts: [text('The whole answer.')] });
    const shown = await rig.ask(id, 'Hello');
    expect(shown.status).toBe('failed');
    expect(textOf(shown)).toBe('The whole answer.');
    expect(failureOf(shown)).toBe('disk_full');
    await rig.restart();
    const kept = await rig.message(shown.id);
    expect(kept.status).toBe('complete');
    expect(textOf(kept)).toBe('The whole answer.');
    expect(await rig.tip(id)).toBe(kept.id);
  });

  it('a question that cannot be written is refused, and nothing is asked', async () => {
    const id = await rig.conversation();
    rig.services.workspace.messages.appendUser = () => {
      throw full();
    };
    const before = rig.lab.requests.length;
    expect(
      await rig.codeOf('turns.send', { conversationId: id, content: { text: 'x', attachments: [] } }),
    ).toBe('disk_full');
    expect(rig.lab.requests.length).toBe(before);
  });
});
