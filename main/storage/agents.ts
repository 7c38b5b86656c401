import { z } from 'zod';
import type { Agent } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { Readable } from './handle.ts';
import { parseStored } from './message-rows.ts';
import { firstAgentId } from './migrations/0001-first-schema.ts';

type AgentRow = Omit<Agent, 'tools'> & { tools: string };

const columns = 'id, name, colour, system_prompt AS systemPrompt, tools';

/** The agents of a workspace. */
export class AgentStore {
  readonly #list;
  readonly #get;

  constructor(db: Readable) {
    this.#list = db.query<Record<string, never>, AgentRow>(
      `SELECT ${columns} FROM agents ORDER BY created_at, id`,
    );
    this.#get = db.query<{ id: string }, AgentRow>(`SELECT ${columns} FROM agents WHERE id = @id`);
  }

  /** Oldest first. */
  list(): Agent[] {
    return this.#list.all({}).map(toAgent);
  }

  /** Throws `not_found`. */
  get(id: string): Agent {
    const row = this.#get.get({ id });
    if (!row) throw new BoughError('not_found', 'There is no such agent');
    return toAgent(row);
  }

  /** The agent of a conversation for which none was chosen. */
  default(): Agent {
    return this.get(firstAgentId);
  }
}

function toAgent(row: AgentRow): Agent {
  return { ...row, tools: parseStored(row.tools, z.array(z.string()), `list of tools of agent ${row.id}`) };
}
