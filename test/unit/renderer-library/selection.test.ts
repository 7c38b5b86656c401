import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginChoosing,
  chooseAll,
  chosenIds,
  extendChosen,
  followChosen,
  isChoosing,
  stopChoosing,
  toggleChosen,
} from '../../../renderer/features/library/selection.ts';
import { type FakeWindow, stubWindow } from '../renderer-ui/fake-window.ts';
import { conversation } from './make.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
let page: FakeWindow;
let stop: () => void;

beforeEach(() => {
  page = stubWindow();
  stop = followChosen();
  return () => {
    stop();
    vi.unstubAllGlobals();
  };
});

describe('choosing conversations', () => {
  it('begins empty or with one, and ends with nothing chosen', () => {
    expect(isChoosing()).toBe(false);
    beginChoosing();
    expect(isChoosing()).toBe(true);
    expect(chosenIds()).toEqual([]);
    beginChoosing('b');
    expect(chosenIds()).toEqual(['b']);
    stopChoosing();
    expect(isChoosing()).toBe(false);
    beginChoosing();
    expect(chosenIds()).toEqual([]);
  });

  it('a stretch holds what lies between its ends, whichever way it turns, and nothing else that was not chosen', () => {
    const place = fc.integer({ min: 0, max: order.length - 1 });
    fc.assert(
      fc.property(fc.array(place), place, fc.array(place, { minLength: 1 }), (single, start, turns) => {
        stopChoosing();
        for (const at of single) toggleChosen(order[at] ?? '');
        const first = order[start] ?? '';
        if (chosenIds().includes(first)) toggleChosen(first);
        toggleChosen(first);
        const before = chosenIds();
        for (const at of turns) extendChosen(order, undefined, order[at] ?? '');
        const end = turns.at(-1) ?? 0;
        const stretch = order.slice(Math.min(start, end), Math.max(start, end) + 1);
        expect(chosenIds().sort()).toEqual([...new Set([...before, ...stretch])].sort());
      }),
    );
  });

  it('a stretch begins at the open conversation where nothing was chosen yet, else at its own end', () => {
    extendChosen(order, 'b', 'd');
    expect(chosenIds()).toEqual(['b', 'c', 'd']);
    stopChoosing();
    extendChosen(order, 'not in the list', 'd');
    expect(chosenIds()).toEqual(['d']);
    extendChosen(order, undefined, 'gone');
    expect(chosenIds()).toEqual(['d']);
  });

  it('lets go of what was trashed or deleted, and keeps what came back', () => {
    const [one, two, three] = [conversation(1), conversation(2), conversation(3)];
    chooseAll([one.id, two.id, three.id, 'x']);
    page.emit({ type: 'conversation', conversation: { ...one, trashedAt: 5 } });
    page.emit({ type: 'conversations', conversations: [{ ...two, trashedAt: 5 }, three] });
    page.emit({ type: 'conversationsDeleted', ids: ['x'] });
    expect(chosenIds()).toEqual([three.id]);
    extendChosen([one.id, three.id], undefined, three.id);
    expect(chosenIds()).toEqual([three.id]);
  });
});
