import type { Migration } from '../migrate.ts';
import { firstAgentId } from './0001-first-schema.ts';

/** Names of branches, where forks came from, and answers that were cut off. */
export const branchesAndForks: Migration = {
  version: 3,
  sql: `
-- A branch is named at its first message, which stays the first while the branch grows.
CREATE TABLE branch_names (
  message_id TEXT PRIMARY KEY NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> '')
) STRICT, WITHOUT ROWID;

CREATE INDEX branch_names_conversation ON branch_names (conversation_id);

CREATE TABLE forks (
  conversation_id TEXT PRIMARY KEY NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Null once the origin was emptied from the trash.
  origin_id TEXT REFERENCES conversations (id) ON DELETE SET NULL,
  -- The last message that was copied, in the origin.
  origin_message_id TEXT NOT NULL CHECK (length(origin_message_id) = 36),
  -- The first so many messages are copies.
  copied INTEGER NOT NULL CHECK (copied > 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX forks_origin ON forks (origin_id) WHERE origin_id IS NOT NULL;

-- An answer that was being written when the app closed: nobody stopped it.
ALTER TABLE messages ADD COLUMN cut_off INTEGER NOT NULL DEFAULT 0 CHECK (cut_off = 0 OR status = 'interrupted');

-- The agent that every workspace begins with can mark points and go back to them.
UPDATE agents SET tools = json_insert(tools, '$[#]', 'checkpoint', '$[#]', 'rewind') WHERE id = '${firstAgentId}';
`,
};
