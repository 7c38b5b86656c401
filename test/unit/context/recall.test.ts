import { describe, expect, it } from 'vitest';
import { undoPass } from '#core/context/passes.ts';
import { partLengthFor, recall } from '#core/context/recall.ts';
import { recallIdFor, shortHash } from '#core/context/short-id.ts';
import { foldOf } from '#core/context/stretch.ts';
import { hashOf } from '../ladder/world.ts';
import { asked, elision, fold, history, pass } from './pass-parts.ts';

describe('recall', () => {
  it('[L7] brings back results with their images, images, and folded stretches; also after an undo', () => {
    const world = history();
    const passes = [
      pass(
        'p',
        elision('a4', 1, 'call-1', 'r1'),
        {
          kind: 'shedding',
          recallId: 'r2',
          place: { of: 'result', messageId: 'a6', step: 0, callId: 'call-0', part: 1 },
          hash: hashOf('a6.0-0'),
          tokens: 9,
        },
        fold('f', [asked('u3')]),
      ),
    ];
    const get = (id: string, part?: number) => recall(undoPass(passes, 'p'), world.turns, id, part);
    const result = world.turns[1]?.steps[1]?.results[1];
    expect(get('r1')).toEqual({
      kind: 'text',
      text: result?.parts[0]?.type === 'text' ? result.parts[0].text : '',
      part: 1,
      parts: 1,
      images: [expect.objectContaining({ name: 'a4.1-1.png' })],
    });
    expect(get('r2')).toMatchObject({ kind: 'image', image: { name: 'a6.0-0.png' } });
    expect(get('f')).toMatchObject({ kind: 'text', text: 'source of f' });
    expect(get('r1', 2)).toEqual({ kind: 'no-part', parts: 1 });
    expect(get('r9')).toEqual({ kind: 'unknown' });
  });

  it('[L7] gives the images of a folded stretch with the part of its text that names them', () => {
    const world = history();
    const { view } = world.situation.branch;
    const stretch = { start: 2, end: view.messages.length - 1 };
    const maker = {
      base: view,
      applied: world.applied,
      tokens: view.messages.map(() => 1),
      agentName: 'Helper',
      drafts: new Map(),
      taken: new Set<string>(),
    };
    const passes = [pass('p', foldOf(stretch, 'omission', maker))];
    const id = passes[0]?.edits[0]?.kind === 'fold' ? passes[0].edits[0].id : '';
    const found = recall(passes, world.turns, id);
    if (found.kind !== 'text') throw new Error(found.kind);
    expect(found.images.length).toBeGreaterThan(1);
    for (const { name } of found.images) expect(found.text).toContain(`(attached: ${name}`);
    const short = recall(passes, world.turns, id, 1, 40);
    expect(short).toMatchObject({ kind: 'text', images: [] });
  });

  it('[L7] gives a long text part by part, with nothing lost, and never cuts inside a character', () => {
    const text = `${'word '.repeat(5000)}\n${'👩‍🌾'.repeat(9000)}`;
    const passes = [pass('p', fold('f', [asked('u3')], { source: [{ kind: 'text', text }] }))];
    const pieces: string[] = [];
    const length = partLengthFor(8192);
    for (let part = 1; ; part += 1) {
      const found = recall(passes, [], 'f', part, length);
      if (found.kind !== 'text') throw new Error(found.kind);
      expect(found.text.length).toBeLessThanOrEqual(8192 / 2);
      expect(found.text).not.toMatch(/[\uD800-\uDBFF]$/);
      pieces.push(found.text);
      if (found.parts === part) break;
    }
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(text);
  });

  it('[T6] says whose turn is gone where the transcript no longer holds it', () => {
    expect(recall([pass('p', elision('a4', 1, 'call-1'))], [], 'r1')).toEqual({
      kind: 'gone',
      messageId: 'a4',
    });
  });

  it('names a place always the same, and two places never', () => {
    expect(recallIdFor('a', new Set())).toBe(recallIdFor('a', new Set()));
    expect(recallIdFor('a', new Set([recallIdFor('a', new Set())]))).not.toBe(recallIdFor('a', new Set()));
    const names = new Set(Array.from({ length: 20_000 }, (_, at) => shortHash(`m${at}/0/call-0`)));
    expect(names.size).toBe(20_000);
    for (const name of names) expect(name).toMatch(/^[0-9a-z]{10}$/);
  });
});
