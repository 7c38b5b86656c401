import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation, MethodInput, Result } from '#contract';
import { conversations, trash } from '../../../renderer/features/library/shelf.ts';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';
import { conversation, deferred, settle } from './make.ts';

let page: FakeWindow;
let all: Conversation[];

/** Pages of two or as asked, with the index of the next as the cursor. */
function list(input: unknown): Result<unknown> {
  const { trashed = false, after, limit = 60 } = input as MethodInput<'conversations.list'>;
  const listed = all.filter((one) => (one.trashedAt !== null) === trashed);
  const start = Number(after ?? 0);
  const end = start + limit;
  return { ok: true, data: { items: listed.slice(start, end), next: end < listed.length ? `${end}` : null } };
}

const titles = () => conversations.useShelf.getState().items.map(({ title }) => title);
const settled = () => vi.waitFor(() => expect(conversations.useShelf.getState().status).toBe('ready'));

beforeEach(() => {
  page = stubWindow();
  page.answers['conversations.list'] = list;
  page.answers['app.reportError'] = { ok: true, data: { noted: true } };
  all = Array.from({ length: 250 }, (_, index) => conversation(1000 - index));
  return () => vi.unstubAllGlobals();
});

describe('the shelf of conversations', () => {
  it('fetches page by page until everything is here, then asks no more', async () => {
    const close = conversations.open();
    await settled();
    expect(titles()).toHaveLength(100);
    await conversations.loadMore();
    await conversations.loadMore();
    expect(titles()).toHaveLength(250);
    const asked = page.calls.length;
    await conversations.loadMore();
    expect(page.calls).toHaveLength(asked);
    close();
  });

  it('moves a conversation to the top as it changes, and takes it out as it goes to the trash', async () => {
    const close = conversations.open();
    await settled();
    const old = conversation(950, { updatedAt: 5000 });
    page.emit({ type: 'conversation', conversation: old });
    expect(titles()[0]).toBe('Conversation 950');
    page.emit({ type: 'conversation', conversation: { ...old, trashedAt: 5001 } });
    expect(titles()).not.toContain('Conversation 950');
    close();
  });

  it('[B5] shows in the trash what is in the trash, and nothing else', async () => {
    all = [conversation(3), conversation(2, { trashedAt: 9 })];
    const close = trash.open();
    await vi.waitFor(() => expect(trash.useShelf.getState().status).toBe('ready'));
    expect(trash.useShelf.getState().items).toEqual([conversation(2, { trashedAt: 9 })]);
    page.emit({ type: 'conversation', conversation: conversation(3, { trashedAt: 10 }) });
    page.emit({ type: 'conversationsDeleted', ids: [conversation(2).id] });
    expect(trash.useShelf.getState().items).toEqual([conversation(3, { trashedAt: 10 })]);
    close();
  });

  it('[B5] several that move to the trash or back do so at once, each to its place', async () => {
    all = [conversation(5), conversation(4), conversation(3), conversation(1, { trashedAt: 50 })];
    const close = [conversations.open(), trash.open()];
    await settled();
    await vi.waitFor(() => expect(trash.useShelf.getState().status).toBe('ready'));
    const gone = [conversation(5, { trashedAt: 90 }), conversation(3, { trashedAt: 91 })];
    page.emit({ type: 'conversations', conversations: gone });
    expect(titles()).toEqual(['Conversation 4']);
    // Newest arrival first, whatever was written last.
    expect(trash.useShelf.getState().items.map(({ trashedAt }) => trashedAt)).toEqual([91, 90, 50]);
    page.emit({ type: 'conversations', conversations: [conversation(3), conversation(5)] });
    expect(titles()).toEqual(['Conversation 5', 'Conversation 4', 'Conversation 3']);
    for (const end of close) end();
  });

  it('does not bring back with a late page what left meanwhile', async () => {
    const close = conversations.open();
    await settled();
    const late = deferred<Result<unknown>>();
    const answer = list({ after: '100', limit: 100 });
    page.answers['conversations.list'] = () => late.promise as Promise<never>;
    const loading = conversations.loadMore();
    page.emit({
      type: 'conversation',
      conversation: conversation(880, { updatedAt: 880, trashedAt: 1 }),
    });
    late.resolve(answer);
    await loading;
    expect(titles()).toHaveLength(199);
    expect(titles()).not.toContain('Conversation 880');
    close();
  });

  it('drops an answer that comes after the shelf was closed', async () => {
    const late = deferred<Result<unknown>>();
    page.answers['conversations.list'] = () => late.promise as Promise<never>;
    const close = conversations.open();
    close();
    late.resolve(list({}));
    await settle();
    expect(conversations.useShelf.getState()).toMatchObject({ status: 'loading', items: [] });
    expect(page.listeners()).toBe(0);
  });

  it('treats a list that cannot be read as unreadable, never as empty', async () => {
    page.answers['conversations.list'] = { ok: false, error: { code: 'internal', message: 'disk' } };
    const close = conversations.open();
    await vi.waitFor(() => expect(conversations.useShelf.getState().status).toBe('failed'));
    page.answers['conversations.list'] = list;
    await conversations.load();
    expect(titles()).toHaveLength(100);
    close();
  });

  it('keeps what is here when a further page fails, and can ask again', async () => {
    const close = conversations.open();
    await settled();
    page.answers['conversations.list'] = { ok: false, error: { code: 'internal', message: 'disk' } };
    await conversations.loadMore();
    expect(conversations.useShelf.getState()).toMatchObject({ status: 'ready', more: 'failed' });
    page.answers['conversations.list'] = list;
    await conversations.loadMore();
    expect(titles()).toHaveLength(200);
    close();
  });

  it('fetches all of the trash before it is emptied, so that the question names everything', async () => {
    all = Array.from({ length: 230 }, (_, index) => conversation(500 - index, { trashedAt: 1 }));
    const close = trash.open();
    await vi.waitFor(() => expect(trash.useShelf.getState().status).toBe('ready'));
    expect(await trash.loadAll()).toHaveLength(230);
    close();
  });
});
