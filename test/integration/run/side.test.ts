import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SideEnd } from '#contract';
import { call, text } from '../../lab/index.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

async function ended(id: string): Promise<SideEnd> {
  const event = await rig.until((each) => each.type === 'side' && each.id === id);
  if (event.type !== 'side') throw new Error('Not the end of a side question');
  return event.end;
}

const said = ({ parts }: SideEnd) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');

describe('/btw', () => {
  it('is answered from the conversation and leaves no trace in it: no message, transcript, draft or tip', async () => {
    const conversationId = await rig.conversation();
    await rig.ask(conversationId, 'The cat is called Mimi.');
    const whole = async () => ({
      path: await rig.call('tree.page', { conversationId }),
      skeleton: await rig.call('tree.skeleton', { conversationId }),
      conversation: await rig.call('conversations.get', { id: conversationId }),
      draft: await rig.call('drafts.get', { conversationId }),
    });
    const before = await whole();
    const events = rig.events.length;
    rig.lab.script({ parts: [text('Mimi.')] });
    const { id } = await rig.call('side.ask', {
      conversationId,
      kind: 'btw',
      text: 'What is the cat called?',
    });
    expect(await ended(id)).toEqual({ status: 'complete', parts: [{ type: 'text', text: 'Mimi.' }] });
    expect(await whole()).toEqual(before);
    expect(rig.events.slice(events).filter(({ type }) => type === 'message')).toEqual([]);
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain('Mimi');
    await rig.ask(conversationId, 'Go on.');
    expect(rig.lab.lastRequest('openai').raw.toString()).not.toContain('What is the cat called?');
  });

  it('begins like the request before it, so that the prompt cache holds, and its tools do nothing', async () => {
    const conversationId = await rig.conversation();
    await rig.ask(conversationId, 'Hello');
    const before = rig.lab.lastRequest('openai').raw.toString();
    rig.lab.script([
      { parts: [call('search_workspace', '{"query":"x"}')] },
      { parts: [text('From memory.')] },
    ]);
    const { id } = await rig.call('side.ask', { conversationId, kind: 'btw', text: 'And?' });
    const end = await ended(id);
    expect(said(end)).toBe('From memory.');
    expect(end.parts[0]).toMatchObject({ type: 'tool', state: 'failed' });
    const after = rig.lab.lastRequest('openai').raw.toString();
    const messages = (raw: string) => JSON.stringify(JSON.parse(raw).messages).slice(0, -1);
    expect(messages(after).startsWith(messages(before))).toBe(true);
    expect(JSON.parse(after).tools).toEqual(JSON.parse(before).tools);
  });

  it('is asked while an answer is being written, stopped by itself, and ended with the app', async () => {
    const conversationId = await rig.conversation();
    const gate = rig.lab.gate('later');
    rig.lab.script({ parts: [text('Slow'), { type: 'hold', gate }] });
    const answer = await rig.send(conversationId, 'Hello');
    await rig.shows(answer.agentMessageId, 'Slow');
    rig.lab.script({ parts: [text('Half'), { type: 'hold', gate }] });
    const { id } = await rig.call('side.ask', { conversationId, kind: 'btw', text: 'Why?' });
    await rig.shows(id, 'Half');
    expect(await rig.call('side.stop', { id })).toEqual({ stopped: true });
    expect(await ended(id)).toMatchObject({ status: 'interrupted', parts: [{ type: 'text', text: 'Half' }] });
    gate.release();
    expect((await rig.final(answer.agentMessageId)).status).toBe('complete');
    expect(await rig.call('side.stop', { id })).toEqual({ stopped: false });
  });

  it('says why it failed, and an empty question is none', async () => {
    const conversationId = await rig.conversation();
    rig.lab.script({ fault: 'auth' });
    const { id } = await rig.call('side.ask', { conversationId, kind: 'btw', text: 'Why?' });
    const end = await ended(id);
    expect(end.status).toBe('failed');
    expect(end.parts.at(-1)).toMatchObject({ type: 'error', code: 'provider_auth' });
    expect(await rig.codeOf('side.ask', { conversationId, kind: 'btw', text: '  ' })).toBe('bad_request');
  });
});

describe('/handoff', () => {
  it('asks for a document with what it shall dwell on', async () => {
    const conversationId = await rig.conversation();
    await rig.ask(conversationId, 'We move house in May.');
    rig.lab.script({ parts: [text('# Moving')] });
    const { id } = await rig.call('side.ask', { conversationId, kind: 'handoff', text: 'the dates' });
    expect(said(await ended(id))).toBe('# Moving');
    const request = rig.lab.lastRequest('openai').raw.toString();
    expect(request).toContain('hand-over document');
    expect(request).toContain('the dates');
  });
});
