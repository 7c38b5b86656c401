import { expect, it, vi } from 'vitest';
import { BoughError } from '#core/errors.ts';
import { whenOpen } from '../../../main/opening.ts';
import type { Services } from '../../../main/services.ts';

const client = { acknowledge: () => {}, close: () => {} };

function services(): Services {
  return {
    call: vi.fn(async () => ({ ok: true as const, data: 'answered' })),
    connect: vi.fn(() => client),
  } as unknown as Services;
}

it('calls and windows wait until the services are open', async () => {
  let finish: (opened: Services) => void = () => {};
  const opening = whenOpen(() => new Promise<Services>((resolve) => (finish = resolve)));
  const answer = opening.call('app.info', {});
  const window = vi.fn();
  opening.connect(window);
  const opened = services();
  finish(opened);
  expect(await answer).toEqual({ ok: true, data: 'answered' });
  expect(opened.connect).toHaveBeenCalledWith(window);
});

it('a workspace that cannot be opened answers every call with the reason, until a window starts anew', async () => {
  const open = vi.fn(async () => services());
  open.mockRejectedValueOnce(new BoughError('workspace_locked', 'locked'));
  const opening = whenOpen(open);
  const first = opening.connect(() => {});
  expect(await opening.call('app.info', {})).toMatchObject({
    ok: false,
    error: { code: 'workspace_locked' },
  });
  expect(await opening.call('tree.page', {})).toMatchObject({ ok: false });
  expect(open).toHaveBeenCalledTimes(1);
  first.close();
  opening.connect(() => {});
  expect(await opening.call('app.info', {})).toEqual({ ok: true, data: 'answered' });
  opening.connect(() => {});
  expect(open).toHaveBeenCalledTimes(2);
});

it('a window that was closed before the services opened is not connected', async () => {
  const opened = services();
  const opening = whenOpen(async () => opened);
  opening.connect(() => {}).close();
  await opening.services();
  expect(opened.connect).not.toHaveBeenCalled();
});
