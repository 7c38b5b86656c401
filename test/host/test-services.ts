import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import type { SecretBox } from '../../main/providers/keys.ts';
import { systemSchedule } from '../../main/schedule.ts';
import { createServices, type Services, type ServicesOptions } from '../../main/services.ts';
import type { ShellPort } from '../../main/shell-port.ts';
import { openChromiumPrinter } from './print.ts';

const root = join(import.meta.dirname, '../..');

/** Warnings and failures go to standard error; the rest nowhere. */
export const testLog: Log = {
  info: () => {},
  warn: (message, data) => process.stderr.write(`warn ${message} ${JSON.stringify(data ?? {})}\n`),
  error: (message, data) => process.stderr.write(`error ${message} ${JSON.stringify(data ?? {})}\n`),
};

/** For tests that provoke what is logged. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** What the services asked of their shell, for tests to look at. */
export interface TestShell extends ShellPort {
  opened: string[];
  copied: { text: string; html?: string }[];
  /** Answers of the next file dialogs. */
  picks: string[][];
  savePaths: (string | null)[];
  /** Names that export dialogs came with. */
  suggested: string[];
}

export function createTestShell(): TestShell {
  const shell: TestShell = {
    opened: [],
    copied: [],
    picks: [],
    savePaths: [],
    suggested: [],
    pickFiles: async () => shell.picks.shift() ?? [],
    pickFolder: async () => shell.picks.shift()?.[0] ?? null,
    pickSavePath: async () => shell.savePaths.shift() ?? null,
    pickExportPath: async (name) => {
      shell.suggested.push(name);
      return shell.savePaths.shift() ?? null;
    },
    openPrinter: openChromiumPrinter,
    openExternal: async (url) => void shell.opened.push(url),
    showFolder: async (folder) => void shell.opened.push(folder),
    copy: async (content) => void shell.copied.push(content),
    mark: () => {},
    preferencesChanged: () => {},
  };
  return shell;
}

/** A system without a key ring. */
export const noSecretBox: SecretBox = {
  available: () => false,
  encrypt: () => {
    throw new Error('No key ring');
  },
  decrypt: () => {
    throw new Error('No key ring');
  },
};

export const systemEnvironment: Environment = { now: () => Date.now(), newId: () => uuidv7() };

/** The workers' scripts: their sources. */
export const testWorkers: ServicesOptions['workers'] = {
  context: join(root, 'main/context/context.worker.ts'),
  transcripts: join(root, 'main/storage/transcript.worker.ts'),
  import: join(root, 'main/import/import.worker.ts'),
  backup: join(root, 'main/backup/backup.worker.ts'),
  media: join(root, 'main/imaging/media.worker.ts'),
  readable: join(root, 'main/tools/web/readable.worker.ts'),
};

/** Opens the services as the tests do: real files, real time unless it is handed in. */
export function openTestServices(options: { folder: string } & Partial<ServicesOptions>): Promise<Services> {
  const { folder, ...more } = options;
  return createServices({
    workspaceFolder: join(folder, 'workspace'),
    appFolder: join(folder, 'app'),
    guideFolder: join(root, 'docs/guide'),
    pageFolder: join(folder, 'pages'),
    atlasFolder: join(root, 'out/atlas'),
    vocabularyFile: join(root, 'out/tokens/o200k.tokens'),
    catalogueFile: join(root, 'out/catalogue/models.json'),
    workers: testWorkers,
    app: { version: '0.0.0', platform: 'linux', systemLanguage: 'en' },
    environment: systemEnvironment,
    schedule: systemSchedule,
    log: testLog,
    shell: createTestShell(),
    secretBox: noSecretBox,
    ...more,
  });
}
