import { existsSync } from 'node:fs';
import { hasApt } from './debian.mjs';
import { runTool } from './run.mjs';

/** @returns {import('./steps.mjs').Step} a Chromium for the tests: Debian's, otherwise Playwright's download */
export function browserStep() {
  return {
    name: 'Chromium',
    doing: "Downloading Playwright's Chromium (about 170 MB, once)",
    isDone: async () => {
      if (hasApt()) return true;
      const { chromium } = await import('@playwright/test');
      return existsSync(chromium.executablePath());
    },
    run: async () => {
      const { code, output } = await runTool('@playwright/test', ['install', 'chromium'], {
        bin: 'playwright',
        output: 'capture',
      });
      if (code !== 0) throw new Error(`Playwright could not install its browser: ${output.slice(-1000)}`);
    },
  };
}
