import type { StartupNotice } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import type { AgentStore } from './agents.ts';
import type { AttachmentStore } from './attachments.ts';
import type { ConversationStore } from './conversations.ts';
import type { DraftStore } from './drafts.ts';
import type { FaultPoints } from './faults.ts';
import type { MessageStore } from './messages.ts';
import type { SearchStore } from './search.ts';
import type { SettingsStore } from './settings.ts';
import type { TranscriptStore } from './transcripts.ts';

/** Runs `run` once after `milliseconds`; returns what cancels it. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;

export interface WorkspaceOptions {
  /** Made when it does not exist. */
  folder: string;
  environment: Environment;
  log: Log;
  schedule: Schedule;
  /** Path of another build of the SQLite addon, for runtimes that cannot load the packaged one. */
  nativeBinding?: string | undefined;
  faults?: FaultPoints | undefined;
}

/** Everything of one workspace folder, open and repaired. */
export interface Workspace {
  folder: string;
  conversations: ConversationStore;
  messages: MessageStore;
  transcripts: TranscriptStore;
  attachments: AttachmentStore;
  drafts: DraftStore;
  settings: SettingsStore;
  agents: AgentStore;
  search: SearchStore;
  /** What start-up recognised and repaired. */
  notices: StartupNotice[];
  /** Flushes the view memory, checkpoints the database and releases the lock. */
  close(): Promise<void>;
}

/**
 * Takes the lock, opens the database, repairs what a crash left, and returns the stores.
 * Throws `workspace_locked`, `workspace_newer`, `workspace_unreadable`, `not_writable` or `disk_full`.
 */
export async function openWorkspace(_options: WorkspaceOptions): Promise<Workspace> {
  throw new Error('not implemented');
}
