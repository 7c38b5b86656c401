import { describe, expect, it } from 'vitest';
import { applyPasses } from '#core/context/apply-passes.ts';
import { viewFaults } from '#core/context/check-view.ts';
import {
  type Branch,
  type Edit,
  foldsById,
  type Pass,
  sourceOf,
  undoPass,
  withForm,
} from '#core/context/passes.ts';
import type { PagedView } from '#core/context/view.ts';
import { hashOf } from '../ladder/world.ts';
import {
  asked,
  blind,
  elision,
  fold,
  history,
  pages,
  pass,
  sees,
  shown,
  summary,
  whole,
} from './pass-parts.ts';

describe('applying passes', () => {
  it('puts a placeholder with its recall id in the place of one result of a parallel batch [L6] [L7]', () => {
    const { situation } = history();
    const { view } = applyPasses(
      { ...situation.branch, passes: [pass('p', elision('a4', 1, 'call-1'))] },
      sees,
    );
    const results = view.messages.flatMap((message) => (message.role === 'results' ? message.results : []));
    expect(results.map((result) => result.parts.length)).toEqual([2, 2, 2, 1, 2]);
    expect(results[3]?.parts).toEqual([
      { type: 'text', text: expect.stringContaining('recall("r1")') as string },
    ]);
    expect(viewFaults({ ...view, messages: view.messages.slice(0, -1) })).toEqual([]);
  });

  it('passes messages without an edit on as the objects they are', () => {
    const { situation } = history();
    const { branch } = situation;
    const { view } = applyPasses({ ...branch, passes: [pass('p', elision('a6', 0, 'call-0'))] }, sees);
    const same = view.messages.filter((message, at) => message === branch.view.messages[at]);
    expect(same.length).toBe(branch.view.messages.length - 2);
  });

  it('leaves reasoning out behind an edit, keeps it before, and brings it back when the pass is undone', () => {
    const { branch } = history().situation;
    const passes = [pass('p', elision('a4', 1, 'call-0'))];
    const { view } = applyPasses({ ...branch, passes }, sees);
    const reasons = (messages: PagedView['messages']): string[] =>
      messages.flatMap((message) =>
        message.role === 'agent' && message.said.some((part) => part.type === 'reasoning')
          ? [`${message.messageId}${message.native ? '' : ' without blocks'}`]
          : [],
      );
    expect(reasons(branch.view.messages)).toEqual(['a4', 'a4', 'a6']);
    expect(reasons(view.messages)).toEqual(['a4', 'a4']);
    expect(applyPasses({ ...branch, passes: undoPass(passes, 'p') }, sees)).toEqual(
      applyPasses({ ...branch, passes: [] }, sees),
    );
  });

  it('sheds an image in a user message only where the branch goes on as it did then [L5]', () => {
    const { branch } = history().situation;
    const shedding: Edit = {
      kind: 'shedding',
      recallId: 'r2',
      place: { of: 'user', messageId: 'u3', next: 'a4', part: 1 },
      hash: hashOf('u3-0'),
      tokens: 1000,
    };
    const images = ({ view, path }: Pick<Branch, 'view' | 'path'>): number => {
      const applied = applyPasses({ view, path, passes: [pass('p', shedding)] }, sees);
      const message = applied.view.messages.find((one) => one.messageId === 'u3');
      return message?.role === 'user' ? message.parts.filter((part) => part.type !== 'text').length : -1;
    };
    expect(images(branch)).toBe(0);
    // The answer is asked for again: the message is the newest one, whole.
    const again = { ...branch.view, messages: branch.view.messages.slice(0, 3) };
    expect(images({ view: again, path: ['root', 'u1', 'a2', 'u3', 'a9'] })).toBe(1);
  });

  it('leaves another image alone that stands where the shed one was', () => {
    const { branch } = history().situation;
    const place = { of: 'user' as const, messageId: 'u3', next: 'a4', part: 1 };
    const other: Edit = { kind: 'shedding', recallId: 'r2', place, hash: hashOf('another'), tokens: 9 };
    expect(applyPasses({ ...branch, passes: [pass('p', other)] }, sees).view).toEqual(branch.view);
  });
});

