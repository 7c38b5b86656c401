import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, Message } from '#contract';
import { call, reasoning, text } from '../../lab/index.ts';
import { Rig, textOf } from '../run/rig.ts';

let rig: Rig;
let id: string;
beforeEach(async () => {
  rig = await Rig.start();
  id = await rig.conversation();
});
afterEach(() => rig.end());

const fork = (messageId: string, title?: string) =>
  rig.call('branches.fork', { conversationId: id, messageId, ...(title !== undefined && { title }) });

async function pathOf(conversationId: string): Promise<Message[]> {
  const { messages } = await rig.call('tree.page', { conversationId, limit: 100 });
  return messages;
}

const idsIn = (conversationId: string) => rig.services.workspace.messages.skeleton(conversationId).ids;

const files = () => readdirSync(join(rig.folder, 'workspace/transcripts')).sort();

/** What a message is, whichever conversation it is in. */
const content = ({ id: _id, conversationId: _c, parentId: _p, siblings: _s, ...rest }: Message) => rest;

/** A turn with reasoning, two tool calls at once, and an answer. */
function busyTurn(): void {
  rig.lab.script([
    {
      parts: [
        reasoning('I look first.'),
        call('search_workspace', '{ "query":  "quinces" }'),
        call('search_workspace', '{"query":"pears"}'),
      ],
    },
    { parts: [text('Found nothing.')] },
  ]);
}

