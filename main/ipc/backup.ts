import { basename } from 'node:path';
import type { backupMethods } from '#contract/backup.ts';
import { BoughError } from '#core/errors.ts';
import type { BackupService } from '../backup/backup-service.ts';
import type { ShellPort } from '../shell-port.ts';
import type { HandlersOf } from './handlers.ts';

export interface BackupHandlerOptions {
  backups: BackupService;
  shell: ShellPort;
  /** Milliseconds since the epoch. */
  now(): number;
}

export function backupHandlers(options: BackupHandlerOptions): HandlersOf<typeof backupMethods> {
  const { backups, shell, now } = options;
  return {
    'backup.list': () => backups.list(),
    'backup.create': () => backups.create('asked'),
    'backup.check': () => backups.check(),
    'backup.restore': () => {
      // Whoever opens the workspace answers this one: it closes everything that is here.
      throw new BoughError('internal', 'A restore never reaches the services');
    },
    'backup.save': async () => {
      const day = new Date(now()).toISOString().slice(0, 10);
      const target = await shell.pickSavePath(`Bough ${day}.boughworkspace`);
      if (target === null) return null;
      await backups.save(target);
      return { name: basename(target) };
    },
    'backup.open': async () => {
      const [file] = await shell.pickFiles();
      return file === undefined ? null : backups.take(file);
    },
  };
}
