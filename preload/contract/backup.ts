import { z } from 'zod';
import { method } from './define.ts';
import type { BridgeError } from './result.ts';

/** A copy of the whole workspace that was opened to see that it is whole. */
export interface BackupInfo {
  /** Names it; also its folder's name. */
  name: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** `moved`: brought from another computer as one file. */
  reason: 'daily' | 'asked' | 'moved';
  conversations: number;
  messages: number;
  attachments: number;
}

export interface BackupList {
  /** Newest first. */
  backups: BackupInfo[];
  /** Why the last one could not be made; null where it could. */
  failure: BridgeError | null;
}

/** What "Check my data" found. Nothing is changed by it. */
export interface DataCheck {
  /** SQLite's own words where it found damage; null for a whole database. */
  database: string | null;
  transcripts: { checked: number; damaged: number };
  attachments: { checked: number; missing: number; damaged: number };
  backups: { checked: number; damaged: number };
}

const backupName = z.string().regex(/^[0-9A-Za-z-]{1,80}$/);

export const backupMethods = {
  'backup.list': method<BackupList>()(z.strictObject({})),
  /** Makes one now. Throws `disk_full`, `not_writable`. */
  'backup.create': method<BackupInfo>()(z.strictObject({})),
  'backup.check': method<DataCheck>()(z.strictObject({})),
  /**
   * Puts a backup in the place of the workspace, whose files are kept aside, and opens it: reload the window then.
   * Works where the workspace cannot be opened, too. Throws `backup_unreadable`, `backup_newer`, and nothing is
   * changed.
   */
  'backup.restore': method<{ restored: true }>()(z.strictObject({ name: backupName })),
  /** Asks where, and writes the whole workspace as one file. Null when cancelled. */
  'backup.save': method<{ name: string } | null>()(z.strictObject({})),
  /** Asks for such a file and keeps it as a backup, to be restored. Null when cancelled. */
  'backup.open': method<BackupInfo | null>()(z.strictObject({})),
};
