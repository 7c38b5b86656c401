import type { Migration } from '../migrate.ts';

/** What was brought in from elsewhere, so that it is recognised when it is brought in again. */
export const imports: Migration = {
  version: 4,
  sql: `
CREATE TABLE imports (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
  -- Of the file or folder, for people.
  name TEXT NOT NULL,
  -- Running at a start: the process ended in it.
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'failed', 'interrupted')),
  started_at INTEGER NOT NULL,
  report TEXT CHECK (report IS NULL OR json_valid(report))
) STRICT, WITHOUT ROWID;

-- Which conversation of which source is which of ours.
CREATE TABLE import_origins (
  source TEXT NOT NULL,
  source_key TEXT NOT NULL,
  conversation_id TEXT NOT NULL UNIQUE REFERENCES conversations (id) ON DELETE CASCADE,
  import_id TEXT NOT NULL REFERENCES imports (id),
  -- As the source had it: a title that was changed since is the user's.
  title TEXT NOT NULL,
  -- Where the tip was put: one that stands elsewhere was moved by the user.
  tip_id TEXT NOT NULL,
  PRIMARY KEY (source, source_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_origins_import ON import_origins (import_id);

CREATE TABLE import_messages (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  source_key TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  PRIMARY KEY (conversation_id, source_key)
) STRICT, WITHOUT ROWID;

-- What came along without being a message: hidden entries, and what nobody knows how to show.
CREATE TABLE import_extras (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  source_key TEXT NOT NULL,
  place INTEGER NOT NULL,
  message_id TEXT,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (conversation_id, source_key, place)
) STRICT, WITHOUT ROWID;
`,
};
