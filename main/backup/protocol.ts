import type { BackupInfo, BridgeError, DataCheck } from '#contract';

/** What the worker of backups is started with: one job, and it ends. */
export interface BackupSetup {
  /** Of the workspace. */
  folder: string;
  nativeBinding: string | undefined;
  /** Milliseconds since the epoch when the job began. */
  now: number;
  job: BackupJob;
}

export type BackupJob =
  | { kind: 'make'; reason: 'daily' | 'asked' }
  /** Whether a backup could be made: the folder can be written to, and there is room. */
  | { kind: 'probe' }
  | { kind: 'check' }
  | { kind: 'save'; target: string; unique: string }
  | { kind: 'take'; file: string };

export type BackupAnswer =
  | { ok: true; made: BackupInfo | null; check: DataCheck | null }
  | { ok: false; error: BridgeError };
