import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '#contract';
import { call, text } from '../../lab/index.ts';
import { Rig, textOf } from '../run/rig.ts';

let rig: Rig;
let id: string;
beforeEach(async () => {
  rig = await Rig.start();
  id = await rig.conversation();
});
afterEach(() => rig.end());

const mark = (messageId: string, label: string) =>
  rig.call('branches.mark', { conversationId: id, messageId, label });
const rewind = (label: string) => rig.call('branches.rewind', { conversationId: id, label });
const labels = async () => (await rig.call('branches.marks', { conversationId: id })).map((one) => one.label);

/** A turn in which the agent calls tools, one a step, and then says something. */
function agentDoes(calls: [name: string, input: object][], said = 'Done.'): void {
  rig.lab.script([
    ...calls.map(([name, input]) => ({ parts: [call(name, JSON.stringify(input))] })),
    { parts: [text(said)] },
  ]);
}

const toolResult = (message: Message): string =>
  message.parts.flatMap((part) => (part.type === 'tool' ? [part.result ?? ''] : [])).join('\n');

describe('marks of people', () => {
  it('[T10] go back to exactly the point, and the way there and back writes no message', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'good');
    const last = await rig.ask(id, 'Two');
    const rows = () => rig.services.workspace.messages.skeleton(id).ids.length;
    const before = rows();
    const move = await rewind('good');
    expect(move).toMatchObject({ tipId: first.id, previousTipId: last.id, mark: { label: 'good' } });
    expect(await rig.tip(id)).toBe(first.id);
    await rig.call('tree.moveTip', { conversationId: id, messageId: last.id });
    expect(await rig.tip(id)).toBe(last.id);
    expect(rows()).toBe(before);
  });

  it('[T10] that do not exist say which do, and nothing moves', async () => {
    const first = await rig.ask(id, 'One');
    expect(await rig.codeOf('branches.rewind', { conversationId: id, label: 'x' })).toBe('no_checkpoints');
    await mark(first.id, 'a');
    await mark(first.id, 'b');
    const result = await rig.services.call('branches.rewind', { conversationId: id, label: 'x' });
    expect(result).toMatchObject({ ok: false, error: { code: 'no_checkpoint', params: { labels: 'a, b' } } });
    expect(await rig.tip(id)).toBe(first.id);
  });

  it('[T9] set again move and say so; another branch keeps its own', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'x');
    const second = await rig.ask(id, 'Two');
    expect(await mark(second.id, 'x')).toMatchObject({ movedFrom: first.id });
    expect(await rig.call('branches.marks', { conversationId: id })).toMatchObject([
      { label: 'x', messageId: second.id },
    ]);
    const beside = await rig.ask(id, 'Beside', first.id);
    await mark(first.id, 'trunk');
    await mark(beside.id, 'trunk');
    // The branch of `second` still goes back to the trunk, the one of `beside` to itself.
    expect(await rewind('trunk')).toMatchObject({ tipId: beside.id });
    await rig.call('tree.moveTip', { conversationId: id, messageId: second.id });
    expect(await rewind('trunk')).toMatchObject({ tipId: first.id });
    expect(await rig.codeOf('branches.rewind', { conversationId: id, label: 'x' })).toBe('no_checkpoint');
  });

  it('[T9] survive a restart, and can be taken away', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'kept');
    await mark(first.id, 'gone');
    await rig.call('branches.unmark', { conversationId: id, messageId: first.id, label: 'gone' });
    await rig.restart();
    expect(await labels()).toEqual(['kept']);
    await rig.ask(id, 'Two');
    expect(await rewind('kept')).toMatchObject({ tipId: first.id });
  });

  it('[T9] are found however their letters and spaces were typed', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'cafe\u0301\u00a0 au\nlait');
    expect(await labels()).toEqual(['caf\u00e9 au lait']);
    await rig.ask(id, 'Two');
    expect(await rewind('caf\u00e9 au lait ')).toMatchObject({ tipId: first.id });
    expect(await rig.codeOf('branches.rewind', { conversationId: id, label: '\u0000 ' })).toBe('bad_request');
    agentDoes([['rewind', { label: 'cafe\u0301 au lait', digest: 'Tea is better.' }]]);
    await rig.ask(id, 'Go back');
    expect(textOf(await rig.message(await rig.tip(id)))).toBe('Tea is better.');
  });

  it('[T9] whose older place could not be cleared stand at both, and the newer one counts', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'x');
    const other = await rig.call('agents.create', {
      name: 'Other',
      colour: 1,
      systemPrompt: '',
      tools: [],
      reader: null,
    });
    await rig.call('conversations.setAgent', { id, agentId: other.id });
    const second = await rig.ask(id, 'Two');
    const { transcripts } = rig.services.workspace;
    const amend = transcripts.amend.bind(transcripts);
    transcripts.amend = async (conversationId, agentId, change) => {
      if (agentId !== other.id) throw new Error('The disk is full');
      return amend(conversationId, agentId, change);
    };
    expect(await rig.codeOf('branches.mark', { conversationId: id, messageId: second.id, label: 'x' })).toBe(
      'internal',
    );
    transcripts.amend = amend;
    expect(await rewind('x')).toMatchObject({ tipId: second.id });
  });

  it('[T9] stand only at the end of an answer', async () => {
    const { userMessageId, agentMessageId } = await rig.send(id, 'One');
    await rig.final(agentMessageId);
    const at = (messageId: string) =>
      rig.codeOf('branches.mark', { conversationId: id, messageId, label: 'x' });
    expect(await at(userMessageId)).toBe('bad_request');
    expect(await at((await rig.call('conversations.get', { id })).rootId)).toBe('bad_request');
    const other = await rig.conversation();
    const answer = await rig.ask(other, 'Elsewhere');
    expect(await at(answer.id)).toBe('not_found');
  });

  it('[T9] [T5] whose turn a trim cut off are dropped, and their label is an error afterwards', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'old');
    const second = await rig.ask(id, 'Two');
    await mark(second.id, 'new');
    rig.services.workspace.settings.set('resume', { turns: 2, bytes: 1_000_000 });
    await rig.ask(id, 'Three');
    expect(await labels()).toEqual(['new']);
    expect(await rig.codeOf('branches.rewind', { conversationId: id, label: 'old' })).toBe('no_checkpoint');
    expect(await rewind('new')).toMatchObject({ tipId: second.id });
  });
});

