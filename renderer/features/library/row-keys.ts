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
