import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatActs } from '../../../renderer/features/chat/store/acts.ts';
import { Chat } from '../../../renderer/features/chat/store/chat.ts';
import { messageAt, shownLength } from '../../../renderer/features/chat/store/path.ts';
import { runningId } from '../../../renderer/features/chat/store/state.ts';
import { stubTree, type TreeHost } from './tree-host.ts';

let host: TreeHost;
let chat: Chat;
let acts: ChatActs;

beforeEach(() => {
  host = stubTree();
  chat = new Chat('c', (callback) => requestAnimationFrame(callback));
  acts = new ChatActs(chat);
});

afterEach(() => {
  chat.close();
  vi.unstubAllGlobals();
});

/** Ids of what is shown, `?` where it was not read. */
function shown(): string[] {
  const { path } = chat.store.getState();
  return Array.from({ length: shownLength(path) }, (_, index) => messageAt(path, index + 1)?.id ?? '?');
}

function textOf(id: string): string {
  const part = chat.store.getState().path.messages.get(id)?.parts[0];
  return part?.type === 'text' ? part.text : '';
}

/** A path of `u1 a2 u3 a4 …`, with the tip at its end. */
function seed(length: number): void {
  let parent: string | null = null;
  for (let depth = 1; depth <= length; depth += 1) {
    const id = `${depth % 2 === 1 ? 'u' : 'a'}${depth}`;
    host.add(id, parent);
    parent = id;
  }
  if (parent) host.moveTip(parent);
}

const settled = () => vi.waitFor(() => expect(chat.store.getState().phase).toBe('ready'));

describe('opening', () => {
  it('reads one page, however long the path is', async () => {
    seed(1000);
    await chat.open();
    expect(shown()).toHaveLength(1000);
    expect(shown().at(-1)).toBe('a1000');
    expect(shown()[959]).toBe('?');
    expect(host.inputs('tree.page')).toHaveLength(1);
  });

  it('says why it failed, and works when tried again', async () => {
    seed(2);
    const page = host.answers['tree.page'];
    host.answers['tree.page'] = { ok: false, error: { code: 'disk_full', message: 'x' } };
    await chat.open();
    expect(chat.store.getState().failure?.code).toBe('disk_full');
    if (page) host.answers['tree.page'] = page;
    await chat.open();
    expect(shown()).toEqual(['u1', 'a2']);
  });

  it('shows an answer that is being written below the tip', async () => {
    seed(1);
    host.add('a2', 'u1', { status: 'streaming' });
    await chat.open();
    expect(shown()).toEqual(['u1', 'a2']);
    expect(runningId(chat.store.getState())).toBe('a2');
  });

  it('follows a new try that was already being written', async () => {
    seed(2);
    host.add('b2', 'u1', { status: 'streaming' });
    host.answers['turns.running'] = {
      ok: true,
      data: [{ conversationId: 'c', userMessageId: 'u1', agentMessageId: 'b2', wait: null }],
    };
    await chat.open();
    expect(shown()).toEqual(['u1', 'b2']);
  });
});

describe('reading on', () => {
  it('reads what comes into view with a margin, and nothing twice', async () => {
    seed(1000);
    await chat.open();
    chat.want(500, 510);
    await vi.waitFor(() => expect(shown()[500]).toBe('u501'));
    expect(shown()[486]).toBe('u487');
    const pages = host.inputs('tree.page').length;
    chat.want(500, 505);
    await settled();
    expect(host.inputs('tree.page')).toHaveLength(pages);
  });

  it('asks from the nearest message that is known, so that main walks little', async () => {
    seed(1000);
    await chat.open();
    chat.want(930, 940);
    await vi.waitFor(() => expect(shown()[929]).toBe('a930'));
    const [, second] = host.inputs('tree.page') as { until: string; skip: number; limit: number }[];
    expect(second?.until).toBe('u961');
    expect(second?.skip).toBeLessThan(10);
    expect(second?.limit).toBeLessThanOrEqual(100);
  });

  it('does not keep everything that was ever read', async () => {
    seed(3000);
    await chat.open();
    for (let at = 2900; at > 0; at -= 60) {
      chat.want(at, at + 10);
      await vi.waitFor(() => expect(shown()[at]).not.toBe('?'));
    }
    expect(chat.store.getState().path.messages.size).toBeLessThan(1100);
    expect(shown().at(-1)).toBe('a3000');
  });
});

