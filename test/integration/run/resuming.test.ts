import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, reasoning, redacted, text } from '../../lab/index.ts';
import { Rig, textOf } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await Rig.start();
});
afterEach(() => rig.end());

async function transcriptFile(conversationId: string): Promise<string> {
  const folder = join(rig.folder, 'workspace/transcripts');
  const name = (await readdir(folder)).find(
    (each) => each.startsWith(conversationId) && each.endsWith('.json'),
  );
  if (!name) throw new Error('No transcript');
  return join(folder, name);
}

describe('resuming', () => {
  it('[T4] after a restart the next request carries the earlier turns byte for byte, signatures included', async () => {
    const id = await rig.conversation(rig.readers.anthropic);
    rig.lab.script([
      {
        parts: [
          reasoning('Let me look.'),
          redacted('hidden'),
          call('search_workspace', '{ "query": "kumquat",\n "limit": 3 }'),
        ],
      },
      { parts: [reasoning('Nothing there.'), text('I found nothing.')] },
    ]);
    const answer = await rig.ask(id, 'Did I ever mention it?');
    expect(textOf(answer)).toBe('I found nothing.');
    const during = rig.lab.lastRequest('anthropic').body as {
      messages: unknown[];
      system: unknown;
      tools: unknown;
    };
    await rig.restart();
    await rig.ask(id, 'And now?');
    const after = rig.lab.lastRequest('anthropic').body as {
      messages: unknown[];
      system: unknown;
      tools: unknown;
    };
    const withoutMarks = (value: unknown) =>
      JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));
    expect(withoutMarks(after.messages.slice(0, during.messages.length))).toBe(withoutMarks(during.messages));
    expect(withoutMarks([after.system, after.tools])).toBe(withoutMarks([during.system, during.tools]));
    expect(rig.lab.lastRequest('anthropic').raw.toString()).toContain('signature');
  });

  it('[T4] the raw argument string of a call survives on the chat wire', async () => {
    const id = await rig.conversation();
    const raw = '{ "query": "9007199254740993",  "limit": 5 }';
    rig.lab.script([{ parts: [call('search_workspace', raw)] }, { parts: [text('Done.')] }]);
    await rig.ask(id, 'Search');
    await rig.restart();
    await rig.ask(id, 'Again');
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain(JSON.stringify(raw));
  });

  it.each([
    ['unreadable', '{"format":"bough-tran'],
    ['newer', '{"format":"bough-transcript","version":99,"conversationId":"x","agentId":"y","turns":[]}'],
  ])(
    '[T7] an %s transcript is set aside, told once, and rebuilt from the database',
    async (reason, content) => {
      const id = await rig.conversation();
      await rig.ask(id, 'The first question is about quinces.');
      await rig.restart(async () => writeFile(await transcriptFile(id), content));
      const answer = await rig.ask(id, 'The second one.');
      expect(answer.status).toBe('complete');
      expect(rig.lab.lastRequest('openai').raw.toString()).toContain('about quinces');
      const told = rig.events.filter((event) => event.type === 'notice');
      expect(told).toMatchObject([{ notice: { kind: 'transcript_quarantined', conversationId: id } }]);
      const { notices } = await rig.call('app.info', {});
      expect(notices).toHaveLength(1);
      const names = await readdir(join(rig.folder, 'workspace/transcripts'));
      const aside = names.find((name) => name.includes(reason)) ?? '';
      expect(await readFile(join(rig.folder, 'workspace/transcripts', aside), 'utf8')).toBe(content);
    },
  );

  it('[T6] a turn that the file does not hold is rebuilt as plain text, without its reasoning', async () => {
    const id = await rig.conversation(rig.readers.anthropic);
    rig.lab.script({ parts: [reasoning('A private thought.'), text('A public word.')] });
    await rig.ask(id, 'Hello');
    await rig.restart(async () => rm(await transcriptFile(id)));
    await rig.ask(id, 'Go on');
    const sent = rig.lab.lastRequest('anthropic').raw.toString();
    expect(sent).toContain('A public word.');
    expect(sent).not.toContain('A private thought.');
  });

  it('[T6] the transcript follows the pointer: a branch is asked with its own turns only', async () => {
    const id = await rig.conversation();
    const first = await rig.ask(id, 'Common ground');
    await rig.ask(id, 'The left way');
    await rig.ask(id, 'The right way', first.id);
    const sent = rig.lab.lastRequest('openai').raw.toString();
    expect(sent).toContain('Common ground');
    expect(sent).not.toContain('The left way');
  });

  it('[T5] a run resumes from the newest turns that fit, cut between turns', async () => {
    rig.services.workspace.settings.set('resume', { turns: 3, bytes: 10_000_000 });
    const id = await rig.conversation();
    for (const n of [1, 2, 3, 4]) await rig.ask(id, `Question number ${n}`);
    const { messages } = rig.lab.lastRequest('openai').body as {
      messages: { role: string; content: unknown }[];
    };
    const said = messages
      .filter((message) => message.role === 'user')
      .map((message) => JSON.stringify(message.content));
    expect(said).toHaveLength(3);
    expect(said[0]).toContain('Question number 2');
    expect(await rig.tip(id)).not.toBeNull();
  });

  it('[T5] bytes count too, and the question itself is always sent', async () => {
    rig.services.workspace.settings.set('resume', { turns: 100, bytes: 400 });
    const id = await rig.conversation();
    await rig.ask(id, 'x'.repeat(2000));
    await rig.ask(id, 'y'.repeat(2000));
    const sent = rig.lab.lastRequest('openai').raw.toString();
    expect(sent).toContain('yyyy');
    expect(sent).not.toContain('xxxx');
  });
});

