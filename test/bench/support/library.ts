import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { v7 } from 'uuid';
import { systemSchedule } from '../../../main/schedule.ts';
import { firstAgentId } from '../../../main/storage/migrations/0001-first-schema.ts';
import { openWorkspace } from '../../../main/storage/workspace.ts';
import { seeded } from '../../fixtures/import-archives.ts';
import { systemEnvironment, testLog } from '../../host/test-services.ts';

const words = {
  en: 'the harbour lantern rope tide plum larch window garden bicycle answer question table number river morning boat paper colour winter north light'.split(
    ' ',
  ),
  cs: 'příliš žluťoučký kůň úpěl ďábelské ódy řeka zahrada okno ráno'.split(' '),
  th: ['ตลาดน้ำ', 'เชียงใหม่', 'สวัสดี', 'อาหาร', 'ทะเล', 'ภูเขา', 'ขอบคุณ', 'วันนี้', 'หนังสือ', 'รถไฟ'],
  zh: ['学习计划', '天灯', '港口', '河流', '冬天', '自行车', '问题', '答案', '早晨', '花园'],
};
/** Words so rare that only a few messages of the whole library have them. */
export const rare = ['zeppelin', 'กระต่าย', '麒麟', 'ヲヱ', 'kvě'];

export interface Library {
  folder: string;
  close(): void;
}

/**
 * A workspace of many conversations, written by prepared inserts in large transactions; the database's own triggers keep
 * its index. The same for the same size.
 */
export async function makeLibrary(conversations: number, messages: number): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-library-'));
  const workspace = await openWorkspace({
    folder,
    environment: systemEnvironment,
    schedule: systemSchedule,
    log: testLog,
  });
  await workspace.close();
  const db = new BetterSqlite(join(folder, 'bough.db'));
  for (const pragma of [
    'synchronous = OFF',
    'journal_mode = MEMORY',
    'cache_size = -400000',
    'foreign_keys = OFF',
    'temp_store = MEMORY',
  ])
    db.pragma(pragma);
  // Fewer, larger runs of the index while it is filled; and checks that cannot fail here are left out.
  db.exec("INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 100000000)");
  const guards = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE '%fts%' AND name <> 'messages_branches'",
    )
    .all();
  for (const { name } of guards) db.exec(`DROP TRIGGER ${name}`);
  const random = seeded(conversations);
  const insertConversation = db.prepare(`
    INSERT INTO conversations (id, title, title_source, agent_id, tip_id, branch_count, created_at, updated_at)
    VALUES (?, ?, 'user', '${firstAgentId}', ?, 0, ?, ?)`);
  const insert = db.prepare(`
    INSERT INTO messages (id, conversation_id, parent_id, depth, role, agent_id, status, model, created_at, text, parts)
    VALUES (?, ?, ?, ?, ?, ?, 'complete', ?, ?, ?, ?)`);
  const sentence = (): string => {
    const dice = random();
    const language = dice < 0.5 ? words.en : dice < 0.65 ? words.cs : dice < 0.85 ? words.th : words.zh;
    const glue = language === words.en || language === words.cs ? ' ' : '';
    const said = Array.from(
      { length: 6 + Math.floor(random() * 14) },
      () => language[Math.floor(random() * language.length)],
    );
    if (random() < 0.00005) said.push(rare[Math.floor(random() * rare.length)]);
    return said.join(glue);
  };
  const add = db.transaction((from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const id = v7();
      const rootId = v7();
      const path = [rootId];
      const time = 1_700_000_000_000 + n * 60_000;
      const ids = Array.from({ length: messages }, () => v7());
      insertConversation.run(id, sentence().slice(0, 60), ids.at(-1) ?? rootId, time, time);
      insert.run(rootId, id, null, 0, 'root', null, null, time, '', '[]');
      for (const [at, messageId] of ids.entries()) {
        const text = sentence();
        const isUser = at % 2 === 0;
        insert.run(
          messageId,
          id,
          path.at(-1),
          at + 1,
          isUser ? 'user' : 'agent',
          isUser ? null : firstAgentId,
          isUser ? null : 'x/y',
          time + at,
          text.toLowerCase(),
          JSON.stringify([{ type: 'text', text }]),
        );
        path.push(messageId);
      }
    }
  });
  for (let n = 0; n < conversations; n += 500) {
    add(n, Math.min(conversations, n + 500));
    process.stderr.write(`library: ${Math.min(conversations, n + 500)} of ${conversations} conversations\n`);
  }
  for (const { sql } of guards) db.exec(sql);
  db.exec("INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 1048576)");
  db.pragma('journal_mode = WAL');
  db.close();
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}