describe('folds on branches', () => {
  const turnTwo = fold('f', [asked('u3'), whole('a4')]);

  it('[L9] counts only where everything that it stands for is on the branch', () => {
    const { branch } = history().situation;
    const passes = [pass('p', turnTwo)];
    expect(shown(applyPasses({ ...branch, passes }, sees).view).slice(0, 4)).toEqual([
      'user u1',
      'agent a2',
      'f',
      'user u5',
    ]);
    const elsewhere = { ...branch, path: branch.path.filter((id) => id !== 'a4'), passes };
    expect(shown(applyPasses(elsewhere, sees).view)).not.toContain('f');
  });

  it('[L6] may lie inside an open turn, and is cut at steps', () => {
    const { branch } = history().situation;
    const steps = { messageId: 'a4', steps: { from: 0, to: 1 } };
    const { view, places } = applyPasses({ ...branch, passes: [pass('p', fold('f', [steps]))] }, sees);
    expect(shown(view)).toEqual([
      'user u1',
      'agent a2',
      'user u3',
      'f',
      'agent a4',
      'results a4',
      'agent a4',
      'user u5',
      'agent a6',
      'results a6',
      'agent a6',
    ]);
    expect(places.map((place) => place.step).slice(3, 7)).toEqual([-1, 1, 1, 2]);
    expect(viewFaults({ ...view, messages: view.messages.slice(0, -1) })).toEqual([]);
  });

  it('does not count where a turn has been rebuilt with other steps, and does where it is whole [T6]', () => {
    const world = history();
    world.turns = world.turns.map((turn) =>
      turn.agentMessageId === 'a4'
        ? { ...turn, steps: [{ said: [{ type: 'text', text: 'plain' }], native: null, results: [] }] }
        : turn,
    );
    const { branch } = world.situation;
    const inside = pass('p', fold('f', [{ messageId: 'a4', steps: { from: 0, to: 1 } }]));
    expect(shown(applyPasses({ ...branch, passes: [inside] }, sees).view)).not.toContain('f');
    expect(shown(applyPasses({ ...branch, passes: [pass('p', turnTwo)] }, sees).view)).toContain('f');
  });

  it('stands for what is left of it where the view was trimmed at the front [T5]', () => {
    const world = history();
    const { path } = world.situation.branch;
    const passes = [pass('p', fold('f', [asked('u1'), whole('a2'), asked('u3'), whole('a4')]))];
    world.turns = world.turns.slice(1);
    const view = world.base;
    expect(shown(applyPasses({ view, path, passes }, sees).view)[0]).toBe('f');
    const later = { ...view, messages: view.messages.slice(6) };
    expect(shown(applyPasses({ view: later, path, passes }, sees).view)).not.toContain('f');
  });

  it('lets the longer of two folds win, the newer of two as long, and the inner one where the outer is not on the branch', () => {
    const { branch } = history().situation;
    const inner = pass('p1', turnTwo);
    const outer = pass('p2', fold('g', [whole('a2'), asked('u3'), whole('a4')]));
    const rival = pass('p3', fold('h', [asked('u3'), whole('a4')]));
    const used = (passes: Pass[], path = branch.path): string[] => [
      ...applyPasses({ ...branch, path, passes }, sees).folds.keys(),
    ];
    expect(used([inner, outer])).toEqual(['g']);
    expect(used([outer, inner])).toEqual(['g']);
    expect(used([inner, rival])).toEqual(['h']);
    expect(
      used(
        [inner, outer],
        branch.path.filter((id) => id !== 'a2'),
      ),
    ).toEqual(['f']);
    expect(used(undoPass([inner, outer], 'p2'))).toEqual(['f']);
  });
});

