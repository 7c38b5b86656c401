import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Attachment } from '#contract';
import { systemSchedule } from '../../main/schedule.ts';
import type { FaultPoint } from '../../main/storage/faults.ts';
import { openWorkspace, type Workspace } from '../../main/storage/workspace.ts';
import { makeLargePath } from '../fixtures/large-path.ts';
import { silentLog, systemEnvironment } from '../host/test-services.ts';

const messages = 400;
let folder: string;
let conversationId: string;
let path: string[];

const open = (): Promise<Workspace> =>
  openWorkspace({ folder, environment: systemEnvironment, schedule: systemSchedule, log: silentLog });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bough-fork-'));
  const workspace = await open();
  const { id, rootId, agentId } = workspace.conversations.create();
  const ann = workspace.agents.create({
    name: 'Ann',
    colour: 1,
    systemPrompt: '',
    tools: [],
    reader: null,
  });
  const image: Attachment = await workspace.attachments.add('note.txt', new TextEncoder().encode('Note.'));
  await workspace.close();
  conversationId = id;
  path = makeLargePath(folder, {
    conversationId: id,
    rootId,
    agentIds: [agentId, ann.id],
    messages,
    image,
    wire: 'anthropic',
    modelId: 'model',
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a process that forks again and again, until it is killed. */
async function killedIn(death: { point: FaultPoint } | { after: number }): Promise<void> {
  const script = join(import.meta.dirname, 'fork-child.ts');
  const args = [
    script,
    folder,
    conversationId,
    path.at(-1) ?? '',
    ...('point' in death ? [death.point] : []),
  ];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'bough-fault-code') },
  });
  if ('after' in death) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), death.after));
  const signal = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (_, by) => resolve(by));
  });
  expect(signal).toBe('SIGKILL');
}

/** Opens what was left, and holds every conversation of it against the original. Returns the number of forks. */
async function examine(): Promise<number> {
  const workspace = await open();
  const { items } = workspace.conversations.list({ trashed: false, limit: 200 });
  expect(items.length).toBeLessThan(200);
  const known = new Set(items.map(({ id }) => id));
  for (const { id, pathLength, tipId } of items) {
    expect(pathLength).toBe(messages);
    const { ids } = workspace.messages.skeleton(id);
    expect(ids).toHaveLength(messages + 1);
    if (id !== conversationId)
      expect(workspace.forks.origin(id)).toMatchObject({ conversationId, copied: messages });
    const answers = new Set(
      workspace.messages.pathIds(tipId).flatMap((node) => (node.agentId ? [node.id] : [])),
    );
    for (const agentId of workspace.transcripts.agentsOf(id)) {
      const loaded = await workspace.transcripts.load(id, agentId);
      if (loaded.kind !== 'loaded') throw new Error(`A transcript is ${loaded.kind}`);
      for (const turn of loaded.transcript.turns) expect(answers.delete(turn.agentMessageId)).toBe(true);
    }
    // Every turn is in the file of its agent: the fork is whole.
    expect(answers.size).toBe(0);
  }
  await workspace.close();
  for (const name of readdirSync(join(folder, 'transcripts'))) expect(known).toContain(name.split('.')[0]);
  const db = new Database(join(folder, 'bough.db'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.prepare('SELECT * FROM removals').all()).toEqual([]);
  db.close();
  return items.length - 1;
}

const without: FaultPoint[] = [
  'fork:announced',
  'fork-transcript:temp-created',
  'fork-transcript:temp-written',
  'fork-transcript:temp-synced',
  'fork-transcript:renamed',
  'fork-transcript:folder-synced',
  'fork:in-transaction',
];

it.each(without)('[B7] killed at %s a fork is not there, and nothing is left of it', async (point) => {
  await killedIn({ point });
  expect(await examine()).toBe(0);
});

it('[B7] killed right after its transaction a fork is there, whole', async () => {
  await killedIn({ point: 'fork:committed' });
  expect(await examine()).toBe(1);
});

it('[B7] killed at any moment each fork is whole or not there', async () => {
  let forks = 0;
  for (const after of [0, 3, 11, 23, 47, 71, 97, 131]) {
    await killedIn({ after });
    const now = await examine();
    expect(now).toBeGreaterThanOrEqual(forks);
    forks = now;
  }
  expect(forks).toBeGreaterThan(0);
});
