import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type RunningApp } from './support/app.ts';
import { callBridge } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { type Desk, expect, test } from './support/desk.ts';

/** The app, with its first screen in sight. */
async function opened(desk: Desk): Promise<RunningApp> {
  const app = await desk.start();
  await app.page.getByRole('button', { name: /Try it now/ }).waitFor();
  return app;
}

test('the window is sandboxed and isolated, and its page knows nothing of Node', async ({ desk }) => {
  const { electron, page } = await opened(desk);
  const preferences = await electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Not among Electron's types, and the only way to see what counts in the end.
    return (contents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  });
  expect(preferences).not.toHaveProperty('nodeIntegrationInWorker', true);
  const world = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.keys(window.bough ?? {}),
  }));
  expect(world).toEqual({ node: [], bridge: ['call', 'on', 'acknowledge'] });
});

test('a preload script of the same session sees the sandbox from inside', async ({ desk }) => {
  const { electron, page } = await opened(desk);
  const probe = join(desk.folder, 'probe.cjs');
  await writeFile(
    probe,
    "require('electron').contextBridge.exposeInMainWorld('probe', " +
      '{ sandboxed: process.sandboxed, isolated: process.contextIsolated });',
  );
  await electron.evaluate(({ session }, file) => session.defaultSession.setPreloads([file]), probe);
  await page.reload();
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  expect(await page.evaluate(() => Object(window)['probe'])).toEqual({ sandboxed: true, isolated: true });
});

test('the page cannot leave, open windows or frames, or reach the network', async ({ desk }) => {
  const app = await opened(desk);
  const { electron, page } = app;
  const refusals = () => app.output().match(/refused/g)?.length ?? 0;
  await page.evaluate(() => {
    window.location.href = 'https://example.com/';
  });
  await expect.poll(refusals).toBe(1);
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'file:///etc/passwd';
    document.body.append(link);
    link.click();
    link.remove();
  });
  await page.evaluate(() => {
    window.location.href = 'bough://elsewhere/';
  });
  await expect.poll(refusals).toBeGreaterThan(1);
  expect(page.url()).toMatch(/^bough:\/\/app\//);
  expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull();
  expect(await page.evaluate(() => window.open('bough://app/'))).toBeNull();
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(app.complaints.splice(0).filter((line) => !/Not allowed to load|refused/i.test(line))).toEqual([]);

  const outside = await page.evaluate(async () => {
    const tries = {
      fetch: () => fetch('https://example.com/'),
      socket: () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket('wss://example.com/');
          socket.onopen = resolve;
          socket.onerror = reject;
        }),
      picture: () =>
        new Promise((resolve, reject) => {
          const picture = new Image();
          picture.onload = resolve;
          picture.onerror = reject;
          picture.src = 'https://example.com/picture.png';
        }),
      script: () =>
        new Promise((resolve, reject) => {
          const script = document.createElement('script');
          script.onload = resolve;
          script.onerror = reject;
          script.src = 'https://example.com/script.js';
          document.head.append(script);
        }),
      // In a task of its own: what DevTools runs directly may make code from text.
      code: () =>
        new Promise((resolve, reject) => {
          setTimeout(() => {
            try {
              resolve(Object(window)['eval']('1 + 1'));
            } catch (error) {
              reject(error);
            }
          });
        }),
    };
    const ended = await Promise.all(
      Object.entries(tries).map(async ([name, attempt]) => {
        const reached = await Promise.resolve()
          .then(attempt)
          .then(
            () => true,
            () => false,
          );
        return reached ? name : null;
      }),
    );
    return ended.filter((name) => name !== null);
  });
  expect(outside, 'what got through').toEqual([]);
  await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    const frame = document.createElement('iframe');
    frame.srcdoc = '<script>parent.inlineRan = true</script>';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(script, frame);
    await loaded;
    console.error('net::ERR: the end of what was provoked');
  });
  // Messages come in order, but how often Chromium tells of one script is its own affair.
  const inline = () => app.complaints.filter((line) => line.includes('inline script')).length;
  await expect.poll(inline).toBeGreaterThanOrEqual(2);
  await expect.poll(() => app.complaints.some((line) => line.includes('the end of what was'))).toBe(true);
  expect(await page.evaluate(() => 'inlineRan' in window)).toBe(false);
  // All of this was provoked; nothing else was said.
  const violations = app.complaints.splice(0);
  expect(violations.filter((line) => !/Content Security Policy|net::ERR/i.test(line))).toEqual([]);
});

