import { statSync } from 'node:fs';
import { join } from 'node:path';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace, type Workspace } from '../../main/storage/workspace.ts';
import { systemEnvironment, testLog } from '../host/test-services.ts';
import { makeLibrary, rare } from './support/library.ts';
import { median, report, rounded, timed } from './support/measure.ts';

/**
 * A library of 20,000 conversations with 2,000,000 messages, or of the size in BOUGH_LIBRARY ("CONVERSATIONS MESSAGES"):
 * how quickly it opens and is listed, and what a search takes, words of two characters included. BOUGH_LIBRARY_FOLDER
 * names one that is there already.
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

const given = process.env['BOUGH_LIBRARY_FOLDER'];
const library = given ? { folder: given, close: () => {} } : await makeLibrary(conversations, messages);
const empty = await makeLibrary(0, 0);
const starts: { full: number[]; empty: number[] } = { full: [], empty: [] };
for (let round = 0; round < 7; round += 1) {
  starts.empty.push(await opened(empty.folder));
  starts.full.push(await opened(library.folder));
}
const [full, none] = [median(starts.full), median(starts.empty)];
report({
  bench: 'library-open-and-list',
  value: rounded(full, 1),
  unit: 'ms',
  peer: { name: 'empty library', value: rounded(none, 1) },
  ratio: rounded(full / none, 2),
});

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
