import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LadderChoices } from '../../../main/context/ladder-settings.ts';

/** Settings as the database keeps them: JSON by key. */
function settingsWith(kept: Record<string, unknown>) {
  const rows = new Map(Object.entries(kept).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    rows,
    get<T>(key: string, schema: z.ZodType<T>, fallback: T): T {
      const row = rows.get(key);
      return row === undefined ? fallback : schema.parse(JSON.parse(row));
    },
    set: (key: string, value: unknown) => rows.set(key, JSON.stringify(value)),
  };
}

describe('when room is made and how', () => {
  it('has usual letters on pages until the user wants small ones, also where older choices were kept', () => {
    expect(new LadderChoices(settingsWith({})).ladder().smallLetters).toBe(false);
    const older = { threshold: 0.7, target: 0.4, protectTurns: 5 };
    const choices = new LadderChoices(settingsWith({ 'context.ladder': older }));
    expect(choices.chosen()).toEqual({ ...older, smallLetters: false });
    expect(choices.choose({ smallLetters: true })).toEqual({ ...older, smallLetters: true });
    expect(choices.choose({ target: 0.3 })).toEqual({ ...older, target: 0.3, smallLetters: true });
    expect(choices.ladder()).toMatchObject({ smallLetters: true, pageMargin: 0.2 });
  });

  it('[L1] refuses a target that is not below the threshold, and keeps what was chosen', () => {
    const choices = new LadderChoices(settingsWith({}));
    expect(() => choices.choose({ threshold: 0.5, target: 0.5 })).toThrow('below the threshold');
    expect(choices.chosen()).toMatchObject({ threshold: 0.8, target: 0.5 });
  });
});
