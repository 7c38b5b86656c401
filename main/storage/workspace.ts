import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartupNotice } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { AgentStore } from './agents.ts';
import { AttachmentStore } from './attachments.ts';
import { finishRestore, forgetOutcomes } from './backup-restore.ts';
import { backupFiles } from './backup-set.ts';
import { BranchNameStore } from './branch-names.ts';
import { BranchTexts } from './branch-texts.ts';
import { ConversationStore } from './conversations.ts';
import { openDatabase } from './database.ts';
import { DraftStore } from './drafts.ts';
import { ExportReader } from './export-reader.ts';
import { guardedFiles, storageFailure } from './failures.ts';
import { type FaultPoints, noFaults } from './faults.ts';
import { ForkStore } from './forks.ts';
import { orFullDisk } from './free-space.ts';
import type { Database } from './handle.ts';
import { ImportStore } from './import-store.ts';
import { isCheckedWhole } from './inspect.ts';
import { endInterruptedImports } from './interrupted-imports.ts';
import { lockWorkspace } from './lock.ts';
import { MessageStore } from './messages.ts';
import { removeTemporaries, repair } from './repair.ts';
import { SearchStore } from './search.ts';
import { SettingsStore } from './settings.ts';
import { Sweeper } from './sweeper.ts';
import { TranscriptCodec } from './transcript-codec.ts';
import { TranscriptStore } from './transcripts.ts';
import { ViewMemory } from './view-memory.ts';

export type { Schedule };

export interface WorkspaceOptions {
  /** Made when it does not exist. */
  folder: string;
  environment: Environment;
  log: Log;
  schedule: Schedule;
  /** Path of another build of the SQLite addon, for runtimes that cannot load the packaged one. */
  nativeBinding?: string | undefined;
  /** The script that handles large transcripts beside this process; without it everything is done here. */
  transcriptWorker?: string | undefined;
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
  imports: ImportStore;
  forks: ForkStore;
  branchNames: BranchNameStore;
  branchTexts: BranchTexts;
  exporting: ExportReader;
  /** What start-up recognised and repaired. */
  notices: StartupNotice[];
  /** Waits for all writes, flushes the view memory, checkpoints the database and releases the lock. */
  close(): Promise<void>;
}

/**
 * Takes the lock, opens the database, repairs what a crash left, and returns the stores.
 * Throws `workspace_locked`, `workspace_newer`, `workspace_unreadable`, `not_writable` or `disk_full`.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { folder, nativeBinding } = options;
  const folders = await makeFolders(folder);
  const unlock = await lock(folder, nativeBinding);
  try {
    const restored = await finishRestore(options);
    await refuseLostDatabase(folder, folders.transcripts);
    const file = join(folder, 'bough.db');
    const checkWhole = isCheckedWhole(file);
    const db = openDatabase({ ...options, file, backupDir: folders.backups });
    try {
      const workspace = await openStores(options, { ...folders, checkWhole }, db, unlock);
      workspace.notices.unshift(...restored);
      return workspace;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  } catch (thrown) {
    unlock();
    throw await orFullDisk(folder, thrown);
  }
}

async function lock(folder: string, nativeBinding: string | undefined): Promise<() => void> {
  try {
    return lockWorkspace(join(folder, 'bough.lock'), nativeBinding);
  } catch (thrown) {
    throw await orFullDisk(folder, thrown);
  }
}

type Folders = Record<'transcripts' | 'attachments' | 'backups', string>;

async function makeFolders(folder: string): Promise<Folders> {
  const folders = {
    transcripts: join(folder, 'transcripts'),
    attachments: join(folder, 'attachments'),
    backups: join(folder, 'backups'),
  };
  for (const each of [folders.transcripts, folders.attachments]) {
    await mkdir(each, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
      const failure = storageFailure(thrown);
      if (failure instanceof BoughError) throw failure;
      // A file in the way, a drive that is gone; and Node says ENOENT for a disk that cannot be written to.
      const detail = String(thrown);
      throw new BoughError('not_writable', 'The workspace folder cannot be made', { detail, cause: thrown });
    });
  }
  return folders;
}

/** A database that is gone or empty beside transcripts was lost: a new one in its place would hide that. */
async function refuseLostDatabase(folder: string, transcripts: string): Promise<void> {
  const size = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
  if (size(join(folder, 'bough.db')) > 0 || size(join(folder, 'bough.db-wal')) > 0) return;
  const names = await guardedFiles(() => readdir(transcripts));
  if (names.some((name) => name.endsWith('.json'))) {
    throw new BoughError('workspace_unreadable', 'The database is missing, but transcripts are there');
  }
}

/** Backups may lie on a drive that is not there: nobody is kept from their conversations by that. */
async function tidyBackups(folder: string, log: Log): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeTemporaries(folder, log);
    await removeTemporaries(join(folder, backupFiles), log);
  } catch (thrown) {
    // The daily look says so, in a sentence.
    log.warn('The folder of the backups cannot be used', { error: String(thrown) });
  }
}

async function openStores(
  options: WorkspaceOptions,
  folders: Folders & { checkWhole: boolean },
  db: Database,
  unlock: () => void,
): Promise<Workspace> {
  const { environment, log, schedule, faults = noFaults } = options;
  const memory = new ViewMemory({ db, schedule, log });
  const messages = new MessageStore({ db, environment, memory, faults });
  const codec = new TranscriptCodec({ workerFile: options.transcriptWorker ?? null, schedule, log });
  const transcripts = new TranscriptStore({
    db,
    codec,
    folder: folders.transcripts,
    environment,
    log,
    faults,
  });
  const attachments = new AttachmentStore({ db, folder: folders.attachments, environment });
  const forks = new ForkStore({ db, environment, faults });
  const sweeper = new Sweeper({ db, transcripts, attachments, forking: forks.making, environment, log });
  const emptied = (ids: readonly string[]): void => {
    memory.forget(ids);
    sweeper.start();
  };
  await removeTemporaries(folders.transcripts, log);
  await removeTemporaries(folders.attachments, log);
  await tidyBackups(folders.backups, log);
  const imports = new ImportStore(db);
  const notices = [
    ...(await repair({ db, messages, transcripts, environment, log, tips: folders.checkWhole })),
    ...(await endInterruptedImports({ imports, db, folder: options.folder, environment, log })),
  ];
  sweeper.start();
  const close = async (): Promise<void> => {
    await sweeper.idle();
    await transcripts.idle();
    await codec.close();
    try {
      memory.flush();
      db.close();
      await guardedFiles(() => forgetOutcomes(options.folder));
    } finally {
      unlock();
    }
  };
  let closing: Promise<void> | undefined;
  return {
    folder: options.folder,
    conversations: new ConversationStore({ db, environment, emptied }),
    messages,
    transcripts,
    attachments,
    drafts: new DraftStore(db, environment),
    settings: new SettingsStore(db),
    agents: new AgentStore({ db, environment }),
    search: new SearchStore(db),
    imports,
    forks,
    branchNames: new BranchNameStore(db),
    branchTexts: new BranchTexts(db),
    exporting: new ExportReader(db),
    notices,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
