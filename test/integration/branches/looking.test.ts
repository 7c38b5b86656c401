import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../lab/index.ts';
import { Rig } from '../run/rig.ts';

let rig: Rig;
let id: string;
beforeEach(async () => {
  rig = await Rig.start();
  id = await rig.conversation();
});
afterEach(() => rig.end());

/** Starts an answer that waits in its middle. */
async function slowly(name: string, start: () => Promise<{ agentMessageId: string }>) {
  const gate = rig.lab.gate(name);
  rig.lab.script({ parts: [text(`${name} `), { type: 'hold', gate }, text('end.')] });
  const { agentMessageId } = await start();
  await rig.shows(agentMessageId, name);
  const end = async () => {
    gate.release();
    return rig.final(agentMessageId);
  };
  return { id: agentMessageId, end };
}

const again = (messageId: string) => () => rig.call('turns.regenerate', { conversationId: id, messageId });
const look = (messageId: string | null) => rig.call('turns.look', { conversationId: id, messageId });

describe('[B11] the tip while answers are being written', () => {
  it('does not go onto a new try that the user turned away from, though it never moved', async () => {
    const first = await rig.ask(id, 'Hello');
    const second = await slowly('anew', again(first.id));
    await look(null);
    await second.end();
    expect(await rig.tip(id)).toBe(first.id);
    const tips = rig.events.flatMap((event) =>
      event.type === 'conversation' ? [event.conversation.tipId] : [],
    );
    expect(tips).not.toContain(second.id);
  });

  it('[B10] goes on with the next agent that was named, when a look at the one before arrives late', async () => {
    const agent = { colour: 1, systemPrompt: 'You are brief.', tools: [], reader: rig.readers.openai };
    for (const name of ['Ann', 'Bob']) await rig.call('agents.create', { ...agent, name });
    const gate = rig.lab.gate('Bob');
    rig.lab.script({ parts: [text('Red.')] });
    rig.lab.script({ parts: [text('Blue '), { type: 'hold', gate }, text('it is.')] });
    const ann = await rig.ask(id, '@Ann @Bob: which colour?');
    const begun = await rig.until((each) => each.type === 'message' && each.message.parentId === ann.id);
    if (begun.type !== 'message') throw new Error('Not a message');
    await rig.shows(begun.message.id, 'Blue');
    await look(ann.id);
    gate.release();
    const bob = await rig.final(begun.message.id);
    expect(bob.status).toBe('complete');
    expect(await rig.tip(id)).toBe(bob.id);
  });

  it('goes onto it where the user came back', async () => {
    const first = await rig.ask(id, 'Hello');
    const second = await slowly('anew', again(first.id));
    await look(null);
    await look(second.id);
    await second.end();
    expect(await rig.tip(id)).toBe(second.id);
  });

  it('counts a switch to the version that it stands on as turning away', async () => {
    const first = await rig.ask(id, 'Hello');
    const second = await slowly('anew', again(first.id));
    await rig.call('tree.switchSibling', { conversationId: id, fromId: second.id, toId: first.id });
    await second.end();
    expect(await rig.tip(id)).toBe(first.id);
  });

  it('of two new tries follows only the one that is looked at, whichever ends first', async () => {
    const first = await rig.ask(id, 'Hello');
    const second = await slowly('second', again(first.id));
    const third = await slowly('third', again(first.id));
    await second.end();
    expect(await rig.tip(id)).toBe(first.id);
    await third.end();
    expect(await rig.tip(id)).toBe(third.id);
  });

  it('moved onto a question goes on to the answer that is being written there', async () => {
    const root = (await rig.call('conversations.get', { id })).rootId;
    const there = await slowly('there', () => rig.send(id, 'There'));
    const question = (await rig.message(there.id)).parentId;
    const here = await rig.ask(id, 'Here', root);
    await rig.call('tree.moveTip', { conversationId: id, messageId: here.id });
    await rig.call('tree.moveTip', { conversationId: id, messageId: question });
    await there.end();
    expect(await rig.tip(id)).toBe(there.id);
  });

  it('[B2] stays where a new branch was begun meanwhile, and each branch gets its own answer', async () => {
    const root = (await rig.call('conversations.get', { id })).rootId;
    const one = await slowly('one', () => rig.send(id, 'One'));
    const two = await slowly('two', () => rig.send(id, 'Two', root));
    const three = await slowly('three', () => rig.send(id, 'Three', root));
    await two.end();
    await one.end();
    expect(await rig.tip(id)).toBe((await rig.message(three.id)).parentId);
    await three.end();
    expect(await rig.tip(id)).toBe(three.id);
    for (const answer of [one, two, three]) expect((await rig.message(answer.id)).status).toBe('complete');
  });
});
