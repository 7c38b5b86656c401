import { z } from 'zod';
import type { Agent } from '#contract';
import { type AgentFields, agentColours } from '#contract/agents.ts';
import { readerSchema } from '#contract/conversations.ts';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Writable } from './handle.ts';
import { parseStored } from './message-rows.ts';
import { firstAgentId } from './migrations/0001-first-schema.ts';

type AgentRow = Omit<Agent, 'tools' | 'reader'> & { tools: string; reader: string | null };

const columns = 'id, name, colour, system_prompt AS systemPrompt, tools, reader, archived_at AS archivedAt';

export interface AgentStoreOptions {
  db: Writable;
  environment: Environment;
}

/** The agents of a workspace. */
export class AgentStore {
  readonly #options: AgentStoreOptions;
  readonly #list;
  readonly #get;
  readonly #insert;
  readonly #update;
  readonly #archive;

  constructor(options: AgentStoreOptions) {
    const { db } = options;
    type Written = { id: string; name: string; colour: number; systemPrompt: string; tools: string };
    this.#options = options;
    this.#list = db.query<Record<string, never>, AgentRow>(
      `SELECT ${columns} FROM agents ORDER BY created_at, id`,
    );
    this.#get = db.query<{ id: string }, AgentRow>(`SELECT ${columns} FROM agents WHERE id = @id`);
    this.#insert = db.command<Written & { reader: string | null; now: number }>(`
      INSERT INTO agents (id, name, colour, system_prompt, tools, reader, created_at)
      VALUES (@id, @name, @colour, @systemPrompt, @tools, @reader, @now)`);
    this.#update = db.command<Written & { reader: string | null }>(`
      UPDATE agents SET name = @name, colour = @colour, system_prompt = @systemPrompt, tools = @tools,
        reader = @reader
      WHERE id = @id`);
    this.#archive = db.command<{ id: string; at: number | null }>(
      'UPDATE agents SET archived_at = @at WHERE id = @id',
    );
  }

  /** Oldest first, those that were put away too. */
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

  /** Throws `name_taken` where another agent in use has the name. */
  create(fields: AgentFields): Agent {
    const { db, environment } = this.#options;
    const id = environment.newId();
    return db.transaction(() => {
      this.#refuseTaken(fields.name, id);
      this.#insert.run({ ...written(id, fields), now: environment.now() });
      return this.get(id);
    });
  }

  /** Makes an agent whose name is numbered where it is taken: of another one, or of a file. */
  add(fields: AgentFields): Agent {
    return this.create({ ...fields, name: this.#freeName(fields.name) });
  }

  /** A copy in the next colour, under a numbered name. Throws `not_found`. */
  duplicate(id: string): Agent {
    const { colour, ...fields } = this.get(id);
    return this.add({ ...fields, colour: (colour + 1) % agentColours });
  }

  /** Throws `not_found` or `name_taken`. */
  update(id: string, fields: Partial<AgentFields>): Agent {
    return this.#options.db.transaction(() => {
      const changed = { ...this.get(id), ...fields };
      if (changed.archivedAt === null) this.#refuseTaken(changed.name, id);
      this.#update.run(written(id, changed));
      return this.get(id);
    });
  }

  /** Throws `not_found`, and `bad_request` for the agent that conversations begin with. */
  archive(id: string): Agent {
    if (id === firstAgentId) throw new BoughError('bad_request', 'The first agent cannot be put away');
    const { archivedAt } = this.get(id);
    if (archivedAt === null) this.#archive.run({ id, at: this.#options.environment.now() });
    return this.get(id);
  }

  /** Takes an agent back into use, under a numbered name where its own was given away. Throws `not_found`. */
  restore(id: string): Agent {
    return this.#options.db.transaction(() => {
      const agent = this.get(id);
      if (agent.archivedAt === null) return agent;
      this.#archive.run({ id, at: null });
      return this.update(id, { name: this.#freeName(agent.name, id) });
    });
  }

  /** The name, or the first of "name 2", "name 3" and so on that no other agent in use has. */
  #freeName(name: string, id?: string): string {
    let free = name;
    for (let number = 2; this.#isTaken(free, id); number += 1) free = `${name.slice(0, 55)} ${number}`;
    return free;
  }

  #isTaken(name: string, id: string | undefined): boolean {
    const others = this.list().filter((agent) => agent.archivedAt === null && agent.id !== id);
    return others.some((agent) => fold(agent.name) === fold(name));
  }

  #refuseTaken(name: string, id: string): void {
    if (!this.#isTaken(name, id)) return;
    throw new BoughError('name_taken', 'Another agent has this name', { params: { name } });
  }
}

/** Names are the same to people, and to `@`, whatever their capitals. */
const fold = (name: string): string => name.normalize('NFC').toLocaleLowerCase();

function written(id: string, fields: AgentFields) {
  const { name, colour, systemPrompt, tools, reader } = fields;
  return {
    id,
    name: name.normalize('NFC'),
    colour,
    systemPrompt,
    tools: JSON.stringify(tools),
    reader: reader && JSON.stringify(reader),
  };
}

function toAgent(row: AgentRow): Agent {
  return {
    ...row,
    tools: parseStored(row.tools, z.array(z.string()), `list of tools of agent ${row.id}`),
    reader: row.reader === null ? null : parseStored(row.reader, readerSchema, `reader of agent ${row.id}`),
  };
}
