import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { test as base, expect } from '@playwright/test';
import { chatOf } from '../support/chat.ts';
import { dropFile } from '../support/files.ts';
import { makeRoomWithPages } from '../support/make-room.ts';
import { pngOf } from '../support/pictures.ts';
import {
  launchPackaged,
  type PackagedApp,
  type PackagedOptions,
  packagedExecutable,
} from './packaged-app.ts';

interface Bench {
  folder: string;
  start(options?: Partial<PackagedOptions>): Promise<PackagedApp>;
}

const test = base.extend<{ bench: Bench }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  bench: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-packaged-'));
    const apps: PackagedApp[] = [];
    await use({
      folder,
      async start(options) {
        const app = await launchPackaged({ folder, ...options });
        apps.push(app);
        return app;
      },
    });
    for (const app of apps) await app.kill();
    // Chromium's helpers may still be writing for a moment after their main process was killed.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    expect(apps.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
});

test('the fuses are as electron-builder.yml says', async () => {
  const wire = await getCurrentFuseWire(packagedExecutable());
  const isOn = (fuse: FuseV1Options) => wire[fuse] === FuseState.ENABLE;
  expect({
    runAsNode: isOn(FuseV1Options.RunAsNode),
    cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
    nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    ownSnapshot: isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    filePrivileges: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: false,
    inspect: false,
    asarIntegrity: true,
    onlyAsar: true,
    ownSnapshot: false,
    filePrivileges: false,
  });
});

test('the packaged app answers from its guide, takes a picture, ends in order and comes back', async ({
  bench,
}) => {
  const app = await bench.start();
  await app.page.getByRole('button', { name: /Try it now/ }).click();
  const chat = chatOf(app.page);
  await chat.say('What happens when I edit a message?');
  await expect(await chat.answered()).toContainText('Your old message and everything that followed it');
  await dropFile(chat.composer, 'plan.png', 'image/png', pngOf(320, 200));
  await expect(app.page.getByRole('list', { name: 'Attached files' })).toContainText('plan.png');
  await chat.say('What is this?');
  await expect(await chat.answered()).toContainText('320');
  const picture = app.page.getByRole('button', { name: 'Open plan.png' }).locator('img');
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
  expect(await app.quit()).toBe(0);

  const again = await bench.start();
  const found = chatOf(again.page);
  await expect(found.messages.last()).toContainText('320');
  expect(await again.quit()).toBe(0);
});

test('[S2] the packaged app makes room with picture pages: worker, glyphs and encoder are in it', async ({
  bench,
}) => {
  const app = await bench.start();
  await app.page.getByRole('button', { name: /Try it now/ }).click();
  await makeRoomWithPages(app.page, chatOf(app.page));
  expect(await app.quit()).toBe(0);
});

test('what helps in development does nothing in the packaged app', async ({ bench }) => {
  const script = join(bench.folder, 'injected.cjs');
  const trace = join(bench.folder, 'injected.txt');
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'ran')`);
  const app = await bench.start({
    args: ['--inspect=0', '--require', script],
    environment: {
      BOUGH_MARKS: '1',
      BOUGH_SQLITE_BINDING: join(bench.folder, 'missing.node'),
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: `--require ${script}`,
    },
  });
  await app.page.getByRole('button', { name: /Try it now/ }).click();
  const chat = chatOf(app.page);
  await chat.say('Hello');
  await chat.answered();
  expect(app.output()).not.toContain('marks');
  expect(app.output()).not.toContain('Debugger listening');
  await expect(access(trace)).rejects.toThrow('ENOENT');
  expect(await app.quit()).toBe(0);
});
