import { join } from 'node:path';
import type { BackupList } from '#contract';
import { backupMethods } from '#contract/backup.ts';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { askForRestore } from './storage/backup-restore.ts';
import { listBackups } from './storage/backup-set.ts';

/** What can be done about a workspace without opening it. */
export interface Recovery {
  listBackups(): Promise<BackupList>;
  /** Has a backup restored at the next opening. Throws `bad_request`, `backup_unreadable`, `disk_full`. */
  askForRestore(input: unknown): Promise<void>;
}

/** @param folder of the workspace */
export function createRecovery(folder: string, environment: Environment, log: Log): Recovery {
  return {
    listBackups: async () => ({ backups: await listBackups(join(folder, 'backups')), failure: null }),
    async askForRestore(input) {
      const wanted = backupMethods['backup.restore'].input.safeParse(input);
      if (!wanted.success)
        throw new BoughError('bad_request', 'Not a backup', { detail: wanted.error.message });
      await askForRestore({ folder, environment, log }, wanted.data.name);
    },
  };
}