describe('[B7] a fork', () => {
  it('has the same path under fresh ids, and neither conversation knows a message of the other', async () => {
    await rig.call('conversations.setReader', { id, reader: rig.readers.anthropic });
    busyTurn();
    await rig.ask(id, 'Look');
    const second = await rig.ask(id, 'Go on');
    await rig.ask(id, 'Not copied');
    const before = await pathOf(id);
    const { conversation, messages } = await fork(second.id);
    expect(messages).toBe(4);
    expect(conversation).toMatchObject({ pathLength: 4, branchCount: 1, trashedAt: null });
    const copied = await pathOf(conversation.id);
    expect(copied.map(content)).toEqual(before.slice(0, 4).map(content));
    expect(await pathOf(id)).toEqual(before);
    const shared = new Set(idsIn(id));
    expect(idsIn(conversation.id).filter((each) => shared.has(each))).toEqual([]);
    expect(await rig.codeOf('tree.page', { conversationId: conversation.id, until: second.id })).toBe(
      'not_found',
    );
    expect(await rig.codeOf('tree.page', { conversationId: id, until: copied[0]?.id })).toBe('not_found');
  });

  it('goes on as the original would have: the same bytes are sent', async () => {
    await rig.call('conversations.setReader', { id, reader: rig.readers.anthropic });
    busyTurn();
    const first = await rig.ask(id, 'Look');
    const { conversation } = await fork(first.id);
    await rig.ask(id, 'Next');
    const original = rig.lab.lastRequest('anthropic').raw.toString();
    await rig.ask(conversation.id, 'Next');
    expect(rig.lab.lastRequest('anthropic').raw.toString()).toBe(original);
    expect(original).toContain('I look first.');
  });

  it('takes the memory of each agent along, rewritten, and marks and folds of the path with it', async () => {
    const ann: Agent = await rig.call('agents.create', {
      name: 'Ann',
      colour: 1,
      systemPrompt: 'You are Ann.',
      tools: [],
      reader: rig.readers.compatible,
    });
    const own = await rig.ask(id, 'Hello');
    const anns = await rig.ask(id, '@Ann: hello');
    await rig.call('branches.mark', { conversationId: id, messageId: own.id, label: 'mine' });
    await rig.call('branches.mark', { conversationId: id, messageId: anns.id, label: 'hers' });
    const beside = await rig.ask(id, 'Beside', own.id);
    await rig.call('branches.mark', { conversationId: id, messageId: beside.id, label: 'elsewhere' });
    expect(await rig.call('branches.previewFork', { conversationId: id, messageId: anns.id })).toEqual({
      messageId: anns.id,
      messages: 4,
      attachments: 0,
      agents: 2,
      marks: 2,
    });
    const { conversation } = await fork(anns.id);
    const marks = await rig.call('branches.marks', { conversationId: conversation.id });
    expect(marks.map((mark) => [mark.label, mark.agentId === ann.id])).toEqual([
      ['mine', false],
      ['hers', true],
    ]);
    const known = new Set(idsIn(conversation.id));
    for (const agentId of rig.services.workspace.transcripts.agentsOf(conversation.id)) {
      const loaded = await rig.services.workspace.transcripts.load(conversation.id, agentId);
      if (loaded.kind !== 'loaded') throw new Error(loaded.kind);
      expect(loaded.transcript.turns).toHaveLength(1);
      for (const turn of loaded.transcript.turns) {
        expect(known.has(turn.userMessageId) && known.has(turn.agentMessageId)).toBe(true);
      }
    }
    expect(
      await rig.call('branches.rewind', { conversationId: conversation.id, label: 'mine' }),
    ).toMatchObject({
      tipId: (await pathOf(conversation.id))[1]?.id,
    });
    await rig.ask(conversation.id, '@Ann: and you?');
    expect(rig.lab.lastRequest('compatible').raw.toString()).toContain('You are Ann.');
  });

  it('is linked both ways, through renaming, trash and emptying', async () => {
    const first = await rig.ask(id, 'Hello');
    await rig.call('conversations.rename', { id, title: 'The origin' });
    const { conversation } = await fork(first.id, 'A copy');
    expect(conversation.title).toBe('A copy');
    const links = (conversationId: string) => rig.call('branches.links', { conversationId });
    expect(await links(id)).toMatchObject({
      origin: null,
      forks: [{ conversationId: conversation.id, title: 'A copy', trashed: false, messageId: first.id }],
    });
    expect(await links(conversation.id)).toMatchObject({
      origin: { conversationId: id, title: 'The origin', messageId: first.id, copied: 2 },
      forks: [],
    });
    expect((await rig.call('tree.skeleton', { conversationId: id })).forks).toEqual([
      { messageId: first.id, conversationId: conversation.id },
    ]);
    await rig.call('conversations.trash', { id });
    expect((await links(conversation.id)).origin).toMatchObject({ conversationId: id, trashed: true });
    await rig.call('conversations.emptyTrash', { ids: [id] });
    expect((await links(conversation.id)).origin).toMatchObject({ conversationId: null, title: '' });
    expect((await pathOf(conversation.id)).map(textOf)).toEqual(['Hello', textOf(first)]);
    expect((await rig.ask(conversation.id, 'Still here?')).status).toBe('complete');
  });

  it('shares attachments, and keeps them when the original is gone', async () => {
    const bytes = new TextEncoder().encode('Quinces and pears.');
    const attachment = await rig.call('attachments.add', { name: 'list.txt', bytes });
    const { agentMessageId } = await rig.call('turns.send', {
      conversationId: id,
      content: { text: 'Read this', attachments: [attachment] },
    });
    await rig.final(agentMessageId);
    expect(
      await rig.call('branches.previewFork', { conversationId: id, messageId: agentMessageId }),
    ).toMatchObject({ attachments: 1 });
    const { conversation } = await fork(agentMessageId);
    expect(
      readdirSync(join(rig.folder, 'workspace/attachments')).filter((name) => /^[0-9a-f]{64}/.test(name)),
    ).toHaveLength(1);
    await rig.call('conversations.trash', { id });
    await rig.call('conversations.emptyTrash', { ids: [id] });
    await rig.restart();
    const path = await pathOf(conversation.id);
    expect(path[0]?.parts).toContainEqual({ type: 'attachment', attachment });
    expect((await rig.ask(conversation.id, 'And?')).status).toBe('complete');
  });

  it('refuses what is not finished, what is elsewhere, and the root', async () => {
    const first = await rig.ask(id, 'Hello');
    const gate = rig.lab.gate('slow');
    rig.lab.script({ parts: [text('Slow '), { type: 'hold', gate }, text('end')] });
    const running = await rig.send(id, 'More');
    await rig.shows(running.agentMessageId, 'Slow');
    const code = (messageId: string, conversationId = id) =>
      rig.codeOf('branches.fork', { conversationId, messageId });
    expect(await code(running.agentMessageId)).toBe('bad_request');
    expect(await code((await rig.call('conversations.get', { id })).rootId)).toBe('bad_request');
    const other = await rig.conversation();
    expect(await code(first.id, other)).toBe('not_found');
    // [B11] What is finished can be copied while the answer goes on, and it stays a whole one.
    const { conversation } = await fork(running.userMessageId);
    expect(conversation.pathLength).toBe(3);
    gate.release();
    expect((await rig.final(running.agentMessageId)).status).toBe('complete');
    expect((await pathOf(conversation.id)).length).toBe(3);
  });

  it('of a conversation whose transcript is lost is rebuilt from its messages', async () => {
    const first = await rig.ask(id, 'Hello');
    const [name = ''] = files();
    await rig.restart(async () => {
      const { writeFile } = await import('node:fs/promises');
      await writeFile(join(rig.folder, 'workspace/transcripts', name), 'not JSON');
    });
    const { conversation } = await fork(first.id);
    expect((await rig.ask(conversation.id, 'Go on')).status).toBe('complete');
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain('Hello');
  });

  it('leaves nothing behind where it cannot be made', async () => {
    const first = await rig.ask(id, 'Hello');
    const before = files();
    const { forks } = rig.services.workspace;
    const commit = forks.commit.bind(forks);
    forks.commit = () => {
      throw new Error('No');
    };
    expect(await rig.codeOf('branches.fork', { conversationId: id, messageId: first.id })).toBe('internal');
    forks.commit = commit;
    await rig.restart();
    expect(files()).toEqual(before);
    expect((await rig.call('conversations.list', {})).items).toHaveLength(1);
  });
});