describe('while an answer is written', () => {
  beforeEach(async () => {
    seed(2);
    await chat.open();
    host.add('u3', 'a2');
    host.moveTip('u3');
    host.tellMessage('u3');
    host.tellConversation();
    host.add('a4', 'u3', { status: 'streaming', parts: [] });
    host.tellMessage('a4');
    host.tellConversation();
  });

  const append = (at: number, text: string) =>
    host.emit({
      type: 'delta',
      conversationId: 'c',
      messageId: 'a4',
      ops: [{ part: 0, type: 'text', at, append: text }],
    });

  it('a message and its answer appear from events alone', () => {
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'a4']);
    expect(host.inputs('tree.page')).toHaveLength(1);
  });

  it('many events in one frame are one change', () => {
    const changes = vi.fn();
    append(0, 'Hel');
    append(3, 'lo, ');
    append(7, 'world');
    chat.store.subscribe(changes);
    host.paint();
    expect(textOf('a4')).toBe('Hello, world');
    expect(changes).toHaveBeenCalledTimes(1);
  });

  it('text that is missing is fetched, and what came twice counts once', async () => {
    append(0, 'Hello');
    host.paint();
    append(3, 'lo, wor');
    host.paint();
    expect(textOf('a4')).toBe('Hello, wor');
    host.add('a4', 'u3', { status: 'streaming', parts: [{ type: 'text', text: 'Hello, world and more' }] });
    append(19, 're');
    host.paint();
    await vi.waitFor(() => expect(textOf('a4')).toBe('Hello, world and more'));
  });

  it('the final message takes the place of what waits', () => {
    append(0, 'Half');
    host.finish('a4', 'complete', 'The whole answer');
    host.moveTip('a4');
    host.tellConversation();
    host.paint();
    expect(textOf('a4')).toBe('The whole answer');
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'a4']);
    expect(chat.store.getState().path.tipId).toBe('a4');
    expect(chat.store.getState().announcement).toEqual({ code: 'done', messageId: 'a4' });
  });

  it('[B4] a failed answer stays in sight below the question', () => {
    host.finish('a4', 'failed');
    host.tellConversation();
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'a4']);
    expect(chat.store.getState().notice).toBeNull();
  });

  it('an answer that was stopped before its first word is not shown', () => {
    host.add('a4', 'u3', { status: 'streaming', parts: [] });
    host.finish('a4', 'interrupted');
    host.tellConversation();
    expect(shown()).toEqual(['u1', 'a2', 'u3']);
  });

  it('the time of reasoning runs until something else follows it', () => {
    vi.useFakeTimers({ now: 1000, toFake: ['Date'] });
    const reason = { part: 0, set: { type: 'reasoning' as const, text: 'hm' } };
    host.emit({ type: 'delta', conversationId: 'c', messageId: 'a4', ops: [reason] });
    host.paint();
    vi.setSystemTime(9000);
    const said = { part: 1, set: { type: 'text' as const, text: 'Yes' } };
    host.emit({ type: 'delta', conversationId: 'c', messageId: 'a4', ops: [said] });
    host.paint();
    expect(chat.store.getState().thinking.get('a4/0')).toEqual({ since: 1000, took: 8000 });
    vi.useRealTimers();
  });

  it('a pause that the provider asked for is known until the answer goes on', () => {
    const wait = { code: 'provider_overloaded' as const, attempt: 1, attempts: 3, until: 5000 };
    host.emit({ type: 'waiting', conversationId: 'c', messageId: 'a4', wait });
    expect(chat.store.getState().waits.get('a4')).toEqual(wait);
    host.emit({ type: 'waiting', conversationId: 'c', messageId: 'a4', wait: null });
    expect(chat.store.getState().waits.size).toBe(0);
  });
});

