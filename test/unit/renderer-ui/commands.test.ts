import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerCommand, runCommand } from '../../../renderer/app/commands/commands.ts';
import { commandOf, shortcuts, showKeys } from '../../../renderer/app/commands/shortcuts.ts';

const ended: (() => void)[] = [];
const answer = (...args: Parameters<typeof answerCommand>) => {
  const stop = answerCommand(...args);
  ended.push(stop);
  return stop;
};

afterEach(() => {
  for (const stop of ended.splice(0)) stop();
});

describe('commands', () => {
  it('go to the last that answers, and back to the one before when it ends', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    answer('new', first);
    const stop = answer('new', second);
    runCommand('new');
    stop();
    runCommand('new');
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it('wait for a part that is still to appear, once', () => {
    const focus = vi.fn();
    runCommand('focusSearch');
    const stop = answer('focusSearch', focus);
    expect(focus).toHaveBeenCalledOnce();
    stop();
    answer('focusSearch', focus);
    expect(focus).toHaveBeenCalledOnce();
  });

  it('that open something do not wait: minutes later nobody expects them', () => {
    const open = vi.fn();
    runCommand('settings');
    answer('settings', open);
    expect(open).not.toHaveBeenCalled();
  });

  it('do not wait when another was asked for since', () => {
    const focus = vi.fn();
    runCommand('focusComposer');
    answer('new', vi.fn());
    runCommand('new');
    answer('focusComposer', focus);
    expect(focus).not.toHaveBeenCalled();
  });
});

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe('shortcuts', () => {
  it('have keys of their own', () => {
    expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length);
  });

  it('use Ctrl, and Cmd on a Mac', () => {
    expect(commandOf(press('n', { ctrlKey: true }), false)).toBe('new');
    expect(commandOf(press('n', { metaKey: true }), true)).toBe('new');
    expect(commandOf(press('n', { metaKey: true }), false)).toBeUndefined();
    expect(commandOf(press('n', { ctrlKey: true }), true)).toBeUndefined();
    expect(showKeys('Mod+N', false)).toBe('Ctrl+N');
    expect(showKeys('Mod+N', true)).toBe('⌘+N');
  });

  it('find a mark that needs Shift on many keyboards', () => {
    expect(commandOf(press('/', { ctrlKey: true, shiftKey: true }), false)).toBe('shortcuts');
  });

  it('leave to others what only looks alike', () => {
    expect(commandOf(press('n'), false)).toBeUndefined();
    expect(commandOf(press('N', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined();
    // AltGr arrives as Ctrl and Alt: it types a character.
    expect(commandOf(press(',', { ctrlKey: true, altKey: true }), false)).toBeUndefined();
    expect(commandOf(press('F1', { ctrlKey: true }), false)).toBeUndefined();
    expect(commandOf(press('F1'), false)).toBe('help');
  });
});
