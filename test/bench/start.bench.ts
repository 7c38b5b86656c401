import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from '#contract';
import { seedConversation } from '../host/fixtures.ts';
import { type AppStart, startApp } from './support/app-start.ts';
import { median, report, rounded } from './support/measure.ts';

/**
 * From the start of the process to a window that takes input: Bough, on a workspace whose last conversation it opens,
 * against a bare Electron window on the same runtime. The two take turns, so that a busy machine slows both.
 */
const rounds = 7;
const root = join(import.meta.dirname, '../..');

/** Plain words, as most people and models write: code and formulas load what draws them, after the start. */
const prose = (depth: number): Part[] => [
  {
    type: 'text',
    text:
      depth % 2 === 1
        ? `And what about the ${depth}th row of the garden?`
        : 'Yes, **with one condition**: water it first.\n\n- In the morning\n- In the evening\n\nThen wait two ' +
          'weeks and look at the leaves. If they are still yellow, tell me how the soil feels, and how much sun ' +
          'falls on the bed.',
  },
];

const folder = await mkdtemp(join(tmpdir(), 'bough-bench-'));
const bareApp = join(folder, 'bare-window');
await cp(join(import.meta.dirname, 'support/bare-window'), bareApp, { recursive: true });
await writeFile(join(bareApp, 'package.json'), '{ "name": "bare", "version": "1.0.0", "main": "main.cjs" }');
const bare = () => startApp(bareApp, join(folder, 'bare'));
/** Makes a workspace with one conversation, and answers how the app is started on it. */
async function boughOn(name: string, parts?: (depth: number) => Part[]): Promise<() => Promise<AppStart>> {
  const own = join(folder, name);
  const { conversationId } = await seedConversation(own, { messages: 60, ...(parts && { parts }) });
  const settings = { welcomed: true, lastConversationId: conversationId };
  await mkdir(join(own, 'app'));
  await writeFile(join(own, 'app/preferences.json'), JSON.stringify(settings));
  return () => startApp(root, join(own, 'app'), ['--workspace', join(own, 'workspace')]);
}

const kinds = { bare, prose: await boughOn('prose', prose), rich: await boughOn('rich') };
const starts: Record<keyof typeof kinds, AppStart[]> = { bare: [], prose: [], rich: [] };
for (let round = 0; round <= rounds; round += 1) {
  for (const kind of ['bare', 'prose', 'rich'] as const) {
    const taken = await kinds[kind]();
    // The first start of each fills its caches.
    if (round > 0) starts[kind].push(taken);
  }
}
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
for (const [kind, words] of [
  ['prose', 'words'],
  ['rich', 'code, tables and formulas'],
] as const) {
  for (const mark of ['first-paint', 'interactive'] as const) {
    const value = median(starts[kind].map((one) => one[mark]));
    const peer = median(starts.bare.map((one) => one[mark]));
    report({
      bench: `start-${mark}${kind === 'prose' ? '' : `-${kind}`}`,
      value: rounded(value, 0),
      unit: `ms, a conversation of ${words}`,
      peer: { name: 'bare Electron window', value: rounded(peer, 0) },
      ratio: rounded(value / peer, 2),
    });
  }
}
