import type { KeyboardEvent } from 'react';
import type { RowActions } from './ConversationRow.tsx';
import { type ChoiceKey, choiceKeyOf, type RowKey, rowKeyOf } from './row-keys.ts';
import { extendChosen, toggleChosen } from './selection.ts';
import type { ListFocus, Move } from './useListFocus.ts';

const moves: Readonly<Partial<Record<ChoiceKey, Move>>> = {
  extendDown: 'down',
  extendUp: 'up',
  extendFirst: 'first',
  extendLast: 'last',
};

interface Options {
  /** Ids of the list from its top. */
  order: () => readonly string[];
  focus: ListFocus;
  actions: RowActions;
  choosing: boolean;
  /** Rows that a Page key moves by. */
  page: () => number;
}

/** The keys of the list: they move the focus, act on the row that has it, and choose. */
export function useListKeys({ order, focus, actions, choosing, page }: Options) {
  const act = (key: RowKey, id: string) => {
    if (key === 'rename') {
      if (!choosing) actions.rename(id);
    } else if (key === 'trash') {
      if (choosing) actions.trashChosen();
      else actions.trash(id);
    } else focus.move(key, page());
  };
  const choose = (key: ChoiceKey, id: string) => {
    const move = moves[key];
    if (key === 'all') actions.chooseAll();
    else if (!move) toggleChosen(id);
    else {
      const to = focus.move(move, 1);
      if (to !== undefined) extendChosen(order(), id, to);
    }
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['row'] : undefined;
    if (!id) return;
    const choice = choiceKeyOf(event);
    const key = choice ? undefined : rowKeyOf(event);
    if (!choice && !key) return;
    event.preventDefault();
    if (choice) choose(choice, id);
    else if (key) act(key, id);
  };
}
