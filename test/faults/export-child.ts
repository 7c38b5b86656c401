import { join } from 'node:path';
import type { ExportFormat } from '#contract';
import { defaultExportOptions } from '#contract/export.ts';
import { ExportService } from '../../main/export/export-service.ts';
import { Unfinished } from '../../main/export/unfinished.ts';
import { Media } from '../../main/imaging/media.ts';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { createTestShell, systemEnvironment, testLog } from '../host/test-services.ts';

/** Exports one conversation and says what it took: `FOLDER CONVERSATION FORMAT PATH`. */
const [, , folder = '', conversationId = '', format = '', path = ''] = process.argv;

const workspace = await openWorkspace({
  folder: join(folder, 'workspace'),
  environment: systemEnvironment,
  schedule: systemSchedule,
  log: testLog,
});
const shell = createTestShell();
const media = new Media({
  workerFile: join(import.meta.dirname, '../../main/imaging/media.worker.ts'),
  folder: join(folder, 'fitted'),
  schedule: systemSchedule,
  log: testLog,
});
const exports = new ExportService({
  workspace,
  pages: { note: () => {}, find: async () => null },
  media,
  shell,
  events: { publish: () => {} },
  environment: systemEnvironment,
  unfinished: new Unfinished(join(folder, 'app/exports'), testLog),
  app: { version: '0.0.0', systemLanguage: 'en' },
  preferences: { current: { language: 'en' } },
});
shell.savePaths.push(path);
const started = performance.now();
const { messages } = await exports.run({
  id: 'bench',
  conversationIds: [conversationId],
  scope: { kind: 'tree' },
  format: format as ExportFormat,
  options: defaultExportOptions,
  container: 'folder',
});
const seconds = (performance.now() - started) / 1000;
await workspace.close();
await media.close();
process.stdout.write(
  `${JSON.stringify({ messages, seconds, megabytes: process.resourceUsage().maxRSS / 1024 })}\n`,
);
