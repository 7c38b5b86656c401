import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Environment } from '#core/environment.ts';
import { openDatabase } from '../../../main/storage/database.ts';
import { noFaults } from '../../../main/storage/faults.ts';
import { Database } from '../../../main/storage/handle.ts';
import { MessageStore } from '../../../main/storage/messages.ts';
import { ViewMemory } from '../../../main/storage/view-memory.ts';

const silent = { info() {}, warn() {}, error() {} };

/** Ids that count up, above those of the built path, and a clock that stands. */
function benchEnvironment(): Environment {
  let made = 0x10000000;
  return {
    now: () => 1_700_000_000_000,
    newId: () => {
      made += 1;
      return benchId(made);
    },
  };
}

function benchId(n: number): string {
  return `01890000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A conversation that is one long path of questions and answers, in a database file of its own. */
export interface LongChat {
  connection: BetterSqlite.Database;
  conversationId: string;
  /** Root first. */
  ids: string[];
  close(): void;
}

/** Builds a path of `length` messages of about 300 characters each. */
export function longChat(length: number): LongChat {
  const folder = mkdtempSync(join(tmpdir(), 'bough-bench-'));
  const file = join(folder, 'bough.db');
  openDatabase({ file, environment: benchEnvironment(), log: silent, backupDir: folder }).close();
  const connection = new BetterSqlite(file);
  for (const pragma of ['foreign_keys = ON', 'synchronous = FULL']) connection.pragma(pragma);
  const conversationId = benchId(0xffffff);
  const ids = Array.from({ length: length + 1 }, (_, at) => benchId(at + 1));
  const agentId = connection.prepare<[], string>('SELECT id FROM agents').pluck().get() ?? null;
  const insert = connection.prepare(`
    INSERT INTO messages (id, conversation_id, parent_id, depth, role, agent_id, status, created_at, text, parts)
    VALUES (?, ?, ?, ?, ?, ?, 'complete', 0, ?, ?)`);
  connection.transaction(() => {
    connection
      .prepare(`INSERT INTO conversations (id, title, title_source, agent_id, tip_id, created_at, updated_at)
        VALUES (?, '', 'auto', ?, ?, 0, 0)`)
      .run(conversationId, agentId, ids.at(-1));
    ids.forEach((id, depth) => {
      const role = depth === 0 ? 'root' : depth % 2 ? 'user' : 'agent';
      const words = depth === 0 ? '' : `message ${depth} `.repeat(20);
      const parts = depth === 0 ? [] : [{ type: 'text', text: words }];
      const author = role === 'agent' ? agentId : null;
      insert.run(
        id,
        conversationId,
        ids[depth - 1] ?? null,
        depth,
        role,
        author,
        words,
        JSON.stringify(parts),
      );
    });
  })();
  connection.pragma('wal_checkpoint(TRUNCATE)');
  const close = () => {
    connection.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { connection, conversationId, ids, close };
}

/** The product's own store on a long chat. */
export function storeOf(chat: LongChat): MessageStore {
  const db = new Database(chat.connection);
  const memory = new ViewMemory({ db, schedule: () => () => {}, log: silent });
  return new MessageStore({ db, environment: benchEnvironment(), memory, faults: noFaults });
}
