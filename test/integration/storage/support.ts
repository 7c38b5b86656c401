import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Part } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../../../main/storage/workspace.ts';

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Ids that count up and a clock that the test sets. One for a whole test, so that no id comes twice. */
export interface TestEnvironment extends Environment {
  time: number;
}

export function testEnvironment(): TestEnvironment {
  let made = 0;
  return {
    time: 1_700_000_000_000,
    now() {
      return this.time;
    },
    newId() {
      made += 1;
      return testId(made);
    },
  };
}

/** The id that a test environment makes as its nth. */
export function testId(n: number): string {
  return `01890000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Timers that run when the test says so. */
export interface TestSchedule {
  schedule: Schedule;
  waiting(): number;
  runAll(): void;
}

export function testSchedule(): TestSchedule {
  const waiting = new Set<() => void>();
  return {
    schedule: (_milliseconds, run) => {
      waiting.add(run);
      return () => waiting.delete(run);
    },
    waiting: () => waiting.size,
    runAll() {
      const due = [...waiting];
      waiting.clear();
      for (const run of due) run();
    },
  };
}

export interface TestLog extends Log {
  lines: string[];
}

export function testLog(): TestLog {
  const lines: string[] = [];
  const keep = (message: string) => void lines.push(message);
  return { lines, info: keep, warn: keep, error: keep };
}

export function workspaceOptions(folder: string, more: Partial<WorkspaceOptions> = {}): WorkspaceOptions {
  return {
    folder,
    environment: testEnvironment(),
    log: testLog(),
    schedule: testSchedule().schedule,
    ...more,
  };
}

/** An open workspace that is closed after the test. */
export async function open(options: WorkspaceOptions): Promise<Workspace> {
  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.close());
  return workspace;
}

export async function openNew(more: Partial<WorkspaceOptions> = {}): Promise<Workspace> {
  return open(workspaceOptions(temporaryFolder(), more));
}

/** A second connection to the same database, as a test's own eyes and hands. */
export function rawDatabase(folder: string): BetterSqlite.Database {
  const db = new BetterSqlite(join(folder, 'bough.db'));
  db.pragma('foreign_keys = ON');
  onTestFinished(() => void db.close());
  return db;
}

export function text(words: string): Part[] {
  return [{ type: 'text', text: words }];
}

/** A conversation to append to. */
export class Chat {
  readonly workspace: Workspace;
  readonly id: string;
  readonly rootId: string;

  constructor(workspace: Workspace) {
    const conversation = workspace.conversations.create();
    this.workspace = workspace;
    this.id = conversation.id;
    this.rootId = conversation.rootId;
  }

  get tip(): string {
    return this.workspace.conversations.get(this.id).tipId;
  }

  ask(words: string, parentId = this.tip): string {
    return this.workspace.messages.appendUser({ conversationId: this.id, parentId, parts: text(words) }).id;
  }

  start(parentId = this.tip): string {
    const agentId = this.workspace.agents.default().id;
    const { id } = this.workspace.messages.startAgent({
      conversationId: this.id,
      parentId,
      agentId,
      model: 'lab/one',
    });
    return id;
  }

  /** A whole answer; the tip moves onto it if it stood on the question. */
  answer(words: string, parentId = this.tip): string {
    const id = this.start(parentId);
    this.workspace.messages.finalise(id, {
      status: 'complete',
      parts: text(words),
      usage: null,
      moveTipFrom: parentId,
    });
    return id;
  }
}

/** The code of the failure that `work` ends in, or what it returned. */
export async function codeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof BoughError) return thrown.code;
    throw thrown;
  }
}
