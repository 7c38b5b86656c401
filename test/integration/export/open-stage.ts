import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeEvent, ExportOptions, ExportOutcome, MethodInput, Preferences } from '#contract';
import { defaultExportOptions } from '#contract/export.ts';
import { ExportService } from '../../../main/export/export-service.ts';
import { Unfinished } from '../../../main/export/unfinished.ts';
import { Media } from '../../../main/imaging/media.ts';
import { systemSchedule } from '../../../main/schedule.ts';
import { openWorkspace, type Workspace } from '../../../main/storage/workspace.ts';
import { createTestShell, systemEnvironment, type TestShell, testLog } from '../../host/test-services.ts';

/** The exports over a real workspace, with a shell that answers its dialogs by itself. */
export interface ExportStage {
  /** Where exports go. */
  folder: string;
  appFolder: string;
  workspace: Workspace;
  shell: TestShell;
  exports: ExportService;
  events: BridgeEvent[];
  /** Exports to a path in `folder`. */
  run(name: string, wanted: Wanted): Promise<ExportOutcome>;
  /** Ends everything and removes the folders. */
  close(): Promise<void>;
}

type Run = MethodInput<'export.run'>;
export type Wanted = Pick<Run, 'conversationIds' | 'format'> &
  Partial<Pick<Run, 'scope' | 'container'>> & { options?: Partial<ExportOptions>; id?: string };

/** Opens it; whoever does closes it. */
export async function openExportStage(
  preferences: Pick<Preferences, 'language'> = { language: 'en' },
): Promise<ExportStage> {
  const root = await mkdtemp(join(tmpdir(), 'bough-export-'));
  const workspace = await openWorkspace({
    folder: join(root, 'workspace'),
    environment: systemEnvironment,
    schedule: systemSchedule,
    log: testLog,
  });
  const folder = join(root, 'out');
  await mkdir(folder);
  const appFolder = join(root, 'app');
  const shell = createTestShell();
  const media = new Media({
    workerFile: join(import.meta.dirname, '../../../main/imaging/media.worker.ts'),
    folder: join(root, 'fitted'),
    schedule: systemSchedule,
    log: testLog,
  });
  const events: BridgeEvent[] = [];
  const exports = new ExportService({
    workspace,
    pages: { note: () => {}, find: async () => null },
    media,
    shell,
    events: { publish: (event) => void events.push(event) },
    environment: systemEnvironment,
    unfinished: new Unfinished(join(appFolder, 'exports'), testLog),
    app: { version: '1.2.3', systemLanguage: 'en' },
    preferences: { current: preferences },
  });
  return {
    folder,
    appFolder,
    workspace,
    shell,
    exports,
    events,
    run(name, wanted) {
      shell.savePaths.push(join(folder, name));
      return exports.run(wantedInFull(wanted));
    },
    async close() {
      await exports.close();
      await workspace.close();
      await media.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export function wantedInFull({ options, ...wanted }: Wanted): Parameters<ExportService['run']>[0] {
  return {
    id: 'export-1',
    scope: { kind: 'branch' },
    container: 'folder',
    ...wanted,
    options: { ...defaultExportOptions, ...options },
  };
}