describe('a new try', () => {
  beforeEach(async () => {
    seed(4);
    await chat.open();
    host.answers['turns.regenerate'] = () => {
      host.add('b4', 'u3', { status: 'streaming', parts: [] });
      host.tellMessage('b4');
      return { ok: true, data: { conversationId: 'c', userMessageId: 'u3', agentMessageId: 'b4' } };
    };
    await acts.regenerate('a4');
  });

  it('is followed while it is written, the tip stays; the old answer knows of it', () => {
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'b4']);
    expect(chat.store.getState().path.tipId).toBe('a4');
    expect(chat.store.getState().path.messages.get('a4')?.siblings).toMatchObject({ count: 2, nextId: 'b4' });
  });

  it('[B4] that fails gives way to the last good answer, with a notice', () => {
    host.finish('b4', 'failed');
    host.tellConversation();
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'a4']);
    expect(chat.store.getState().notice).toMatchObject({ kind: 'tryFailed', messageId: 'b4' });
  });

  it('that failed can be looked at, and the tip does not move', async () => {
    host.finish('b4', 'failed');
    await acts.look('b4');
    expect(shown().at(-1)).toBe('b4');
    expect(host.inputs('tree.moveTip')).toEqual([]);
    await acts.switchTo('b4', 'a4');
    expect(shown().at(-1)).toBe('a4');
  });

  it('that ends well becomes the tip', () => {
    host.finish('b4', 'complete', 'Better');
    host.moveTip('b4');
    host.tellConversation();
    expect(shown()).toEqual(['u1', 'a2', 'u3', 'b4']);
    expect(chat.store.getState().path).toMatchObject({ tipId: 'b4', leafId: null });
  });

  it('[B11] that the reader turned away from does not take them along', async () => {
    await acts.switchTo('b4', 'a4');
    expect(shown().at(-1)).toBe('a4');
    const looked = (messageId: string | null) => ({ conversationId: 'c', messageId });
    expect(host.inputs('turns.look')).toEqual([looked('b4'), looked(null)]);
    host.finish('b4', 'complete', 'Better');
    host.tellConversation();
    expect(shown().at(-1)).toBe('a4');
    expect(chat.store.getState().notice).toEqual({ kind: 'otherReady', messageId: 'b4' });
    expect(host.inputs('tree.moveTip')).toEqual([]);
  });

  it('[B11] that the reader came back to is followed again', async () => {
    await acts.switchTo('b4', 'a4');
    await acts.switchTo('a4', 'b4');
    expect(shown().at(-1)).toBe('b4');
    expect(host.inputs('turns.look').at(-1)).toEqual({ conversationId: 'c', messageId: 'b4' });
  });
});

describe('sending', () => {
  it('continues from what is shown where that is not the tip', async () => {
    seed(4);
    host.add('b4', 'u3');
    await chat.open();
    await acts.look('b4');
    host.answers['turns.send'] = { ok: false, error: { code: 'busy', message: 'x' } };
    await expect(acts.send({ text: 'Hi', attachments: [] })).rejects.toThrow();
    expect(host.inputs('turns.send')).toEqual([
      { conversationId: 'c', content: { text: 'Hi', attachments: [] }, parentId: 'b4' },
    ]);
  });
});

describe('retry [T8]', () => {
  beforeEach(async () => {
    seed(2);
    await chat.open();
  });

  it('says that there is nothing to retry', async () => {
    host.answers['turns.retryState'] = { ok: true, data: { kind: 'nothing' } };
    await acts.retry();
    expect(chat.store.getState().notice).toEqual({ kind: 'nothingToRetry' });
  });

  it('says why the history is not loaded, and goes on only when told', async () => {
    host.answers['turns.retryState'] = { ok: true, data: { kind: 'not_loaded', reason: 'newer' } };
    host.answers['turns.retry'] = { ok: false, error: { code: 'busy', message: 'x' } };
    await acts.retry();
    expect(chat.store.getState().notice).toEqual({ kind: 'historyNotLoaded', reason: 'newer' });
    expect(host.inputs('turns.retry')).toEqual([]);
    await acts.retry(true);
    expect(host.inputs('turns.retry')).toEqual([{ conversationId: 'c', rebuild: true }]);
  });
});

describe('moving the tip', () => {
  it('[B2] to an earlier message offers the way back, and back again reads the end', async () => {
    seed(60);
    await chat.open();
    chat.want(1, 30);
    await vi.waitFor(() => expect(shown()[9]).toBe('a10'));
    await acts.continueFrom('a10');
    expect(shown()).toHaveLength(10);
    const { moved } = chat.store.getState();
    expect(moved).toMatchObject({ tipId: 'a10', previousTipId: 'a60' });
    if (moved) await acts.undoMove(moved);
    expect(shown().at(-1)).toBe('a60');
  });

  it('elsewhere, as another window does it, is followed', async () => {
    seed(4);
    host.add('b2', 'u1');
    await chat.open();
    host.moveTip('b2');
    host.tellConversation();
    await vi.waitFor(() => expect(shown()).toEqual(['u1', 'b2']));
  });

  it('a found message of another branch is gone to', async () => {
    seed(4);
    host.add('b2', 'u1');
    await chat.open();
    expect(await acts.goTo('b2')).toBe(2);
    expect(shown()).toEqual(['u1', 'b2']);
    expect(await acts.goTo('u1')).toBe(1);
    expect(host.inputs('tree.moveTip')).toHaveLength(1);
  });
});