describe('marks of agents', () => {
  it('[T9] stand at the end of their own answer, and rewind puts the digest exactly after it', async () => {
    agentDoes([['checkpoint', { label: 'start' }]]);
    const marked = await rig.ask(id, 'Mark this');
    expect(await rig.call('branches.marks', { conversationId: id })).toMatchObject([
      { label: 'start', messageId: marked.id },
    ]);
    const tried = await rig.ask(id, 'Try something');
    agentDoes([['rewind', { label: 'start', digest: 'It does not work that way.' }]], 'Going back.');
    const last = await rig.ask(id, 'Go back');
    const digest = await rig.message(await rig.tip(id));
    expect(digest).toMatchObject({ parentId: marked.id, role: 'agent', status: 'complete' });
    expect(textOf(digest)).toBe('It does not work that way.');
    // The stretch that was left is a branch of its own, with nothing changed in it.
    expect(await rig.message(last.id)).toMatchObject({ status: 'complete', siblings: { count: 1 } });
    expect(await rig.message(tried.id)).toEqual(tried);
    await rig.ask(id, 'And now?');
    const sent = rig.lab.lastRequest('openai').raw.toString();
    expect(sent).toContain('It does not work that way.');
    expect(sent).not.toContain('Try something');
  });

  it.each(['anthropic', 'openai', 'compatible'] as const)('[T9] a digest is read by %s', async (reader) => {
    await rig.call('conversations.setReader', { id, reader: rig.readers[reader] });
    agentDoes([['checkpoint', { label: 'a' }]]);
    await rig.ask(id, 'Mark');
    agentDoes([['rewind', { label: 'a', digest: 'Learned.' }]]);
    await rig.ask(id, 'Back');
    expect((await rig.ask(id, 'On')).status).toBe('complete');
    expect((await rig.ask(id, 'And on')).status).toBe('complete');
  });

  it('[T9] a label that does not exist fails in the words of the contract, and the turn goes on', async () => {
    agentDoes([['checkpoint', { label: 'here' }]]);
    await rig.ask(id, 'Mark');
    agentDoes([['rewind', { label: 'there', digest: 'x' }]], 'I stay.');
    const stayed = await rig.ask(id, 'Back');
    expect(toolResult(stayed)).toContain('No such checkpoint: "there"; these exist: "here"');
    expect(await rig.tip(id)).toBe(stayed.id);
  });

  it('[T9] [T2] a turn that is stopped leaves no mark, and goes nowhere', async () => {
    agentDoes([['checkpoint', { label: 'first' }]]);
    await rig.ask(id, 'Mark');
    const gate = rig.lab.gate('stop');
    rig.lab.script([
      { parts: [call('checkpoint', '{"label":"second"}'), call('rewind', '{"label":"first","digest":"d"}')] },
      { parts: [text('Wait '), { type: 'hold', gate }, text('x')] },
    ]);
    const { agentMessageId } = await rig.send(id, 'Both');
    await rig.shows(agentMessageId, 'Wait');
    await rig.call('turns.stop', { messageId: agentMessageId });
    expect(await labels()).toEqual(['first']);
    expect(await rig.tip(id)).toBe(agentMessageId);
  });

  it('[B11] an agent that goes back does not take along who is on another branch', async () => {
    agentDoes([['checkpoint', { label: 'a' }]]);
    const marked = await rig.ask(id, 'Mark');
    const elsewhere = await rig.ask(id, 'Elsewhere', marked.id);
    const gate = rig.lab.gate('back');
    rig.lab.script([
      { parts: [call('rewind', '{"label":"a","digest":"Learned on the side."}')] },
      { parts: [text('Back '), { type: 'hold', gate }, text('now.')] },
    ]);
    const { agentMessageId } = await rig.send(id, 'Go back', marked.id);
    await rig.shows(agentMessageId, 'Back');
    await rig.call('tree.moveTip', { conversationId: id, messageId: elsewhere.id });
    gate.release();
    await rig.final(agentMessageId);
    expect(await rig.tip(id)).toBe(elsewhere.id);
    const children = rig.services.workspace.messages.children(marked.id);
    expect(children.filter((node) => node.role === 'agent')).toHaveLength(1);
  });

  it('[T9] and people see each other’s', async () => {
    const first = await rig.ask(id, 'One');
    await mark(first.id, 'by the user');
    agentDoes([['rewind', { label: 'by the user', digest: 'Seen.' }]]);
    await rig.ask(id, 'Back');
    expect((await rig.message(await rig.tip(id))).parentId).toBe(first.id);
  });
});
