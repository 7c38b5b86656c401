import { describe, expect, it } from 'vitest';
import { contract } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { externalUrl } from '../../../main/ipc/external-url.ts';
import type { Handlers } from '../../../main/ipc/handlers.ts';
import { createRouter } from '../../../main/ipc/router.ts';

const id = '01900000-0000-7000-8000-000000000001';

function recordingLog() {
  const lines: string[] = [];
  const write = (message: string, data?: unknown) => void lines.push(`${message} ${JSON.stringify(data)}`);
  return { lines, info: write, warn: write, error: write } satisfies Log & { lines: string[] };
}

/** A router over one handler for every method: the given ones, the rest throw. */
function routerOf(given: Partial<Handlers>, now = () => 0) {
  const log = recordingLog();
  const rest = Object.fromEntries(
    Object.keys(contract).map((name) => [
      name,
      () => {
        throw new Error(`${name} was called`);
      },
    ]),
  );
  const handlers = { ...rest, ...given } as Handlers;
  return { log, call: createRouter({ handlers, log, now }) };
}

describe('router', () => {
  it('hands a validated request with its defaults to the handler', async () => {
    const { call } = routerOf({ 'search.query': (request) => [{ ...request } as never] });
    expect(await call('search.query', { text: 'x' })).toEqual({ ok: true, data: [{ text: 'x', limit: 50 }] });
  });

  it.each(['nothing', 'toString', '__proto__', 'constructor', 7, null, undefined, ['tree.page']])(
    'refuses the unknown method %j',
    async (method) => {
      const result = await routerOf({}).call(method, {});
      expect(result).toMatchObject({ ok: false, error: { code: 'unknown_method' } });
    },
  );

  it.each([
    ['an unknown field', { id, extra: 1 }],
    ['a wrong type', { id: 3 }],
    ['a path where an id belongs', { id: '../../etc' }],
    ['nothing', undefined],
  ])('refuses %s before the handler is reached', async (_, input) => {
    const result = await routerOf({}).call('conversations.get', input);
    expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  });

  it('says with its own code that an attachment is too large', async () => {
    const bytes = new Uint8Array(50 * 1024 * 1024 + 1);
    const result = await routerOf({}).call('attachments.add', { name: 'a', bytes });
    expect(result).toMatchObject({ ok: false, error: { code: 'attachment_too_large' } });
  });

  it('never rejects: a typed error keeps its code, anything else is internal', async () => {
    const { call } = routerOf({
      'conversations.get': () => {
        throw new BoughError('not_found', 'gone', { params: { id: 'x' } });
      },
      'app.info': () => Promise.reject(new TypeError('bug')),
    });
    expect(await call('conversations.get', { id })).toEqual({
      ok: false,
      error: { code: 'not_found', message: 'gone', params: { id: 'x' } },
    });
    expect(await call('app.info', {})).toMatchObject({
      ok: false,
      error: { code: 'internal', message: 'bug' },
    });
  });

  it('answers with the reason when the services cannot be opened', async () => {
    const handlers = Promise.reject(new BoughError('workspace_locked', 'in use'));
    const call = createRouter({ handlers, log: recordingLog(), now: () => 0 });
    expect(await call('app.info', {})).toMatchObject({ ok: false, error: { code: 'workspace_locked' } });
  });

  it('writes slow calls to the log, and never what was refused', async () => {
    let now = 0;
    const { call, log } = routerOf(
      {
        'app.preferences': () => {
          now += 400;
          return {} as never;
        },
      },
      () => now,
    );
    await call('app.preferences', {});
    await call('conversations.rename', { id, title: 7, secret: 'what people wrote' });
    expect(log.lines.some((line) => line.startsWith('slow call') && line.includes('400'))).toBe(true);
    expect(log.lines.join()).not.toContain('what people wrote');
  });
});

describe('externalUrl', () => {
  it.each([
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['http://example.org', 'http://example.org/'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
  ])('lets %s out', (address, opened) => {
    expect(externalUrl(address)).toBe(opened);
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'ms-msdt:/id',
    'https://user:password@example.org/',
    'bough://app/',
    '//example.org',
    'example.org',
    '',
  ])('refuses %s', (address) => {
    expect(externalUrl(address)).toBeNull();
  });
});
