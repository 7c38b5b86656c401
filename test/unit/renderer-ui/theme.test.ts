import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, type Oklch } from './oklch.ts';

const css = readFileSync(new URL('../../../renderer/app/theme/tokens.css', import.meta.url), 'utf8');
const [plain = '', more = ''] = css.split('@media (prefers-contrast: more)');

type Theme = 'light' | 'dark';
type Tokens = Map<string, Record<Theme, Oklch>>;

/** The opaque colours of a piece of CSS, by token name. */
function readTokens(piece: string): Tokens {
  const color = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
  const found = piece.matchAll(new RegExp(`--([a-z-]+): light-dark\\(${color}, ${color}\\)`, 'g'));
  return new Map(
    [...found].map(([, name = '', ...n]) => [
      name,
      {
        light: [Number(n[0]), Number(n[1]), Number(n[2])],
        dark: [Number(n[3]), Number(n[4]), Number(n[5])],
      },
    ]),
  );
}

const normal = readTokens(plain);
const high = new Map([...normal, ...readTokens(more.split('@media')[0] ?? '')]);

const grounds = ['paper', 'surface', 'bubble', 'tint'];
const text = ['ink', 'ink-soft', 'ink-faint', 'branch', 'danger', 'warn-ink'];
const onFilled = [
  ['on-branch', 'branch'],
  ['on-branch', 'branch-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['warn-ink', 'warn-tint'],
  ['danger', 'danger-tint'],
  ['ink', 'warn-tint'],
  ['ink', 'danger-tint'],
  ['paper', 'ink'],
] as const;
/** Edges of controls, gauges, icons and the focus ring (which is `branch`). */
const strokes = ['line-control', 'stroke-faint', 'branch', 'warn', 'danger'];
/** The kinds of what fills the model's memory, on the lines of the page that shows them. */
const parts = ['system', 'tools', 'folds', 'words', 'results', 'images'].map((kind) => `part-${kind}`);

function ratio(tokens: Tokens, theme: Theme, front: string, back: string): number {
  const [one, other] = [tokens.get(front), tokens.get(back)];
  if (!one || !other) throw new Error(`tokens.css does not define ${front} and ${back}`);
  return contrast(one[theme], other[theme]);
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(text)('%s can be read on every ground: at least 4.5:1', (ink) => {
    for (const ground of grounds)
      expect(ratio(normal, theme, ink, ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(onFilled)('%s can be read on %s: at least 4.5:1', (ink, ground) => {
    expect(ratio(normal, theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(strokes)('%s shows where things are: at least 3:1', (stroke) => {
    for (const ground of ['paper', 'surface'])
      expect(ratio(normal, theme, stroke, ground), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(parts)('%s stands out from the page and its lines: at least 3:1', (part) => {
    for (const ground of grounds.slice(0, 3))
      expect(ratio(normal, theme, part, ground), ground).toBeGreaterThanOrEqual(3);
  });

  it.each(text)('%s has at least 7:1 where more contrast is asked for', (ink) => {
    for (const ground of grounds) expect(ratio(high, theme, ink, ground), ground).toBeGreaterThanOrEqual(7);
  });

  it('lines reach 3:1 where more contrast is asked for', () => {
    for (const line of ['line', ...strokes])
      expect(ratio(high, theme, line, 'surface'), line).toBeGreaterThanOrEqual(3);
  });
});

it('contrast is that of WCAG: black on white is 21, and #777 on white is 4.48', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
  expect(contrast([0.5698, 0, 0], [1, 0, 0])).toBeCloseTo(4.48, 1);
});
