import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../lab/index.ts';
import { failureOf, Rig, textOf } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

describe('edit and regenerate', () => {
  it('[B4] editing a question makes a sibling and a turn for it; the first answer is still there', async () => {
    const id = await rig.conversation();
    const first = await rig.ask(id, 'Red?');
    const started = await rig.call('turns.edit', {
      conversationId: id,
      messageId: first.parentId,
      content: { text: 'Blue?', attachments: [] },
    });
    const second = await rig.final(started.agentMessageId);
    expect(await rig.tip(id)).toBe(second.id);
    const question = await rig.message(second.parentId);
    expect(question.siblings).toMatchObject({ index: 2, count: 2, previousId: first.parentId });
    expect(rig.lab.lastRequest('openai').raw.toString()).not.toContain('Red?');
    const move = await rig.call('tree.switchSibling', {
      conversationId: id,
      fromId: question.id,
      toId: first.parentId,
    });
    expect(move.tipId).toBe(first.id);
    expect(await rig.message(first.id)).toEqual(first);
  });

  it('[B4] editing an answer makes a complete sibling, no turn, and the next request carries the new words', async () => {
    const id = await rig.conversation();
    const answer = await rig.ask(id, 'Hello');
    const before = rig.lab.requests.length;
    const { agentMessageId } = await rig.call('turns.edit', {
      conversationId: id,
      messageId: answer.id,
      content: { text: 'My own words.', attachments: [] },
    });
    expect(await rig.message(agentMessageId)).toMatchObject({
      status: 'complete',
      parentId: answer.parentId,
    });
    expect(await rig.tip(id)).toBe(agentMessageId);
    expect(rig.lab.requests.length).toBe(before);
    await rig.ask(id, 'Go on');
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain('My own words.');
  });

  it('[B4] regenerating keeps the tip on the old answer until the new one is complete', async () => {
    const id = await rig.conversation();
    const old = await rig.ask(id, 'Hello');
    const gate = rig.lab.gate('again');
    rig.lab.script({ parts: [text('Anew. '), { type: 'hold', gate }, text('Done.')] });
    const { agentMessageId } = await rig.call('turns.regenerate', { conversationId: id, messageId: old.id });
    await rig.shows(agentMessageId, 'Anew.');
    expect(await rig.tip(id)).toBe(old.id);
    gate.release();
    const fresh = await rig.final(agentMessageId);
    expect(await rig.tip(id)).toBe(fresh.id);
    expect(fresh.siblings).toMatchObject({ index: 2, count: 2, previousId: old.id });
  });

  it('[B4] a failed regeneration leaves the tip on the last good answer and is kept beside it', async () => {
    const id = await rig.conversation();
    const good = await rig.ask(id, 'Hello');
    rig.lab.script({ fault: 'auth' });
    const { agentMessageId } = await rig.call('turns.regenerate', { conversationId: id, messageId: good.id });
    const failed = await rig.final(agentMessageId);
    expect(failureOf(failed)).toBe('provider_auth');
    expect(await rig.tip(id)).toBe(good.id);
    expect((await rig.message(good.id)).siblings).toMatchObject({ index: 1, count: 2, nextId: failed.id });
  });

  it('[B11] two branches answer at once, each with its own tip rule and its own place in the transcript', async () => {
    const id = await rig.conversation();
    const root = (await rig.call('conversations.get', { id })).rootId;
    const gates = [rig.lab.gate('one'), rig.lab.gate('two')] as const;
    rig.lab.script(
      gates.map((gate, n) => ({ parts: [text(`Start ${n}. `), { type: 'hold', gate }, text(`End ${n}.`)] })),
    );
    const one = await rig.send(id, 'First branch');
    await rig.shows(one.agentMessageId, 'Start 0.');
    const two = await rig.send(id, 'Second branch', root);
    await rig.shows(two.agentMessageId, 'Start 1.');
    gates[0].release();
    await rig.final(one.agentMessageId);
    expect(await rig.tip(id)).toBe(two.userMessageId);
    gates[1].release();
    await rig.final(two.agentMessageId);
    expect(await rig.tip(id)).toBe(two.agentMessageId);
    const agentId = (await rig.message(one.agentMessageId)).agentId ?? '';
    const loaded = await rig.services.workspace.transcripts.load(id, agentId);
    expect(loaded.kind === 'loaded' && loaded.transcript.turns.map((turn) => turn.agentMessageId)).toEqual([
      one.agentMessageId,
      two.agentMessageId,
    ]);
  });

  it('[B11] regenerating on another branch does not pull the tip over', async () => {
    const id = await rig.conversation();
    const root = (await rig.call('conversations.get', { id })).rootId;
    const there = await rig.ask(id, 'There');
    const here = await rig.ask(id, 'Here', root);
    const { agentMessageId } = await rig.call('turns.regenerate', {
      conversationId: id,
      messageId: there.id,
    });
    await rig.final(agentMessageId);
    expect(await rig.tip(id)).toBe(here.id);
  });

  it('a tip that the user moved meanwhile is not moved back by the end of an answer', async () => {
    const id = await rig.conversation();
    const first = await rig.ask(id, 'Hello');
    const gate = rig.lab.gate('moved');
    rig.lab.script({ parts: [text('Slow. '), { type: 'hold', gate }, text('End.')] });
    const { agentMessageId } = await rig.send(id, 'More');
    await rig.shows(agentMessageId, 'Slow.');
    await rig.call('tree.moveTip', { conversationId: id, messageId: first.id });
    gate.release();
    await rig.final(agentMessageId);
    expect(await rig.tip(id)).toBe(first.id);
  });
});

