import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BridgeEvent, Preferences } from '#contract';
import { BridgeFailure, call, failedWith, toBridgeError } from '../../../renderer/bridge/call.ts';
import { copyText } from '../../../renderer/bridge/clipboard.ts';
import { acknowledgeDeltas, onEvent } from '../../../renderer/bridge/events.ts';
import { loadPreferences, setPreferences, usePreferences } from '../../../renderer/bridge/preferences.ts';
import { type FakeWindow, stubWindow } from './fake-window.ts';

let host: FakeWindow;

beforeEach(() => {
  host = stubWindow();
  usePreferences.setState(usePreferences.getInitialState());
});

afterEach(() => vi.unstubAllGlobals());

const delta: BridgeEvent = { type: 'delta', conversationId: 'c', messageId: 'm', ops: [] };
const diskFull = { ok: false, error: { code: 'disk_full', message: 'ENOSPC' } } as const;

it('call returns the data of a good answer', async () => {
  host.answers['app.showWorkspace'] = { ok: true, data: { shown: true } };
  expect(await call('app.showWorkspace', {})).toEqual({ shown: true });
  expect(host.calls).toEqual([{ method: 'app.showWorkspace', input: {} }]);
});

it('call throws the error of a bad answer, with its code, values and detail', async () => {
  const error = {
    code: 'provider_auth',
    message: '401',
    params: { provider: 'OpenAI' },
    detail: 'x',
  } as const;
  host.answers['app.guide'] = { ok: false, error };
  const caught = await call('app.guide', {}).catch((thrown: unknown) => thrown);
  expect(caught).toBeInstanceOf(BridgeFailure);
  expect(toBridgeError(caught)).toEqual(error);
  expect(failedWith(caught, 'provider_auth', 'busy')).toBe(true);
  expect(failedWith(caught, 'busy')).toBe(false);
});

it('a bridge that rejects, which it must not, becomes an internal error and is not swallowed', async () => {
  host.answers['app.guide'] = () => Promise.reject(new Error('the port closed'));
  const caught = await call('app.guide', {}).catch((thrown: unknown) => thrown);
  expect(toBridgeError(caught)).toMatchObject({ code: 'internal', message: 'the port closed' });
});

it('a page without a bridge says so', async () => {
  vi.stubGlobal('window', {});
  await expect(call('app.guide', {})).rejects.toThrow('window.bough is missing');
});

it('onEvent hears its own type only, until it is ended', () => {
  const heard = vi.fn();
  const stop = onEvent('routes', heard);
  host.emit(delta);
  host.emit({ type: 'routes' });
  expect(heard.mock.calls).toEqual([[{ type: 'routes' }]]);
  stop();
  expect(host.listeners()).toBe(0);
});

it('however many listen, what main sends crosses into the window once', () => {
  const heard = vi.fn();
  const stops = [
    ...Array.from({ length: 20 }, () => onEvent('routes', () => heard())),
    onEvent('delta', () => heard()),
  ];
  expect(host.listeners()).toBe(1);
  host.emit({ type: 'routes' });
  expect(heard).toHaveBeenCalledTimes(20);
  for (const stop of stops.slice(0, 20)) stop();
  host.emit({ type: 'routes' });
  host.emit(delta);
  expect(heard).toHaveBeenCalledTimes(21);
  for (const stop of stops) stop();
  expect(host.listeners()).toBe(0);
});

it('deltas are acknowledged once a frame, after it was painted, so that a slow window is not flooded', () => {
  const stop = acknowledgeDeltas();
  host.emit(delta);
  host.emit(delta);
  expect(host.acknowledged()).toBe(0);
  host.paint();
  expect(host.acknowledged()).toBe(1);
  host.paint();
  expect(host.acknowledged()).toBe(1);
  stop();
  expect(host.listeners()).toBe(0);
});

it('a hidden window, which paints no frame, does not hold up the answers', async () => {
  acknowledgeDeltas();
  host.emit(delta);
  host.setHidden(true);
  expect(host.acknowledged()).toBe(1);
  host.emit(delta);
  await Promise.resolve();
  expect(host.acknowledged()).toBe(2);
  host.paint();
  expect(host.acknowledged()).toBe(2);
});

const remembered: Preferences = {
  language: 'th',
  theme: 'dark',
  textSize: 1.2,
  libraryWidth: 300,
  panelWidth: 500,
  welcomed: true,
  lastConversationId: 'c1',
  proxy: 'system',
};

it('preferences come from main and follow its events', async () => {
  host.answers['app.preferences'] = { ok: true, data: remembered };
  expect(await loadPreferences()).toEqual(remembered);
  host.emit({ type: 'preferences', preferences: { ...remembered, theme: 'light' } });
  expect(usePreferences.getState().theme).toBe('light');
});

it('preferences that cannot be read leave the app usable, and the failure in the log', async () => {
  host.answers['app.preferences'] = diskFull;
  host.answers['app.reportError'] = { ok: true, data: { noted: true } };
  expect((await loadPreferences()).libraryWidth).toBe(260);
  expect(host.calls.map(({ method }) => method)).toContain('app.reportError');
});

it('a preference holds at once, and in memory where it cannot be saved', async () => {
  host.answers['app.setPreferences'] = diskFull;
  host.answers['app.reportError'] = { ok: true, data: { noted: true } };
  const saving = setPreferences({ libraryWidth: 333 });
  expect(usePreferences.getState().libraryWidth).toBe(333);
  await saving;
  expect(usePreferences.getState().libraryWidth).toBe(333);
  expect(host.calls.map(({ method }) => method)).toEqual(['app.setPreferences', 'app.reportError']);
});

it('copying says whether it worked', async () => {
  host.answers['app.copyText'] = { ok: true, data: { copied: true } };
  expect(await copyText('words', '<p>words</p>')).toBe(true);
  expect(host.calls[0]?.input).toEqual({ text: 'words', html: '<p>words</p>' });
  host.answers['app.copyText'] = diskFull;
  host.answers['app.reportError'] = { ok: true, data: { noted: true } };
  expect(await copyText('words')).toBe(false);
});
