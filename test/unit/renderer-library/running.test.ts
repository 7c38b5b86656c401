import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message, MessageStatus, Result } from '#contract';
import { answeringIn, followRunning } from '../../../renderer/features/library/running.ts';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';
import { deferred, settle } from './make.ts';

let page: FakeWindow;

const message = (id: string, conversationId: string, status: MessageStatus): Message => ({
  id,
  conversationId,
  parentId: 'p',
  role: 'agent',
  agentId: 'a',
  status,
  parts: [],
  model: null,
  usage: null,
  createdAt: 1,
  depth: 2,
  siblings: { index: 1, count: 1, previousId: null, nextId: null },
});

beforeEach(() => {
  page = stubWindow();
  return () => vi.unstubAllGlobals();
});

describe('which conversations are being answered', () => {
  it('knows the answers that run already, and those that begin and end', async () => {
    page.answers['turns.running'] = {
      ok: true,
      data: [{ conversationId: 'c1', userMessageId: 'u', agentMessageId: 'm1', wait: null }],
    };
    const stop = followRunning();
    await vi.waitFor(() => expect(answeringIn()).toEqual(['c1']));
    page.emit({ type: 'message', message: message('m2', 'c2', 'streaming') });
    expect(answeringIn()).toEqual(['c1', 'c2']);
    page.emit({ type: 'message', message: message('m1', 'c1', 'interrupted') });
    expect(answeringIn()).toEqual(['c2']);
    stop();
    expect(answeringIn()).toEqual([]);
  });

  it('does not show as running what ended while the first question was on its way', async () => {
    const late = deferred<Result<unknown>>();
    page.answers['turns.running'] = () => late.promise as Promise<never>;
    const stop = followRunning();
    page.emit({ type: 'message', message: message('m1', 'c1', 'complete') });
    late.resolve({
      ok: true,
      data: [{ conversationId: 'c1', userMessageId: 'u', agentMessageId: 'm1', wait: null }],
    });
    await settle();
    expect(answeringIn()).toEqual([]);
    stop();
  });
});
