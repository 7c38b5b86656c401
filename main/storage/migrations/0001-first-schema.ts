import type { Migration } from '../migrate.ts';

/** "Boug" in ASCII: marks the file as a workspace, so that another program's database is never taken for one. */
export const applicationId = 0x426f7567;

/** The agent that every workspace starts with. */
export const firstAgentId = '00000000-0000-7000-8000-000000000001';

const tables = `
PRAGMA application_id = ${applicationId};

CREATE TABLE agents (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
  name TEXT NOT NULL CHECK (name <> ''),
  colour INTEGER NOT NULL CHECK (colour BETWEEN 0 AND 7),
  system_prompt TEXT NOT NULL,
  tools TEXT NOT NULL CHECK (json_valid(tools) AND json_type(tools) = 'array'),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
  title TEXT NOT NULL,
  title_source TEXT NOT NULL CHECK (title_source IN ('auto', 'user')),
  agent_id TEXT NOT NULL REFERENCES agents (id),
  reader TEXT CHECK (reader IS NULL OR json_valid(reader)),
  tip_id TEXT NOT NULL,
  branch_count INTEGER NOT NULL DEFAULT 0 CHECK (branch_count >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trashed_at INTEGER,
  -- Deferred: a conversation and its root message are made in one transaction, each needing the other.
  FOREIGN KEY (id, tip_id) REFERENCES messages (conversation_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE INDEX conversations_recent ON conversations (updated_at, id) WHERE trashed_at IS NULL;
CREATE INDEX conversations_trashed ON conversations (trashed_at, id) WHERE trashed_at IS NOT NULL;

CREATE TABLE messages (
  -- Grows with every insert. Orders siblings, and is the stable key of the search index.
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  parent_id TEXT,
  depth INTEGER NOT NULL CHECK (depth >= 0),
  role TEXT NOT NULL CHECK (role IN ('root', 'user', 'agent')),
  agent_id TEXT REFERENCES agents (id),
  status TEXT NOT NULL CHECK (status IN ('streaming', 'complete', 'interrupted', 'failed')),
  model TEXT,
  usage TEXT CHECK (usage IS NULL OR json_valid(usage)),
  created_at INTEGER NOT NULL,
  -- What search finds it by: in Unicode form NFC and lower case. Empty while it is streaming.
  text TEXT NOT NULL,
  parts TEXT NOT NULL CHECK (json_valid(parts) AND json_type(parts) = 'array'),
  CHECK ((role = 'root') = (parent_id IS NULL)),
  CHECK ((role = 'root') = (depth = 0)),
  CHECK ((role = 'agent') = (agent_id IS NOT NULL)),
  CHECK (role = 'agent' OR status = 'complete'),
  CHECK (status <> 'streaming' OR text = ''),
  UNIQUE (conversation_id, id),
  -- The pair: a parent is always in the same conversation.
  FOREIGN KEY (conversation_id, parent_id) REFERENCES messages (conversation_id, id)
) STRICT;

CREATE UNIQUE INDEX messages_one_root ON messages (conversation_id) WHERE role = 'root';
CREATE INDEX messages_children ON messages (parent_id, seq, id, status);
CREATE INDEX messages_streaming ON messages (status) WHERE status = 'streaming';

-- Trigrams find any substring in any script. Without positions the index is half as large: a hit of all trigrams of
-- a word is compared with the text itself. Case is folded before a text gets here.
CREATE VIRTUAL TABLE messages_fts USING fts5 (
  text, content = 'messages', content_rowid = 'seq', columnsize = 0, detail = none,
  tokenize = 'trigram case_sensitive 1'
);
-- What is deleted leaves the index at once, not when it is next merged.
INSERT INTO messages_fts (messages_fts, rank) VALUES ('secure-delete', 1);

CREATE TABLE transcripts (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  agent_id TEXT NOT NULL REFERENCES agents (id),
  -- SHA-256 of the file as last committed; null where a file was found that no commit names.
  hash TEXT CHECK (length(hash) = 64),
  saved_at INTEGER NOT NULL,
  set_aside_reason TEXT CHECK (set_aside_reason IN ('unreadable', 'newer')),
  set_aside_as TEXT,
  CHECK ((set_aside_reason IS NULL) = (set_aside_as IS NULL)),
  PRIMARY KEY (conversation_id, agent_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE attachments (
  hash TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  mime TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('image', 'text', 'file')),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  -- Renewed each time it is added again: what was added just now is not yet used anywhere, and is kept.
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which conversations need a file: through a message, a draft or a transcript.
CREATE TABLE attachment_uses (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  hash TEXT NOT NULL REFERENCES attachments (hash),
  PRIMARY KEY (conversation_id, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachment_uses_hash ON attachment_uses (hash);

CREATE TABLE drafts (
  conversation_id TEXT PRIMARY KEY NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  content TEXT NOT NULL CHECK (json_valid(content)),
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;

-- Tips that were left, in the order of their stamps: they tell the leaf last used below any message.
CREATE TABLE view_memory (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  leaf_id TEXT NOT NULL,
  stamp INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, leaf_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX view_memory_stamp ON view_memory (stamp);

-- Transcript files of conversations that were emptied from the trash, until they are gone from the disk.
CREATE TABLE removals (
  conversation_id TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** What no statement may ever do, also not one written by mistake [B3] [B5]. */
const guards = `
-- Before SQLite looks for conflicts: INSERT OR REPLACE would delete the old row without its triggers.
CREATE TRIGGER messages_replace BEFORE INSERT ON messages BEGIN
  SELECT RAISE (ABORT, 'a message never takes the place of another')
    WHERE EXISTS (SELECT 1 FROM messages WHERE id = NEW.id OR seq = NEW.seq);
