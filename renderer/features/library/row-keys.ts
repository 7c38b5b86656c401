import type { KeyboardEvent } from 'react';

/** What a key does on a row, beside what every button does with Enter and Space. */
export type RowKey = 'down' | 'up' | 'first' | 'last' | 'pageDown' | 'pageUp' | 'rename' | 'trash';

const rowKeys: Readonly<Record<string, RowKey>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  F2: 'rename',
  Delete: 'trash',
};

/** Reads a key press on a list of rows; undefined for keys that are not the list's. */
export function rowKeyOf(event: KeyboardEvent): RowKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  return rowKeys[event.key];
}

/** What a key does to what is chosen, with its modifier. */
export type ChoiceKey = 'toggle' | 'extendDown' | 'extendUp' | 'extendFirst' | 'extendLast' | 'all';

const extending: Readonly<Record<string, ChoiceKey>> = {
  ArrowDown: 'extendDown',
  ArrowUp: 'extendUp',
  Home: 'extendFirst',
  End: 'extendLast',
};

/** Reads a key press on a row that chooses: Shift with an arrow, Home or End, Ctrl or Cmd with Space or A. */
export function choiceKeyOf(event: KeyboardEvent): ChoiceKey | undefined {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  if (event.shiftKey) return control ? undefined : extending[event.key];
  if (!control) return undefined;
  if (event.key === ' ') return 'toggle';
  return event.key.toLowerCase() === 'a' ? 'all' : undefined;
}