describe('branches', () => {
  it('are named at their first message, and the name stays while they grow', async () => {
    const root = (await rig.call('conversations.get', { id })).rootId;
    const one = await rig.ask(id, 'One');
    const other = await rig.ask(id, 'Other', root);
    const named = await rig.call('branches.setName', {
      conversationId: id,
      messageId: other.id,
      name: 'Second way',
    });
    expect(named).toEqual({ messageId: other.parentId, name: 'Second way' });
    const more = await rig.ask(id, 'More');
    const skeleton = await rig.call('tree.skeleton', { conversationId: id });
    expect(skeleton.names).toEqual([{ messageId: other.parentId, name: 'Second way' }]);
    const branchOf = (messageId: string) =>
      skeleton.ids[skeleton.branches[skeleton.ids.indexOf(messageId)] ?? -1];
    expect(branchOf(more.id)).toBe(other.parentId);
    expect(branchOf(one.id)).toBe(one.parentId);
    await rig.call('branches.setName', { conversationId: id, messageId: more.id, name: null });
    expect((await rig.call('tree.skeleton', { conversationId: id })).names).toEqual([]);
  });

  it('part at their last common message', async () => {
    const one = await rig.ask(id, 'One');
    const two = await rig.ask(id, 'Two');
    const beside = await rig.ask(id, 'Beside', one.id);
    const compare = (leftId: string, rightId: string) =>
      rig.call('branches.compare', { conversationId: id, leftId, rightId });
    expect(await compare(two.id, beside.id)).toEqual({
      sharedId: one.id,
      sharedLength: 2,
      left: { leafId: two.id, length: 2 },
      right: { leafId: beside.id, length: 2 },
    });
    expect(await compare(one.id, two.id)).toMatchObject({
      sharedId: one.id,
      left: { length: 0 },
      right: { length: 2 },
    });
  });

  it('have first words and gauges for many messages at once', async () => {
    const one = await rig.ask(id, '## What about *quinces*?');
    const root = (await rig.call('conversations.get', { id })).rootId;
    const long = await rig.ask(id, `Long: ${'many words about pears '.repeat(500)}`, root);
    const [excerpt, answer] = await rig.call('branches.excerpts', {
      conversationId: id,
      ids: [one.parentId, one.id, root],
    });
    expect(excerpt).toEqual({ id: one.parentId, text: 'What about quinces?', attachments: 0 });
    expect(answer?.text.length).toBeLessThanOrEqual(81);
    const { window, gauges } = await rig.call('branches.gauges', {
      conversationId: id,
      leafIds: [one.id, long.id, root],
    });
    expect(gauges.map((gauge) => gauge.leafId)).toEqual([one.id, long.id, root]);
    for (const { leafId, tokens, share } of gauges.slice(0, 2)) {
      const exact = await rig.call('context.gauge', { conversationId: id, until: leafId });
      expect(window).toBe(exact.window);
      expect(Math.abs(tokens - exact.tokens)).toBeLessThan(exact.tokens * 0.3 + 20);
      expect(share).toBeCloseTo(tokens / window, 6);
    }
  });
});
