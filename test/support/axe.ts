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
 * Looks for what shuts people out, once nothing moves any more: a dialog that is still fading in has pale
 * letters for a moment, which says nothing of the letters that people will read.
 */
export async function runAxe(page: Page, { legacy = false }: AxeOptions = {}): Promise<AxeResult> {
  await page.evaluate(stillness);
  const axe = new AxeBuilder({ page });
  const { violations, passes } = await (legacy ? axe.setLegacyMode() : axe).analyze();
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
  );
  return { problems, passes: passes.length };
}

/** Runs in the page. Ends when two frames went by in which no motion that has an end was under way. */
async function stillness(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0; still < 2; ) {
    await Promise.allSettled(moving().map(({ finished }) => finished));
    await frame();
    still = moving().length === 0 ? still + 1 : 0;
  }
}