test('every answer of the app carries its policy, and no address leads out of its folder', async ({
  desk,
}) => {
  const { electron } = await opened(desk);
  const ask = (address: string) =>
    electron.evaluate(async ({ net }, url) => {
      const answer = await net.fetch(url).catch(() => null);
      return {
        status: answer?.status ?? 0,
        policy: answer?.headers.get('content-security-policy') ?? '',
        sniff: answer?.headers.get('x-content-type-options') ?? '',
      };
    }, address);
  const page = await ask('bough://app/');
  expect(page.status).toBe(200);
  expect(page.sniff).toBe('nosniff');
  expect(page.policy).toContain("default-src 'none'");
  expect(page.policy).toContain("script-src 'self'");
  expect(page.policy).not.toMatch(/unsafe|https?:|\*/);
  const escapes = [
    'bough://app/../main/index.cjs',
    'bough://app/..%2fmain%2findex.cjs',
    'bough://app/%2e%2e/%2e%2e/package.json',
    'bough://app/..%2f..%2f..%2f..%2fetc%2fpasswd',
    'bough://app/..%5c..%5cpackage.json',
    'bough://app//etc/passwd',
    'bough://app/assets/..%2f..%2f..%2fpackage.json',
    `bough://app/attachment/..%2f..%2fbough.db`,
    `bough://app/attachment/${'0'.repeat(64)}`,
    'bough://elsewhere/index.html',
  ];
  for (const address of escapes) {
    const { status } = await ask(address);
    expect([0, 400, 404], address).toContain(status);
  }
});

test('permissions and devices are refused', async ({ desk }) => {
  const { page } = await opened(desk);
  const granted = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'];
    const states = await Promise.all(
      names.map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return state === 'denied' ? null : `${name}: ${state}`;
      }),
    );
    const refused = async (what: string, attempt: () => Promise<unknown>) =>
      attempt().then(
        () => what,
        () => null,
      );
    const asked = [
      (await Notification.requestPermission()) === 'denied' ? null : 'notification',
      await refused('camera', () => navigator.mediaDevices.getUserMedia({ video: true })),
      await refused('screen', () => navigator.mediaDevices.getDisplayMedia()),
      await refused('clipboard', () => navigator.clipboard.readText()),
      await refused(
        'place',
        () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      ),
    ];
    return [...states, ...asked].filter((found) => found !== null);
  });
  expect(granted).toEqual([]);
});

test('main answers only the main frame of its own window', async ({ desk }) => {
  const { electron, page } = await opened(desk);
  const { workspace } = await callBridge(page, 'app.info', {});
  expect(workspace).toContain(desk.folder);
  const preload = join(import.meta.dirname, '../../out/preload/index.cjs');
  const strange = await electron.evaluate(async ({ BrowserWindow }, file) => {
    const webPreferences = { preload: file, sandbox: true };
    const window = new BrowserWindow({ show: false, webPreferences });
    await window.loadURL('bough://app/');
    const answer = await window.webContents.executeJavaScript("window.bough.call('app.info', {})");
    window.destroy();
    return answer;
  }, preload);
  expect(strange).toEqual({ ok: false, error: { code: 'bad_request', message: 'Unknown caller' } });
});

test('a second start shows the window of the first and ends', async ({ desk }) => {
  const { electron } = await opened(desk);
  const shown = electron.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.hide();
    return new Promise<void>((resolve) => window?.once('show', () => resolve()));
  });
  const { executablePath, args, env } = commandLine({ folder: desk.folder });
  const second = spawn(executablePath, args, { env, stdio: 'ignore' });
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await shown;
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a workspace that another Bough has open is left alone, and the window says so', async ({ desk }) => {
  const first = await opened(desk);
  await first.page.keyboard.press('Control+n');
  const chat = chatOf(first.page);
  await chat.say('Hello');
  await chat.answered();
  const other = await desk.start({ appFolder: join(desk.folder, 'other') });
  await expect(other.page.getByRole('alert')).toContainText('already open in another Bough');
  expect(await first.quit()).toBe(0);
  await other.page.getByRole('button', { name: 'Try again' }).click();
  await other.page.getByRole('button', { name: /Try it now/ }).click();
  await other.page.getByRole('button', { name: 'Hello', exact: true }).click();
  await expect(chatOf(other.page).messages.first()).toContainText('Hello');
  // That main answered nothing at first was told in the console too.
  expect(other.complaints.splice(0).filter((line) => !line.includes('another window of Bough'))).toEqual([]);
});
