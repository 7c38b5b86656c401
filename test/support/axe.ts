import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface AxeOptions {
  /** Electron opens no second page, which axe's usual mode needs. */
  legacy?: boolean;
}

export interface AxeResult {
  /** A line for each element that breaks a rule: the rule, where it is, its HTML. */
  problems: string[];
  /** How many rules were looked at and held. */
  passes: number;
}

/**
 * Looks for what shuts people out, while nothing moves: a dialog that is still fading in has pale letters for a
 * moment, which says nothing of the letters that people will read.
 */
export async function runAxe(page: Page, { legacy = false }: AxeOptions = {}): Promise<AxeResult> {
  const stopped = await page.evaluateHandle(stopMotion);
  try {
    const axe = new AxeBuilder({ page });
    const { violations, passes } = await (legacy ? axe.setLegacyMode() : axe).analyze();
    const problems = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
    );
    return { problems, passes: passes.length };
  } finally {
    await stopped.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    });
  }
}

/** Runs in the page. What moves is at its end at once, also what begins while axe looks: a tooltip, say. */
async function stopMotion(): Promise<CSSStyleSheet> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after {
    animation-duration: 0s !important;
    animation-delay: 0s !important;
    transition-duration: 0s !important;
    transition-delay: 0s !important;
  }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0; still < 2; ) {
    // A transition that had begun before keeps its own time.
    for (const animation of moving()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    await frame();
    still = moving().length === 0 ? still + 1 : 0;
  }
  return sheet;
}