describe('folds and readers', () => {
  const covers = [asked('u3'), whole('a4')];

  it('[S3] gives a reader without vision the summary, and the pages back to one with it', () => {
    const { branch } = history().situation;
    const pictured = fold('f', covers, { as: 'pages', forms: [pages('shape-a')] });
    let passes = [pass('p', pictured)];
    const first = applyPasses({ ...branch, passes }, sees);
    const without = applyPasses({ ...branch, passes }, blind);
    expect(without.needs).toEqual([{ foldId: 'f', form: 'summary' }]);
    expect(without.folds.size).toBe(0);
    expect(viewFaults(without.view, blind).map((fault) => fault.kind)).not.toContain('page_unseen');

    passes = withForm(passes, 'f', summary('in words'));
    const told = applyPasses({ ...branch, passes }, blind);
    expect(told.needs).toEqual([]);
    expect(JSON.stringify(told.view)).toContain('in words');
    expect(JSON.stringify(told.view)).not.toContain('"page"');
    expect(applyPasses({ ...branch, passes }, sees)).toEqual({
      ...first,
      folds: new Map([['f', { ...first.folds.get('f'), fold: passes[0]?.edits[0] }]]),
    });
  });

  it('[S4] wants pages in the shape of the route that reads', () => {
    const { branch } = history().situation;
    const pictured = fold('f', covers, { as: 'pages', forms: [pages('shape-a')] });
    const other = { vision: true, pageShapes: ['shape-b'] };
    let passes = [pass('p', pictured)];
    expect(applyPasses({ ...branch, passes }, other).needs).toEqual([{ foldId: 'f', form: 'pages' }]);
    passes = withForm(passes, 'f', pages('shape-b'));
    expect(foldsById(passes).get('f')?.forms.length).toBe(2);
    const form = applyPasses({ ...branch, passes }, other).folds.get('f')?.form;
    expect(form).toMatchObject({ kind: 'pages', shape: 'shape-b' });
  });

  it('[S2] keeps the letters that it was made with, whichever of the route’s shapes new pages get', () => {
    const { branch } = history().situation;
    const passes = [pass('p', fold('f', covers, { as: 'pages', forms: [pages('shape-b')] }))];
    const made = { vision: true, pageShapes: ['shape-b', 'shape-a'] };
    const changed = { vision: true, pageShapes: ['shape-a', 'shape-b'] };
    const first = applyPasses({ ...branch, passes }, made);
    expect(first.folds.get('f')?.form).toMatchObject({ shape: 'shape-b' });
    expect(applyPasses({ ...branch, passes }, changed)).toEqual(first);
  });

  it('[S1] stands as text, pages and text, in this order, as the user’s part', () => {
    const { branch } = history().situation;
    const pictured = fold('f', covers, { as: 'pages', forms: [pages('shape-a')] });
    const { view } = applyPasses({ ...branch, passes: [pass('p', pictured)] }, sees);
    expect(view.messages[2]).toEqual({
      role: 'user',
      messageId: 'u3',
      foldId: 'f',
      parts: [
        { type: 'text', text: 'Pages follow.' },
        { type: 'page', hash: hashOf('shape-a'), width: 800, height: 600, bytes: 9 },
        { type: 'text', text: 'page 1: x9' },
      ],
    });
  });

  it('[S2] keeps the whole source, through folds inside folds', () => {
    const inner = fold('f', covers);
    const outer = fold('g', covers, {
      source: [
        { kind: 'text', text: 'before' },
        { kind: 'fold', id: 'f' },
        { kind: 'text', text: 'after' },
      ],
    });
    const folds = foldsById(undoPass([pass('p', inner), pass('q', outer)], 'p'));
    expect(sourceOf(outer, folds)).toBe('before\nsource of f\nafter');
    expect(() => sourceOf(outer, new Map())).toThrow(RangeError);
  });

  it('says so where there is no such pass or fold', () => {
    expect(() => undoPass([], 'p')).toThrow(RangeError);
    expect(() => withForm([], 'f', summary('x'))).toThrow(RangeError);
  });
});
