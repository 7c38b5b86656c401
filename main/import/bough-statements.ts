import type { Writable } from '../storage/handle.ts';

type Id = { id: string };
type Source = { source: string; key: string };

/** The statements that write conversations under their own ids. */
export function boughStatements(db: Writable) {
  return { ...agentStatements(db), ...messageStatements(db), ...besideStatements(db) };
}

function agentStatements(db: Writable) {
  return {
    agent: db.query<Id, Id>('SELECT id FROM agents WHERE id = @id'),
    agentNamed: db.query<{ name: string }, Id>('SELECT id FROM agents WHERE name = @name COLLATE NOCASE'),
    insertAgent: db.command<{
      id: string;
      name: string;
      colour: number;
      systemPrompt: string;
      tools: string;
      reader: string | null;
      archivedAt: number | null;
      now: number;
    }>(`
      INSERT INTO agents (id, name, colour, system_prompt, tools, reader, archived_at, created_at)
      VALUES (@id, @name, @colour, @systemPrompt, @tools, @reader, @archivedAt, @now)`),
    insertAttachment: db.command<{
      hash: string;
      mime: string;
      kind: string;
      bytes: number;
      width: number | null;
      height: number | null;
      now: number;
    }>(`
      INSERT OR IGNORE INTO attachments (hash, mime, kind, bytes, width, height, added_at)
      VALUES (@hash, @mime, @kind, @bytes, @width, @height, @now)`),
  };
}

function messageStatements(db: Writable) {
  return {
    conversation: db.query<Id, { tipId: string; title: string; titleSource: string }>(
      'SELECT tip_id AS tipId, title, title_source AS titleSource FROM conversations WHERE id = @id',
    ),
    hasChild: db.query<Id, Id>('SELECT id FROM messages WHERE parent_id = @id LIMIT 1'),
    message: db.query<Id, { conversationId: string; depth: number }>(
      'SELECT conversation_id AS conversationId, depth FROM messages WHERE id = @id',
    ),
    insertConversation: db.command<{
      id: string;
      title: string;
      titleSource: string;
      agentId: string;
      reader: string | null;
      rootId: string;
      createdAt: number;
      updatedAt: number;
      trashedAt: number | null;
    }>(`
      INSERT INTO conversations
        (id, title, title_source, agent_id, reader, tip_id, created_at, updated_at, trashed_at)
      VALUES (@id, @title, @titleSource, @agentId, @reader, @rootId, @createdAt, @updatedAt, @trashedAt)`),
    insertRoot: db.command<{ id: string; rootId: string; createdAt: number }>(`
      INSERT INTO messages (id, conversation_id, depth, role, status, created_at, text, parts)
      VALUES (@rootId, @id, 0, 'root', 'complete', @createdAt, '', '[]')`),
    insertMessage: db.command<{
      id: string;
      conversationId: string;
      parentId: string;
      depth: number;
      role: string;
      agentId: string | null;
      status: string;
      model: string | null;
      usage: string | null;
      createdAt: number;
      cutOff: number;
      text: string;
      parts: string;
    }>(`
      INSERT INTO messages (id, conversation_id, parent_id, depth, role, agent_id, status, model, usage, created_at,
        cut_off, text, parts)
      VALUES (@id, @conversationId, @parentId, @depth, @role, @agentId, @status, @model, @usage, @createdAt,
        @cutOff, @text, @parts)`),
    setTip: db.command<{ id: string; tipId: string; updatedAt: number }>(
      'UPDATE conversations SET tip_id = @tipId, updated_at = max(updated_at, @updatedAt) WHERE id = @id',
    ),
    setTitle: db.command<{ id: string; title: string }>(
      "UPDATE conversations SET title = @title, title_source = 'user' WHERE id = @id",
    ),
  };
}

/** What belongs to a conversation beside its messages. */
function besideStatements(db: Writable) {
  return {
    insertTranscript: db.command<{ id: string; agentId: string; hash: string; now: number }>(
      'INSERT INTO transcripts (conversation_id, agent_id, hash, saved_at) VALUES (@id, @agentId, @hash, @now)',
    ),
    insertName: db.command<{ id: string; messageId: string; name: string }>(`
      INSERT OR IGNORE INTO branch_names (message_id, conversation_id, name)
      SELECT id, conversation_id, @name FROM messages WHERE id = @messageId AND conversation_id = @id`),
    insertFork: db.command<{
      id: string;
      originId: string | null;
      messageId: string;
      copied: number;
      createdAt: number;
    }>(`
      INSERT INTO forks (conversation_id, origin_id, origin_message_id, copied, created_at)
      VALUES (@id, (SELECT id FROM conversations WHERE id = @originId), @messageId, @copied, @createdAt)`),
    linkFork: db.command<{ id: string; originId: string }>(`
      UPDATE forks SET origin_id = @originId
      WHERE conversation_id = @id AND origin_id IS NULL
        AND EXISTS (SELECT 1 FROM conversations WHERE id = @originId)`),
    origin: db.query<Source, Id>(
      'SELECT conversation_id AS id FROM import_origins WHERE source = @source AND source_key = @key',
    ),
    insertOrigin: db.command<Source & { id: string; importId: string; title: string; tipId: string }>(`
      INSERT INTO import_origins (source, source_key, conversation_id, import_id, title, tip_id)
      VALUES (@source, @key, @id, @importId, @title, @tipId)`),
    insertKey: db.command<{ id: string; key: string; messageId: string }>(`
      INSERT OR IGNORE INTO import_messages (conversation_id, source_key, message_id)
      VALUES (@id, @key, @messageId)`),
    insertExtra: db.command<{
      id: string;
      key: string;
      place: number;
      messageId: string | null;
      content: string;
    }>(`
      INSERT OR IGNORE INTO import_extras (conversation_id, source_key, place, message_id, content)
      VALUES (@id, @key, @place, @messageId, @content)`),
  };
}
