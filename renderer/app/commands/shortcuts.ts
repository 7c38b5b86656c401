import type { Command } from './commands.ts';

export interface Shortcut {
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys: string;
  command: Command;
}

/** Every shortcut of the whole app, in the order in which the help lists them. */
export const shortcuts = [
  { keys: 'Mod+N', command: 'new' },
  { keys: 'Mod+K', command: 'search' },
  { keys: 'Mod+L', command: 'focusComposer' },
  { keys: 'Mod+B', command: 'toggleLibrary' },
  { keys: 'Mod+.', command: 'togglePanel' },
  { keys: 'Mod+,', command: 'settings' },
  { keys: 'Mod+/', command: 'shortcuts' },
  { keys: 'F1', command: 'help' },
] as const satisfies readonly Shortcut[];

const isMac = /mac/i.test(globalThis.navigator?.platform ?? '');

/** The keys as this computer prints them: `Ctrl+N`, or `⌘+N` on a Mac. */
export function showKeys(keys: string, mac = isMac): string {
  return mac
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥')
    : keys.replace('Mod', 'Ctrl');
}

/** The shown keys of a command, for tooltips and menus. */
export function keysOf(command: Command): string | undefined {
  const shortcut = shortcuts.find((candidate) => candidate.command === command);
  return shortcut && showKeys(shortcut.keys);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The command of a key press, if it has one. Shift is left open where a layout needs it for the character, as
 * for `/` on many European keyboards.
 */
export function commandOf(pressed: Pressed, mac = isMac): Command | undefined {
  if (pressed.altKey) return undefined;
  const mod = mac ? pressed.metaKey && !pressed.ctrlKey : pressed.ctrlKey && !pressed.metaKey;
  const key = pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key;
  const letter = /^[A-Z]$/.test(key);
  return shortcuts.find(({ keys }) => {
    const needsMod = keys.startsWith('Mod+');
    if (needsMod !== mod || (!needsMod && (pressed.ctrlKey || pressed.metaKey))) return false;
    if (letter && pressed.shiftKey) return false;
    return keys.replace('Mod+', '') === key;
  })?.command;
}
