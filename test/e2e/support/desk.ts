import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Lab, startLab } from '../../lab/index.ts';
import { type LaunchOptions, launchApp, type RunningApp } from './app.ts';

export { expect };

/** A computer with nothing of Bough on it yet, and the provider lab within reach. */
export interface Desk {
  /** Where the app keeps everything. */
  folder: string;
  lab: Lab;
  /** Starts the app, again on what it left behind where it ran before. */
  start(options?: Partial<LaunchOptions>): Promise<RunningApp>;
}

export const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  desk: async ({}, use, info) => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-e2e-'));
    const lab = await startLab();
    const apps: RunningApp[] = [];
    await use({
      folder,
      lab,
      async start(options) {
        const app = await launchApp({ folder, ...options });
        apps.push(app);
        return app;
      },
    });
    const failed = info.status !== info.expectedStatus;
    for (const [index, app] of apps.entries()) {
      if (failed) await attachState(app, (name, body) => info.attach(`${name} ${index + 1}`, body));
      await app.kill();
    }
    await lab.close();
    // Chromium's helpers may still be writing for a moment after their main process was killed.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    // Violations of the content security policy and warnings of React end up here.
    expect(apps.flatMap(({ complaints }) => complaints)).toEqual([]);
    lab.verify();
  },
});

type Attach = (name: string, body: { body: Buffer | string; contentType: string }) => Promise<void>;

async function attachState(app: RunningApp, attach: Attach): Promise<void> {
  await attach('output', { body: app.output(), contentType: 'text/plain' });
  const picture = await app.page.screenshot({ timeout: 5000 }).catch(() => null);
  if (picture) await attach('window', { body: picture, contentType: 'image/png' });
}
