import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beside } from '../../../renderer/ui/place.ts';

const view = { width: 1000, height: 800 };
const tip = { width: 100, height: 30 };
const anchor = (left: number, top: number) => ({ left, top, width: 40, height: 20 });

describe('beside', () => {
  it('centres on the wanted side', () => {
    expect(beside(anchor(480, 400), tip, view, 'top')).toEqual({ left: 450, top: 364 });
    expect(beside(anchor(480, 400), tip, view, 'right')).toEqual({ left: 526, top: 395 });
  });

  it('turns to the other side at an edge', () => {
    expect(beside(anchor(480, 10), tip, view, 'top').top).toBe(36);
    expect(beside(anchor(950, 400), tip, view, 'right').left).toBe(844);
  });

  it('stays inside the window wherever the anchor is', () => {
    const side = fc.constantFrom('top', 'bottom', 'left', 'right');
    const spot = fc.integer({ min: -200, max: 1200 });
    fc.assert(
      fc.property(spot, spot, side, (left, top, wanted) => {
        const at = beside(anchor(left, top), tip, view, wanted);
        expect(at.left).toBeGreaterThanOrEqual(8);
        expect(at.top).toBeGreaterThanOrEqual(8);
        expect(at.left + tip.width).toBeLessThanOrEqual(view.width - 8);
        expect(at.top + tip.height).toBeLessThanOrEqual(view.height - 8);
      }),
    );
  });
});
