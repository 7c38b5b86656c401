import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '#contract';
import { call, reasoning, text } from '../../lab/index.ts';
import { failureOf, Rig, textOf } from './rig.ts';

let rig: Rig;
let ann: Agent;
let bob: Agent;
beforeEach(async () => {
  rig = await Rig.start();
  const make = (name: string, reader = rig.readers.openai) =>
    rig.call('agents.create', {
      name,
      colour: 1,
      systemPrompt: `You are ${name}.`,
      tools: ['search_workspace'],
      reader,
    });
  ann = await make('Ann', rig.readers.anthropic);
  bob = await make('Bob', rig.readers.compatible);
});
afterEach(() => rig.end());

/** The next answer below a message that ends an answer. */
async function replyTo(id: string) {
  const event = await rig.until(
    (each) => each.type === 'message' && each.message.parentId === id && each.message.status !== 'streaming',
  );
  if (event.type !== 'message') throw new Error('Not a message');
  return event.message;
}

describe('agents that are named', () => {
  it('[B10] answer one after the other with their own model, each hearing the one before under its name', async () => {
    const id = await rig.conversation();
    rig.lab.script({ parts: [reasoning('secret of Ann'), text('Ann says red.')] }, { wire: 'anthropic' });
    const first = await rig.ask(id, '@Ann and @Bob: which colour?');
    const second = await replyTo(first.id);
    expect(first).toMatchObject({ agentId: ann.id, status: 'complete' });
    expect(second).toMatchObject({ agentId: bob.id, status: 'complete', parentId: first.id });
    expect(await rig.tip(id)).toBe(second.id);
    const heard = rig.lab.lastRequest('compatible').raw.toString();
    expect(heard).toContain('You are Bob.');
    expect(heard).toMatch(/\[Ann, [^\]]*\]\\n\\nAnn says red\./);
    expect(heard).not.toContain('secret of Ann');
  });

  it('leave the conversation with its own agent, who hears both', async () => {
    const id = await rig.conversation();
    const first = await rig.ask(id, '@Ann: hello');
    const own = await rig.ask(id, 'And you?');
    expect(own).toMatchObject({ status: 'complete' });
    expect(own.agentId).not.toBe(ann.id);
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain(
      JSON.stringify(textOf(first)).slice(1, 20),
    );
  });

  it('go no further where one of them fails, and the one that failed is retried [T8]', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: 'auth' }, { wire: 'compatible' });
    const first = await rig.ask(id, '@Ann @Bob: hello');
    const failed = await replyTo(first.id);
    expect(failed.status).toBe('failed');
    expect(await rig.tip(id)).toBe(first.id);
    expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({
      kind: 'ready',
      userMessageId: first.id,
      agentMessageId: failed.id,
    });
    const { agentMessageId } = await rig.call('turns.retry', { conversationId: id });
    expect(await rig.final(agentMessageId)).toMatchObject({ agentId: bob.id, status: 'complete' });
    expect(await rig.tip(id)).toBe(agentMessageId);
  });

  it('are asked again as themselves, and an agent that was put away gives way', async () => {
    const id = await rig.conversation();
    const first = await rig.ask(id, '@Ann: hello');
    const again = await rig.call('turns.regenerate', { conversationId: id, messageId: first.id });
    expect((await rig.final(again.agentMessageId)).agentId).toBe(ann.id);
    await rig.call('agents.archive', { id: ann.id });
    const later = await rig.call('turns.regenerate', { conversationId: id, messageId: first.id });
    expect((await rig.final(later.agentMessageId)).agentId).not.toBe(ann.id);
  });

  it('of whom one has no model to ask send nothing at all', async () => {
    const id = await rig.conversation();
    await rig.call('agents.update', { id: bob.id, fields: { reader: { routeId: 'gone', modelId: 'x' } } });
    const content = { text: '@Ann @Bob: hello', attachments: [] };
    expect(await rig.codeOf('turns.send', { conversationId: id, content })).toBe('no_reader');
    expect(await rig.call('tree.page', { conversationId: id })).toMatchObject({ messages: [] });
  });
});

