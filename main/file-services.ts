import type { backupMethods } from '#contract/backup.ts';
import type { importMethods } from '#contract/import.ts';
import type { Environment, Schedule } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { BackupService } from './backup/backup-service.ts';
import type { Unfinished } from './export/unfinished.ts';
import { ImportService } from './import/import-service.ts';
import { mergeInto } from './import/merge-transcript.ts';
import { backupHandlers } from './ipc/backup.ts';
import type { EventSink } from './ipc/event-hub.ts';
import type { HandlersOf } from './ipc/handlers.ts';
import { importHandlers } from './ipc/import.ts';
import type { Notices } from './notices.ts';
import type { ShellPort } from './shell-port.ts';
import type { Workspace } from './storage/workspace.ts';

export interface FileServicesOptions {
  workspace: Workspace;
  workers: { import: string; backup: string };
  nativeBinding?: string | undefined;
  events: EventSink;
  notices: Notices;
  unfinished: Pick<Unfinished, 'note'>;
  shell: ShellPort;
  environment: Environment;
  schedule: Schedule;
  log: Log;
}

/** What comes into the workspace as files, and what is kept of it as files. */
export interface FileServices {
  handlers: HandlersOf<typeof importMethods & typeof backupMethods>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export function openFileServices(options: FileServicesOptions): FileServices {
  const { workspace, workers, nativeBinding, notices, shell, environment } = options;
  const { folder, conversations, imports: importStore } = workspace;
  const shared = { ...options, folder, nativeBinding };
  const imports = new ImportService({
    ...shared,
    store: importStore,
    merge: mergeInto(workspace.transcripts),
    workerFile: workers.import,
  });
  const backups = new BackupService({
    ...shared,
    workerFile: workers.backup,
    isEmpty: () =>
      [false, true].every((trashed) => conversations.list({ trashed, limit: 1 }).items.length === 0),
    tell: (notice) => notices.add(notice),
  });
  return {
    handlers: {
      ...importHandlers({ imports, importStore, shell }),
      ...backupHandlers({ backups, shell, now: environment.now }),
    },
    async close() {
      await imports.close();
      await backups.close();
    },
  };
}
