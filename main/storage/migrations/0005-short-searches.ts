import type { Migration } from '../migrate.ts';

/**
 * What finds words of two characters, which no trigram holds alone: the list of all trigrams, for those that begin with
 * them, and the ends of texts, where no trigram begins any more.
 */
export const shortSearches: Migration = {
  version: 5,
  sql: `
CREATE VIRTUAL TABLE messages_trigrams USING fts5vocab (messages_fts, row);
CREATE INDEX messages_ends ON messages (substr(text, -2), seq) WHERE text <> '';
`,
};