describe('the memory of an agent', () => {
  it('[L10] is told for each of them: its own instructions, and what it hears of the others', async () => {
    const id = await rig.conversation();
    await rig.ask(id, '@Ann: hello');
    const own = await rig.call('context.report', { conversationId: id });
    const hers = await rig.call('context.report', { conversationId: id, agentId: ann.id });
    expect(hers.reader).not.toEqual(own.reader);
    const system = async (report: typeof own, agentId?: string) => {
      const [part] = report.parts;
      const content = part?.items[0]?.content;
      if (!content) throw new Error('No instructions');
      const request = { conversationId: id, stamp: report.stamp, content, ...(agentId && { agentId }) };
      return JSON.stringify(await rig.call('context.content', request));
    };
    expect(await system(hers, ann.id)).toContain('You are Ann.');
    expect(await system(own)).not.toContain('You are Ann.');
  });
});

describe('the same question to several models', () => {
  it('makes siblings: the first to end is gone on from, the others stand beside it', async () => {
    const id = await rig.conversation();
    const { openai, anthropic, compatible } = rig.readers;
    const started = await rig.call('turns.send', {
      conversationId: id,
      content: { text: 'Hello', attachments: [] },
      readers: [openai, anthropic, compatible],
    });
    const answers = new Set<string>();
    await rig.until((each) => {
      if (
        each.type === 'message' &&
        each.message.parentId === started.userMessageId &&
        each.message.status === 'complete'
      )
        answers.add(each.message.model ?? '');
      return answers.size === 3;
    });
    const skeleton = await rig.call('tree.skeleton', { conversationId: id });
    expect(skeleton.ids).toHaveLength(5);
    const tip = await rig.message(await rig.tip(id));
    expect(tip.siblings.count).toBe(3);
  });

  it('[B4] asks an answered question of another model', async () => {
    const id = await rig.conversation();
    const old = await rig.ask(id, 'Hello');
    const { agentMessageId } = await rig.call('turns.regenerate', {
      conversationId: id,
      messageId: old.id,
      reader: rig.readers.anthropic,
    });
    expect((await rig.final(agentMessageId)).model).toContain('claude-lab-opus');
    expect((await rig.call('conversations.get', { id })).reader).toEqual(rig.readers.openai);
  });
});

describe('two agents over a long conversation', () => {
  it("[T1] [B10] neither transcript ever holds the other's reasoning or tool results", async () => {
    const id = await rig.conversation();
    const turns = 200;
    let fork = '';
    for (let at = 0; at < turns; at += 1) {
      const [agent, wire] = at % 2 === 0 ? (['Ann', 'anthropic'] as const) : (['Bob', 'compatible'] as const);
      rig.lab.script(
        [
          {
            parts: [
              reasoning(`thought-of-${agent}`),
              call('search_workspace', `{"query":"call-of-${agent}"}`),
            ],
          },
          { parts: [reasoning(`thought-of-${agent}`), text(`Said by ${agent}, ${at}.`)] },
        ],
        { wire },
      );
      const answer = await rig.ask(id, `@${agent}: ${at}?`);
      expect(failureOf(answer)).toBeNull();
      if (at === turns / 4) fork = answer.id;
      if (at === turns / 2) await rig.restart();
      if (at === (turns * 3) / 4) await rig.call('tree.moveTip', { conversationId: id, messageId: fork });
    }
    const requests = {
      Ann: rig.lab.lastRequest('anthropic').raw,
      Bob: rig.lab.lastRequest('compatible').raw,
    };
    await rig.services.close();
    const folder = join(rig.services.workspace.folder, 'transcripts');
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const [mine, other] of [['Ann', 'Bob'] as const, ['Bob', 'Ann'] as const]) {
      const agentId = (mine === 'Ann' ? ann : bob).id;
      const file = files.find((one) => JSON.parse(one).agentId === agentId) ?? '';
      const request = requests[mine].toString();
      const secrets = new RegExp(`(thought|call)-of-${other}`);
      expect(JSON.parse(file).turns).toHaveLength(turns / 2);
      expect([file, request].map((one) => one.includes(`call-of-${mine}`))).toEqual([true, true]);
      expect([file, request].map((one) => secrets.test(one))).toEqual([false, false]);
      expect(request.includes(`Said by ${other}`)).toBe(true);
    }
  }, 120_000);
});