describe('retry', () => {
  it('[T8] says that there is nothing to retry', async () => {
    const id = await rig.conversation();
    expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({ kind: 'nothing' });
    await rig.ask(id, 'Hello');
    expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({ kind: 'nothing' });
    expect(await rig.codeOf('turns.retry', { conversationId: id })).toBe('nothing_to_retry');
  });

  it('[T8] retries the turn that failed, after a restart too', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: 'auth' });
    const failed = await rig.ask(id, 'Hello');
    const ready = { kind: 'ready', userMessageId: failed.parentId, agentMessageId: failed.id };
    expect(await rig.call('turns.retryState', { conversationId: id })).toEqual(ready);
    await rig.restart();
    expect(await rig.call('turns.retryState', { conversationId: id })).toEqual(ready);
    const { agentMessageId, userMessageId } = await rig.call('turns.retry', { conversationId: id });
    expect(userMessageId).toBe(failed.parentId);
    const answer = await rig.final(agentMessageId);
    expect(answer).toMatchObject({ status: 'complete', siblings: { index: 2, count: 2 } });
    expect(await rig.tip(id)).toBe(answer.id);
  });

  it.each([
    ['missing', (file: string) => rm(file)],
    ['unreadable', (file: string) => writeFile(file, '[]')],
    ['newer', (file: string) => writeFile(file, '{"format":"bough-transcript","version":2}')],
  ])(
    '[T8] says that the history is not loaded because it is %s, and goes on only when told to',
    async (reason, spoil) => {
      const id = await rig.conversation();
      await rig.ask(id, 'Hello');
      rig.lab.script({ fault: 'auth' });
      await rig.ask(id, 'Fails');
      await rig.restart(async () => spoil(await transcriptFile(id)));
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({
          kind: 'not_loaded',
          reason,
        });
      }
      expect(await rig.codeOf('turns.retry', { conversationId: id })).toBe('history_not_loaded');
      await rig.restart();
      expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({
        kind: 'not_loaded',
        reason,
      });
      const { agentMessageId } = await rig.call('turns.retry', { conversationId: id, rebuild: true });
      expect((await rig.final(agentMessageId)).status).toBe('complete');
      expect(await rig.call('turns.retryState', { conversationId: id })).toEqual({ kind: 'nothing' });
    },
  );
});
