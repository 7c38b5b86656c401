import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Conversation, MethodName, MethodRequest } from '#contract';
import type { SecretBox } from '../../../main/providers/keys.ts';
import type { Services } from '../../../main/services.ts';
import { type Seeded, type SeedOptions, seedConversation } from '../../host/fixtures.ts';
import { type Host, startHost } from '../../host/host.ts';
import { addLabRoutes, expectOk, type LabReaders } from '../../host/lab-routes.ts';
import { createTestShell, noSecretBox, openTestServices, type TestShell } from '../../host/test-services.ts';
import { type SeededTree, seedTree, type TreePlan } from '../../host/trees.ts';
import { type Lab, startLab } from '../../lab/index.ts';
import { runAxe } from '../../support/axe.ts';

export { expect };

/** The real app in a browser: the services behind the test host, the provider lab as the model. */
export interface Stage {
  /** Of the app's page. */
  url: string;
  lab: Lab;
  shell: TestShell;
  services: Services;
  readers: LabReaders;
  /** The conversation made by the `seed` option. */
  seeded: Seeded | null;
  /** The conversation made by the `tree` option. */
  tree: SeededTree | null;
  feed: Locator;
  composer: Locator;
  /** The messages that are drawn. */
  messages: Locator;
  /** Opens a conversation; without an id, an empty one. Answers its id. */
  open(id?: string): Promise<string>;
  call(method: MethodName, input: unknown): Promise<unknown>;
  /** Writes into the message box and sends it. */
  say(text: string): Promise<void>;
  /** The newest message, once it is no longer being written. */
  answered(): Promise<Locator>;
  axe(): Promise<string[]>;
}

interface Fixtures {
  /** A conversation that is there before the app opens. */
  seed: SeedOptions | null;
  /** A conversation of any shape that is there before the app opens. */
  tree: TreePlan | null;
  /** Whether the system can encrypt keys. */
  keyRing: boolean;
  stage: Stage;
}

async function openStage(
  page: Page,
  folder: string,
  { seed, tree, keyRing }: Pick<Fixtures, 'seed' | 'tree' | 'keyRing'>,
): Promise<Stage & { close(): Promise<void> }> {
  const seeded = seed ? await seedConversation(folder, seed) : null;
  const grown = tree ? await seedTree(folder, tree) : null;
  const lab = await startLab();
  const shell = createTestShell();
  const services = await openTestServices({
    folder,
    shell,
    secretBox: keyRing ? testSecretBox : noSecretBox,
  });
  const readers = await addLabRoutes(services, lab);
  await expectOk(services, 'providers.setDefaultReader', { reader: readers.openai });
  await expectOk(services, 'app.setPreferences', { welcomed: true });
  const host: Host = await startHost({ services: Promise.resolve(services), port: 0, dev: false });
  const feed = page.getByRole('feed');
  // By its place: its name is in the language of the interface.
  const composer = page.locator('main textarea').last();
  const messages = page.getByRole('article');
  const call = (method: MethodName, input: unknown) => expectOk(services, method, input);
  return {
    url: host.url,
    lab,
    shell,
    services,
    readers,
    seeded,
    tree: grown,
    feed,
    composer,
    messages,
    call,
    async open(id) {
      const conversationId = id ?? ((await call('conversations.create', {})) as Conversation).id;
      await page.goto(`${host.url}#/c/${conversationId}`);
      await composer.waitFor();
      return conversationId;
    },
    async say(text) {
      await composer.fill(text);
      await composer.press('Enter');
    },
    async answered() {
      const last = page.locator('article[data-last="true"][data-role="agent"]:not([aria-busy])');
      await expect(last).toBeVisible();
      return last;
    },
    axe: async () => (await runAxe(page)).problems,
    async close() {
      await host.close();
      await services.close();
      await lab.close();
    },
  };
}

/** Stands for a system's key ring: turns the bytes round, which is enough to see that they are not as given. */
const testSecretBox: SecretBox = {
  available: () => true,
  encrypt: (text) => Uint8Array.from(Buffer.from(text)).reverse(),
  decrypt: (bytes) => Buffer.from(Uint8Array.from(bytes).reverse()).toString(),
};

export const test = base.extend<Fixtures>({
  seed: [null, { option: true }],
  tree: [null, { option: true }],
  keyRing: [false, { option: true }],
  stage: async ({ page, seed, tree, keyRing }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-chat-'));
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    const stage = await openStage(page, folder, { seed, tree, keyRing });
    await use(stage);
    // The window goes before its host, as it does in the app.
    await page.close();
    await stage.close();
    await rm(folder, { recursive: true, force: true });
    // Violations of the content security policy and warnings of React end up here.
    expect(complaints).toEqual([]);
    stage.lab.verify();
  },
});

/** The typed input of a method, for `stage.call`. */
export type Input<Name extends MethodName> = MethodRequest<Name>;
