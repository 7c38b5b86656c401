import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's Chromium where there is one, otherwise the browser that Playwright installed. */
const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;

/** Tests in a browser (`ui`), in the real Electron (`e2e`) and of the packaged app (`packaged`). */
export default defineConfig({
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  workers: 1,
  // A busy machine may starve a window for seconds. What passes only then is named, and counted apart.
  retries: 1,
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'ui',
      testDir: 'test/ui',
      use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 840 },
        launchOptions: {
          ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
          args: isRoot ? ['--no-sandbox'] : [],
        },
      },
    },
    { name: 'e2e', testDir: 'test/e2e', testIgnore: '**/packaged/**', timeout: 120_000 },
    { name: 'packaged', testDir: 'test/e2e/packaged', timeout: 120_000 },
  ],
});
