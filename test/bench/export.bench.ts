import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment, Part } from '#contract';
import { exportFormats } from '#contract/export.ts';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { scripts } from '../fixtures/scripts.ts';
import { seedConversation } from '../host/fixtures.ts';
import { systemEnvironment, testLog } from '../host/test-services.ts';
import { noisePng } from '../integration/export/noise-png.ts';
import { report, rounded } from './support/measure.ts';
import { withProcessTree } from './support/process-tree.ts';

/**
 * A conversation of 5,000 messages with 300 pictures of noise, 0.75 MB each, in every format: seconds, the largest
 * memory of the process that exports, and the largest of all processes of the browser that lays out a PDF.
 */
const messages = 5000;
const images = 300;
const promised = 400;

const folder = await mkdtemp(join(tmpdir(), 'bough-export-bench-'));
const workspace = await openWorkspace({
  folder: join(folder, 'workspace'),
  environment: systemEnvironment,
  schedule: systemSchedule,
  log: testLog,
});
const pictures: Attachment[] = [];
for (let at = 0; at < images; at += 1)
  pictures.push(await workspace.attachments.add(`${at}.png`, noisePng(500)));
await workspace.close();

const { english, czech, thai, chinese } = scripts;
const answer = `## Plan\n\n${english} ${czech}\n\n1. **First** water it.\n2. ${thai}\n\n| step | hours |\n| --- | ---: |\n| rise | 12 |\n\n\`\`\`ts\nconst minutes = trains.map((train) => train.delay);\n\`\`\`\n\nThe sum is $\\frac{n(n+1)}{2}$. ${chinese}`;
const every = messages / images;
const { conversationId } = await seedConversation(folder, {
  messages,
  parts(depth): Part[] {
    const attachment = pictures[Math.floor(depth / every)];
    const isDue = attachment && Math.floor(depth / every) > Math.floor((depth - 1) / every);
    const text: Part = { type: 'text', text: depth % 2 === 1 ? `Question ${depth}: ${english}` : answer };
    return isDue ? [text, { type: 'attachment', attachment }] : [text];
  },
});

const child = join(import.meta.dirname, '../faults/export-child.ts');
for (const format of exportFormats) {
  const out = join(folder, 'out');
  await mkdir(out);
  const args = [child, folder, conversationId, format, join(out, 'x')];
  const { printed, others } = await withProcessTree(process.execPath, args);
  const { seconds, megabytes } = JSON.parse(printed) as { seconds: number; megabytes: number };
  report({ bench: `export-${format}`, value: rounded(seconds, 1), unit: 's' });
  report({
    bench: `export-${format}-memory`,
    value: rounded(megabytes, 0),
    unit: 'MB',
    peer: { name: 'promise', value: promised },
    ratio: rounded(megabytes / promised, 2),
  });
  if (others > 0) report({ bench: `export-${format}-browser-memory`, value: rounded(others, 0), unit: 'MB' });
  await rm(out, { recursive: true });
}
await rm(folder, { recursive: true, force: true });
