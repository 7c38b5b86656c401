import { join } from 'node:path';
import Database from 'better-sqlite3';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { systemEnvironment, testLog } from './test-services.ts';

/** A message of a tree that is to be made: the place of its parent among those before it (-1: the root), and its words. */
export interface PlannedMessage {
  parent: number;
  text: string;
}

export interface TreePlan {
  title: string;
  messages: readonly PlannedMessage[];
  /** Place of the tip. */
  tip: number;
}

export interface SeededTree {
  conversationId: string;
  /** In the order of the plan. */
  ids: string[];
}

/**
 * Makes a conversation of any shape in a workspace that nothing has open, in one transaction. Roles follow the depth: a
 * person asks, the workspace's first agent answers.
 *
 * @param folder as given to `openTestServices`
 */
export async function seedTree(folder: string, { title, messages, tip }: TreePlan): Promise<SeededTree> {
  const workspace = await openWorkspace({
    folder: join(folder, 'workspace'),
    environment: systemEnvironment,
    schedule: systemSchedule,
    log: testLog,
  });
  const { id: conversationId, rootId, agentId } = workspace.conversations.create();
  workspace.conversations.rename(conversationId, title, 'user');
  await workspace.close();
  const db = new Database(join(folder, 'workspace/bough.db'));
  db.pragma('foreign_keys = ON');
  const insert = db.prepare(`
    INSERT INTO messages (id, conversation_id, parent_id, depth, role, agent_id, status, model, created_at, text, parts)
    VALUES (@id, @conversationId, @parentId, @depth, @role, @agentId, 'complete', @model, @createdAt, @text, @parts)`);
  const ids: string[] = [];
  const depths: number[] = [];
  db.transaction(() => {
    for (const { parent, text } of messages) {
      const depth = parent < 0 ? 1 : (depths[parent] ?? 0) + 1;
      const asks = depth % 2 === 1;
      const id = systemEnvironment.newId();
      insert.run({
        id,
        conversationId,
        parentId: ids[parent] ?? rootId,
        depth,
        role: asks ? 'user' : 'agent',
        agentId: asks ? null : agentId,
        model: asks ? null : 'practice/practice',
        createdAt: systemEnvironment.now(),
        text: text.toLowerCase(),
        parts: JSON.stringify([{ type: 'text', text }]),
      });
      ids.push(id);
      depths.push(depth);
    }
    db.prepare('UPDATE conversations SET tip_id = ? WHERE id = ?').run(ids[tip], conversationId);
  })();
  db.close();
  return { conversationId, ids };
}

/**
 * A plan of exactly so many messages and branches, the same every time: a main branch of a tenth of the messages, and
 * others that leave at any earlier message, some of them long.
 */
export function bigTree(messages: number, branches: number): TreePlan {
  const random = lcg(7);
  const planned: PlannedMessage[] = [];
  const children: number[] = [];
  const add = (parent: number, branch: number): number => {
    planned.push({ parent, text: `Message ${planned.length + 1} of branch ${branch}` });
    children.push(0);
    if (parent >= 0) children[parent] = (children[parent] ?? 0) + 1;
    return planned.length - 1;
  };
  let tip = -1;
  for (let branch = 0; branch < branches; branch += 1) {
    const left = branches - branch;
    const room = messages - planned.length - (left - 1);
    const fair = Math.round((random() * 2 * room) / left);
    const length =
      left === 1 ? room : Math.min(room, branch === 0 ? Math.ceil(messages / 10) : Math.max(1, fair));
    let at = -1;
    // A branch leaves where something follows already: at a leaf it would only go on.
    while (branch > 0 && (at < 0 || children[at] === 0)) at = Math.floor(random() * planned.length);
    for (let step = 0; step < length; step += 1) at = add(at, branch + 1);
    if (branch === 0) tip = at;
  }
  return { title: `${messages} messages, ${branches} branches`, messages: planned, tip };
}

/** Numbers from 0 up to 1 that look random and never change. */
function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
