import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace, type Workspace } from '../../main/storage/workspace.ts';
import { systemEnvironment, testLog } from '../host/test-services.ts';
import { startApp } from './support/app-start.ts';
import { makeLibrary, rare } from './support/library.ts';
import { median, report, rounded, timed } from './support/measure.ts';

/**
 * A library of 20,000 conversations with 2,000,000 messages, or of the size in BOUGH_LIBRARY ("CONVERSATIONS MESSAGES"):
 * how quickly the app starts on it and it is listed, and what a search takes, words of two characters included.
 * BOUGH_LIBRARY_FOLDER names one that is there already.
 */
const [conversations = 20_000, messages = 100] = (process.env['BOUGH_LIBRARY'] ?? '')
  .split(' ')
  .filter(Boolean)
  .map(Number);
const open = (folder: string): Promise<Workspace> =>
  openWorkspace({ folder, environment: systemEnvironment, schedule: systemSchedule, log: testLog });

const queries = [
  'harbour',
  'plum jam',
  'příliš',
  'kůň',
  'ตลาด',
  'เชียงใหม่',
  '学习计划',
  '自行车',
  'window river',
  '"the harbour"',
  'lant*',
  'ตล',
  'ขอ',
  'ไฟ',
  '学习',
  '天灯',
  '港口',
  '冬天',
  'ai',
  'zq',
  'ůň',
  'nothing that is there',
  ...rare,
];

async function opened(folder: string): Promise<number> {
  const start = performance.now();
  const workspace = await open(folder);
  workspace.conversations.list({ trashed: false, limit: 100 });
  const time = performance.now() - start;
  await workspace.close();
  return time;
}

/** The whole app, from the start of its process to a window that takes input. */
async function started(folder: string): Promise<number> {
  const own = join(empty.folder, 'app');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'preferences.json'), JSON.stringify({ welcomed: true }));
  const args = ['--workspace', folder];
  return (await startApp(join(import.meta.dirname, '../..'), own, args)).interactive;
}

/** The two take turns, so that a busy machine slows both. */
async function compare(bench: string, take: (folder: string) => Promise<number>): Promise<void> {
  const times: { full: number[]; empty: number[] } = { full: [], empty: [] };
  for (let round = 0; round <= 7; round += 1) {
    const none = await take(empty.folder);
    const full = await take(library.folder);
    // The first of each fills its caches.
    if (round === 0) continue;
    times.empty.push(none);
    times.full.push(full);
  }
  const [full, none] = [median(times.full), median(times.empty)];
  report({
    bench,
    value: rounded(full, 1),
    unit: 'ms',
    peer: { name: 'empty library', value: rounded(none, 1) },
    ratio: rounded(full / none, 2),
  });
}

const given = process.env['BOUGH_LIBRARY_FOLDER'];
const library = given ? { folder: given, close: () => {} } : await makeLibrary(conversations, messages);
const empty = await makeLibrary(0, 0);
await compare('library-start', started);
await compare('library-open-and-list', opened);

const workspace = await open(library.folder);
const times: number[] = [];
for (let round = 0; round < 5; round += 1) {
  for (const query of queries) {
    const time = timed(() => workspace.search.query(query, 50));
    if (round > 0) times.push(time);
    if (round === 1) process.stderr.write(`${query}: ${time.toFixed(1)} ms\n`);
  }
}
times.sort((a, b) => a - b);
report({
  bench: 'library-search-p95',
  value: rounded(times[Math.floor(times.length * 0.95)] ?? 0, 1),
  unit: 'ms',
});
report({ bench: 'library-search-median', value: rounded(median(times), 1), unit: 'ms' });
const pages = Array.from({ length: 50 }, () =>
  timed(() => workspace.conversations.list({ trashed: false, limit: 100 })),
);
report({ bench: 'library-list-page', value: rounded(median(pages), 2), unit: 'ms' });
report({
  bench: 'library-size',
  value: rounded(statSync(join(library.folder, 'bough.db')).size / 2 ** 20, 0),
  unit: 'MiB',
});
await workspace.close();
library.close();
empty.close();
