import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Part } from '#contract';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { systemEnvironment, testLog } from './test-services.ts';

export interface SeedOptions {
  /** Number of messages on the path, user and agent in turn. */
  messages: number;
  title?: string;
  /** The parts of the message at a depth, which begins with 1. */
  parts?(depth: number): Part[];
  /** A second answer, not on the path, at every so many messages. */
  siblingEvery?: number;
}

export interface Seeded {
  conversationId: string;
  /** The path, from the first message to the tip. */
  path: string[];
}

const { now, newId } = systemEnvironment;

/**
 * Makes a conversation of any size in a workspace that nothing has open, in one transaction: the constraints and
 * triggers of the database judge every row as they judge the app's own.
 *
 * @param folder as given to `openTestServices`
 */
export async function seedConversation(folder: string, options: SeedOptions): Promise<Seeded> {
  const workspace = await openWorkspace({
    folder: join(folder, 'workspace'),
    environment: systemEnvironment,
    schedule: systemSchedule,
    log: testLog,
  });
  const { id, rootId, agentId } = workspace.conversations.create();
  workspace.conversations.rename(id, options.title ?? `${options.messages} messages`, 'user');
  await workspace.close();
  const db = new Database(join(folder, 'workspace/bough.db'));
  db.pragma('foreign_keys = ON');
  const insert = db.prepare(`
    INSERT INTO messages (id, conversation_id, parent_id, depth, role, agent_id, status, model, created_at, text, parts)
    VALUES (@id, @conversationId, @parentId, @depth, @role, @agentId, 'complete', @model, @createdAt, @text, @parts)`);
  const add = (parentId: string, depth: number, parts: Part[]): string => {
    const isUser = depth % 2 === 1;
    const row = {
      id: newId(),
      conversationId: id,
      parentId,
      depth,
      role: isUser ? 'user' : 'agent',
      agentId: isUser ? null : agentId,
      model: isUser ? null : 'practice/practice',
      createdAt: now(),
      text: parts.flatMap((part) => (part.type === 'text' ? [part.text.toLowerCase()] : [])).join('\n'),
      parts: JSON.stringify(parts),
    };
    insert.run(row);
    return row.id;
  };
  const path: string[] = [];
  db.transaction(() => {
    let parentId = rootId;
    for (let depth = 1; depth <= options.messages; depth += 1) {
      const parts = (options.parts ?? seedParts)(depth);
      const siblingEvery = options.siblingEvery ?? 0;
      if (siblingEvery > 0 && depth % siblingEvery === 0) add(parentId, depth, parts);
      parentId = add(parentId, depth, parts);
      path.push(parentId);
    }
    db.prepare('UPDATE conversations SET tip_id = ?, updated_at = ? WHERE id = ?').run(parentId, now(), id);
  })();
  db.close();
  return { conversationId: id, path };
}

const topics = ['the garden', 'a train to Brno', 'sourdough', 'the tax form', 'a birthday speech'];

/** What people and agents say in seeded conversations: Markdown of several kinds, a few scripts. */
function seedParts(depth: number): Part[] {
  const topic = topics[Math.floor(depth / 2) % topics.length] ?? '';
  if (depth % 2 === 1) return [{ type: 'text', text: `Question ${(depth + 1) / 2} about ${topic}?` }];
  const extras = [
    'First water it, then wait.\n\n1. Morning\n2. Evening',
    '```ts\nconst minutes = trains.map((train) => train.delay);\n```',
    '| step | hours |\n| --- | ---: |\n| rise | 12 |\n| bake | 1 |',
    'Příliš žluťoučký kůň úpěl ďábelské ódy. ขอบคุณมาก。日本語の文。',
    'The sum is $\\frac{n(n+1)}{2}$, as $$\\sum_{k=1}^{n} k$$ shows.',
  ];
  return [
    {
      type: 'text',
      text: `About **${topic}**, answer ${depth / 2}.\n\n${extras[(depth / 2) % extras.length]}`,
    },
  ];
}
