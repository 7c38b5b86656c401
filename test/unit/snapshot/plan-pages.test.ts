import { describe, expect, it } from 'vitest';
import type { ImageRule } from '#core/context/image-cost.ts';
import { setPages } from '#core/snapshot/plan-pages.ts';
import { type PageFont, shapeById, smallFont, usualFont } from '#core/snapshot/shapes.ts';
import { builtDrawers } from '../../fixtures/atlas.ts';
import { scripts } from '../../fixtures/scripts.ts';

const drawerOf = builtDrawers();
const anthropic: ImageRule = { kind: 'anthropic', edge: 2576, cap: 4784 };
const gemini: ImageRule = { kind: 'flat', tokens: 1120 };

function planned(source: string, rule: ImageRule, smallLetters: boolean) {
  const asked = new Set<PageFont>();
  const typesetterOf = (font: PageFont) => {
    asked.add(font);
    return drawerOf(font).typesetter;
  };
  const fold = { id: 'f1', source, turns: { from: 1, to: 2 } };
  const { shape, plan, pages } = setPages(
    fold,
    { rule, smallLetters },
    typesetterOf,
    (text) => text.length / 4,
  );
  return { font: shape.font, plan, pages, asked: [...asked] };
}

const long = (...texts: (string | undefined)[]): string => `${texts.join('\n')}\n`.repeat(400);
const tokensOf = ({ plan }: ReturnType<typeof planned>) =>
  plan.pages.reduce((sum, { tokens }) => sum + tokens, 0);

describe('[S9] the bytes that pages will have', () => {
  // Every character is another one, as a deflater likes it least.
  const shuffled = (from: number, count: number): string =>
    Array.from({ length: 30_000 }, (_, i) => String.fromCodePoint(from + ((i * 7919) % count))).join('');
  const texts: [string, string][] = [
    ['prose', [scripts['english'], scripts['czech'], scripts['dutch']].join(' ').repeat(300)],
    ['ideographs', shuffled(0x4e00, 6007)],
    ['Korean', shuffled(0xac00, 11_171)],
  ];
  it.each(texts)('are not underestimated for %s, in any letters', (_, text) => {
    for (const smallLetters of [false, true]) {
      const { font, plan, pages } = planned(text, anthropic, smallLetters);
      const shape = shapeById(plan.shape);
      const drawn = Array.from(drawerOf(font).drawCells(pages, shape), ({ png }) => png.length);
      for (const [i, bytes] of drawn.entries()) {
        expect(bytes).toBeLessThanOrEqual((plan.pages[i]?.bytesEstimate ?? 0) * 1.05);
      }
    }
  });
});

describe('[S1] the legend', () => {
  it('explains lines that were moved in only where there are some: it is paid for', () => {
    const legendOf = (source: string) => planned(source, anthropic, false).plan.legend;
    expect(legendOf('## 1 · user\nHello\n')).not.toContain('moved in');
    expect(legendOf('## 1 · user\n ## 2 · user\nHello\n')).toContain('moved in');
    expect(legendOf('## 1 · user\n > fetch_page answered:\n')).toContain('moved in');
  });
});

describe('small letters', () => {
  it('[S2] are not even looked at where the user did not ask for them', () => {
    const usual = planned(long(scripts['english']), anthropic, false);
    expect(usual).toMatchObject({ font: usualFont, asked: [usualFont], plan: { smallLetters: false } });
  });

  it('[S5] cost about two fifths by area, and what is planned is named by its shape', () => {
    const text = long(scripts['english'], scripts['czech'], scripts['code']);
    const small = planned(text, anthropic, true);
    expect(small).toMatchObject({ font: smallFont, plan: { smallLetters: true } });
    expect(small.plan.shape).toBe('galmuri-5x10/386x193');
    expect(tokensOf(small) / tokensOf(planned(text, anthropic, false))).toBeLessThan(0.45);
    expect(small.plan.legend).toContain('386 columns');
  });

  it('[S6] give way to the usual ones where most of the text is in a script that they lack', () => {
    const text = long(scripts['thai'], scripts['hindi']);
    expect(planned(text, anthropic, true)).toMatchObject({ font: usualFont, plan: { smallLetters: false } });
  });

  it('stay where a little of it is, and the legend tells of the rows of double height', () => {
    const text = `${long(scripts['english'])}${scripts['thai']}\n${long(scripts['english'])}`;
    const small = planned(text, anthropic, true);
    expect(small.font).toBe(smallFont);
    expect(small.plan.legend).toContain('two rows high');
    expect(planned(long(scripts['english']), anthropic, true).plan.legend).not.toContain('two rows high');
  });

  it('give way where a page has one price and all fits on one anyway', () => {
    const text = 'Not much to say. '.repeat(60);
    expect(planned(text, gemini, true).font).toBe(usualFont);
    expect(planned(long(scripts['english']).repeat(8), gemini, true).font).toBe(smallFont);
  });
});
