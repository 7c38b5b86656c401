import type { Migration } from '../migrate.ts';

/** Agents that people make: the model that an agent answers with, and when it was put away. */
export const agentsOfTheirOwn: Migration = {
  version: 2,
  sql: `
ALTER TABLE agents ADD COLUMN reader TEXT CHECK (reader IS NULL OR json_valid(reader));
ALTER TABLE agents ADD COLUMN archived_at INTEGER;

-- Messages name the agent that wrote them, for ever: an agent is put away, never deleted.
CREATE TRIGGER agents_delete BEFORE DELETE ON agents BEGIN
  SELECT RAISE (ABORT, 'an agent is put away, never deleted');
END;
`,
};
