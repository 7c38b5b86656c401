import type { BackupInfo, BridgeError, DataCheck } from '#contract';

/** What the worker of backups is started with: one job, and it ends. */
export interface BackupSetup {
  /** Of the workspace. */
  folder: string;
  nativeBinding: string | undefined;
  job: BackupJob;
}

export type BackupJob =
  | { kind: 'make'; reason: 'daily' | 'asked' }
  | { kind: 'check' }
  | { kind: 'save'; target: string }
  | { kind: 'take'; file: string };

export type BackupAnswer =
  | { ok: true; made: BackupInfo | null; check: DataCheck | null }
  | { ok: false; error: BridgeError };
