import { z } from 'zod';
import { readerSchema } from './conversations.ts';
import { method } from './define.ts';
import { idSchema } from './ids.ts';

/** Number of agent colours of the theme. */
export const agentColours = 8;

/** What people set of an agent. */
export const agentFieldsSchema = z.strictObject({
  /** What `@` finds it by: one line, and no `@` in it. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[^@\p{Cc}\p{Zl}\p{Zp}]+$/u),
  /** Colour index, from 0, into the theme's agent colours. */
  colour: z
    .int()
    .min(0)
    .max(agentColours - 1),
  systemPrompt: z.string().max(200_000),
  /** Names of its resident tools. */
  tools: z.array(z.string().min(1).max(128)).max(200),
  /** The model that it answers with; null: the conversation's own. */
  reader: readerSchema.nullable(),
});
export type AgentFields = z.infer<typeof agentFieldsSchema>;

/** A named helper. */
export interface Agent extends AgentFields {
  id: string;
  /** When it was put away, milliseconds since the epoch. It keeps the name of its messages and answers no more. */
  archivedAt: number | null;
}

const one = z.strictObject({ id: idSchema });

export const agentMethods = {
  /** Oldest first, those that were put away too. */
  'agents.list': method<Agent[]>()(z.strictObject({})),
  /** Answers `name_taken` where another agent in use has the name, in capitals or not. */
  'agents.create': method<Agent>()(agentFieldsSchema),
  /** Answers `name_taken`. What it said before stays as it was. */
  'agents.update': method<Agent>()(one.extend({ fields: agentFieldsSchema.partial() })),
  'agents.duplicate': method<Agent>()(one),
  /** Puts an agent away. Answers `bad_request` for the one that every workspace begins with. */
  'agents.archive': method<Agent>()(one),
  'agents.restore': method<Agent>()(one),
  /** Saves an agent as a file to hand on, where the user says. */
  'agents.saveFile': method<{ saved: boolean }>()(one),
  /** Makes agents of files that the user chooses. Answers `agent_file_unreadable` for one that holds none. */
  'agents.openFiles': method<Agent[]>()(z.strictObject({})),
};
