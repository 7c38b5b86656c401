import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { text, tokens } from '../../lab/index.ts';
import { Rig, textOf } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

describe('sending', () => {
  it('streams an answer that a window can follow, and keeps exactly that', async () => {
    const id = await rig.conversation();
    rig.lab.script({ parts: [tokens(3000)] });
    const answer = await rig.ask(id, 'Tell me a lot');
    expect(answer.status).toBe('complete');
    expect(answer.usage?.output).toBeGreaterThan(2900);
    const deltas = rig.events.filter((event) => event.type === 'delta');
    expect(deltas.length).toBeGreaterThan(0);
    expect(deltas.length).toBeLessThan(400);
    expect(rig.shown(answer.id)).toEqual(answer.parts);
    expect((await rig.message(answer.id)).parts).toEqual(answer.parts);
  });

  it('moves the tip onto the user message at once, and onto the answer when it is complete', async () => {
    const id = await rig.conversation();
    const gate = rig.lab.gate('tip');
    rig.lab.script({ parts: [text('Before. '), { type: 'hold', gate }, text('After.')] });
    const { userMessageId, agentMessageId } = await rig.send(id, 'Hello');
    await rig.shows(agentMessageId, 'Before.');
    expect(await rig.tip(id)).toBe(userMessageId);
    const page = await rig.call('tree.page', { conversationId: id });
    expect(page.messages.map((message) => message.id)).toEqual([userMessageId]);
    expect(page.below).toMatchObject({ id: agentMessageId, status: 'streaming' });
    gate.release();
    await rig.final(agentMessageId);
    expect(await rig.tip(id)).toBe(agentMessageId);
  });

  it('shows a window that opens in mid-stream what was written since the last journal', async () => {
    const id = await rig.conversation();
    const gate = rig.lab.gate('late window');
    rig.lab.script({ parts: [text('Written so far. '), { type: 'hold', gate }, text('End.')] });
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.shows(agentMessageId, 'Written so far.');
    expect(textOf(await rig.message(agentMessageId))).toContain('Written so far.');
    expect(rig.services.workspace.messages.parts(agentMessageId)).toEqual([]);
    expect(await rig.call('turns.running', {})).toMatchObject([{ agentMessageId, wait: null }]);
    gate.release();
    await rig.final(agentMessageId);
    expect(await rig.call('turns.running', {})).toEqual([]);
  });

  it('names a conversation by its first words, unless the user named it', async () => {
    const id = await rig.conversation();
    await rig.ask(id, '# How do I *prune* an apple tree?\nIt is old.');
    expect(await rig.call('conversations.get', { id })).toMatchObject({
      title: 'How do I prune an apple tree?',
      titleSource: 'auto',
    });
    await rig.ask(id, 'And a pear tree?');
    expect((await rig.call('conversations.get', { id })).title).toBe('How do I prune an apple tree?');
    const named = await rig.conversation();
    await rig.call('conversations.rename', { id: named, title: 'Mine' });
    await rig.ask(named, 'Something else');
    expect((await rig.call('conversations.get', { id: named })).title).toBe('Mine');
  });

  it('drops the draft with what was sent, and no other', async () => {
    const id = await rig.conversation();
    const content = { text: 'Hello', attachments: [] };
    await rig.call('drafts.save', { conversationId: id, content });
    await rig.ask(id, 'Hello');
    expect(await rig.call('drafts.get', { conversationId: id })).toBeNull();
    await rig.call('drafts.save', { conversationId: id, content: { text: 'Half a thou', attachments: [] } });
    await rig.ask(id, 'Hello again');
    expect(await rig.call('drafts.get', { conversationId: id })).toMatchObject({ text: 'Half a thou' });
  });

  it('refuses nothing, and writes nothing where there is no reader to ask', async () => {
    const id = await rig.conversation();
    expect(
      await rig.codeOf('turns.send', { conversationId: id, content: { text: ' \n', attachments: [] } }),
    ).toBe('bad_request');
    const { tipId } = await rig.call('conversations.get', { id });
    await rig.call('conversations.setReader', { id, reader: { routeId: 'gone', modelId: 'x' } });
    expect(
      await rig.codeOf('turns.send', { conversationId: id, content: { text: 'x', attachments: [] } }),
    ).toBe('no_reader');
    expect(await rig.tip(id)).toBe(tipId);
  });

  it('refuses a follow-up while the answer before is being written, instead of branching behind the back', async () => {
    const id = await rig.conversation();
    const gate = rig.lab.gate('busy');
    rig.lab.script({ parts: [text('Wait. '), { type: 'hold', gate }, text('Done.')] });
    const { agentMessageId } = await rig.send(id, 'Hello');
    const content = { text: 'And', attachments: [] };
    expect(await rig.codeOf('turns.send', { conversationId: id, content })).toBe('busy');
    expect(await rig.codeOf('turns.send', { conversationId: id, parentId: agentMessageId, content })).toBe(
      'busy',
    );
    gate.release();
    await rig.final(agentMessageId);
  });

  it('sends attachments: the image as an image, the text as text', async () => {
    const id = await rig.conversation();
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    );
    const image = await rig.call('attachments.add', { name: 'dot.png', bytes: new Uint8Array(png) });
    const bytes = new TextEncoder().encode('The secret word is kumquat.');
    const note = await rig.call('attachments.add', { name: 'note.txt', bytes });
    const content = { text: 'Look', attachments: [image, note] };
    const { agentMessageId } = await rig.call('turns.send', { conversationId: id, content });
    await rig.final(agentMessageId);
    const sent = rig.lab.lastRequest('openai').raw.toString();
    expect(sent).toContain('data:image/png;base64,');
    expect(sent).toContain('kumquat');
    expect(rig.services.attachment(image.hash)).toMatchObject({ mime: 'image/png' });
    expect(rig.services.attachment('0'.repeat(64))).toBeNull();
  });
});