END;

CREATE TRIGGER conversations_replace BEFORE INSERT ON conversations
WHEN EXISTS (SELECT 1 FROM conversations WHERE id = NEW.id)
BEGIN
  SELECT RAISE (ABORT, 'a conversation never takes the place of another');
END;

CREATE TRIGGER messages_insert BEFORE INSERT ON messages WHEN NEW.parent_id IS NOT NULL BEGIN
  SELECT RAISE (ABORT, 'nothing continues from a streaming or failed message')
    FROM messages WHERE id = NEW.parent_id AND status IN ('streaming', 'failed');
  SELECT RAISE (ABORT, 'a message continues from one that is there, one step deeper')
    WHERE NOT EXISTS (SELECT 1 FROM messages WHERE id = NEW.parent_id AND depth = NEW.depth - 1);
END;

-- By value, not by column name: "rowid" is another name of seq.
CREATE TRIGGER messages_identity BEFORE UPDATE ON messages
WHEN NEW.seq IS NOT OLD.seq OR NEW.id IS NOT OLD.id OR NEW.conversation_id IS NOT OLD.conversation_id
  OR NEW.parent_id IS NOT OLD.parent_id OR NEW.depth IS NOT OLD.depth OR NEW.role IS NOT OLD.role
  OR NEW.agent_id IS NOT OLD.agent_id OR NEW.created_at IS NOT OLD.created_at
BEGIN
  SELECT RAISE (ABORT, 'the place and origin of a message never change');
END;

CREATE TRIGGER messages_final BEFORE UPDATE ON messages WHEN OLD.status <> 'streaming' BEGIN
  SELECT RAISE (ABORT, 'a final message never changes');
END;

CREATE TRIGGER messages_delete BEFORE DELETE ON messages
WHEN NOT EXISTS (SELECT 1 FROM conversations WHERE id = OLD.conversation_id AND trashed_at IS NOT NULL)
BEGIN
  SELECT RAISE (ABORT, 'only a conversation in the trash can be deleted');
END;

CREATE TRIGGER conversations_identity BEFORE UPDATE ON conversations
WHEN NEW.id IS NOT OLD.id OR NEW.created_at IS NOT OLD.created_at OR NEW.rowid IS NOT OLD.rowid
BEGIN
  SELECT RAISE (ABORT, 'the origin of a conversation never changes');
END;

CREATE TRIGGER conversations_tip BEFORE UPDATE OF tip_id ON conversations
WHEN EXISTS (SELECT 1 FROM messages WHERE id = NEW.tip_id AND status IN ('streaming', 'failed'))
BEGIN
  SELECT RAISE (ABORT, 'the tip never stands on a streaming or failed message');
END;

CREATE TRIGGER conversations_delete BEFORE DELETE ON conversations WHEN OLD.trashed_at IS NULL BEGIN
  SELECT RAISE (ABORT, 'only a conversation in the trash can be deleted');
END;
`;

const upkeep = `
-- A first child continues its parent's branch; the first below the root, and every later one, is a new branch.
CREATE TRIGGER messages_branches AFTER INSERT ON messages
WHEN NEW.depth = 1 OR EXISTS (SELECT 1 FROM messages WHERE parent_id = NEW.parent_id AND seq <> NEW.seq)
BEGIN
  UPDATE conversations SET branch_count = branch_count + 1 WHERE id = NEW.conversation_id;
END;

-- The index learns of a message once, when it is final: the journal of a streaming one leaves it alone.
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages WHEN NEW.text <> '' BEGIN
  INSERT INTO messages_fts (rowid, text) VALUES (NEW.seq, NEW.text);
END;
CREATE TRIGGER messages_fts_final AFTER UPDATE OF text ON messages WHEN NEW.text <> '' BEGIN
  INSERT INTO messages_fts (rowid, text) VALUES (NEW.seq, NEW.text);
END;
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages WHEN OLD.text <> '' BEGIN
  INSERT INTO messages_fts (messages_fts, rowid, text) VALUES ('delete', OLD.seq, OLD.text);
END;
`;

const firstRows = `
INSERT INTO agents (id, name, colour, system_prompt, tools, created_at) VALUES (
  '${firstAgentId}', 'Bough', 0,
  'You are a helpful assistant. Answer in the language of the question, plainly and to the point. Say so when you do not know.',
  '["read_attachment","search_workspace"]', 0
);
`;

/** The schema as first released. */
export const firstSchema: Migration = { version: 1, sql: tables + guards + upkeep + firstRows };