describe('stop', () => {
  it('[T2] keeps the partial answer, marked interrupted, and never replays it as finished', async () => {
    const id = await rig.conversation();
    rig.lab.script({
      parts: [text('The beginning of it. '), { type: 'hold', gate: rig.lab.gate('never') }, text('x')],
    });
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.shows(agentMessageId, 'beginning of it');
    expect(await rig.call('turns.stop', { messageId: agentMessageId })).toEqual({ stopped: true });
    const stopped = await rig.message(agentMessageId);
    expect(stopped).toMatchObject({
      status: 'interrupted',
      parts: [{ type: 'text', text: 'The beginning of it. ' }],
    });
    expect(stopped.cutOff).toBeUndefined();
    expect(await rig.tip(id)).toBe(agentMessageId);
    expect(await rig.services.workspace.transcripts.load(id, stopped.agentId ?? '')).toEqual({
      kind: 'absent',
    });
    expect(await rig.call('turns.stop', { messageId: agentMessageId })).toEqual({ stopped: false });
    await rig.ask(id, 'Go on');
    const sent = rig.lab.lastRequest('openai').raw.toString();
    expect(sent).toContain('The beginning of it.');
    expect(sent).toContain('stopped before it was finished');
  });

  it('leaves the tip on the question when nothing was written yet', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: 'stall' });
    const { userMessageId, agentMessageId } = await rig.send(id, 'Hello');
    await rig.lab.waitForRequest((request) => request.raw.includes('Hello'));
    await rig.call('turns.stop', { messageId: agentMessageId });
    expect(await rig.message(agentMessageId)).toMatchObject({ status: 'interrupted', parts: [] });
    expect(await rig.tip(id)).toBe(userMessageId);
  });

  it('[T2] quitting in mid-answer keeps what was written', async () => {
    const id = await rig.conversation();
    rig.lab.script({ parts: [text('Kept. '), { type: 'hold', gate: rig.lab.gate('quit') }, text('x')] });
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.shows(agentMessageId, 'Kept.');
    await rig.restart();
    const message = await rig.message(agentMessageId);
    expect(message).toMatchObject({ status: 'interrupted', cutOff: true });
    expect(textOf(message)).toBe('Kept. ');
    await rig.restart();
    expect(await rig.message(agentMessageId)).toEqual(message);
    expect(await rig.call('turns.retryState', { conversationId: id })).toMatchObject({
      kind: 'ready',
      agentMessageId,
    });
  });

  it('[B5] a conversation that goes to the trash stops its answers first, and keeps them', async () => {
    const id = await rig.conversation();
    rig.lab.script({ parts: [text('Kept. '), { type: 'hold', gate: rig.lab.gate('trash') }, text('x')] });
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.shows(agentMessageId, 'Kept.');
    await rig.call('conversations.trash', { id });
    expect((await rig.message(agentMessageId)).status).toBe('interrupted');
    expect(await rig.call('turns.running', {})).toEqual([]);
  });
});
