import { z } from 'zod';
import type { Message, MessageStatus, MessageUsage, Part, SiblingPlace } from '#contract';
import { partSchema } from '#contract/parts.ts';
import { BoughError } from '#core/errors.ts';
import type { PathNode, Role } from '#core/tree/types.ts';

/** A message as the database keeps it. */
export interface MessageRow {
  id: string;
  conversation_id: string;
  parent_id: string | null;
  depth: number;
  role: Role;
  agent_id: string | null;
  status: MessageStatus;
  model: string | null;
  usage: string | null;
  created_at: number;
  cut_off: number;
  parts: string;
}

/** A message without its content, as the database keeps it. */
export type NodeRow = Pick<MessageRow, 'id' | 'parent_id' | 'role' | 'status' | 'agent_id' | 'depth'>;

const nodeNames = ['id', 'parent_id', 'role', 'status', 'agent_id', 'depth'] as const;
const messageNames = [
  ...nodeNames,
  'conversation_id',
  'model',
  'usage',
  'created_at',
  'cut_off',
  'parts',
] as const;

/** The columns of a `NodeRow`, of the table named `m`. */
export const nodeColumns = nodeNames.map((name) => `m.${name}`).join(', ');
/** The columns of a `MessageRow`, of the table named `m`. */
export const messageColumns = messageNames.map((name) => `m.${name}`).join(', ');

const partsSchema = z.array(partSchema);
export const usageSchema = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  cost: z.number().optional(),
}) as z.ZodType<MessageUsage>;

export function toNode(row: NodeRow): PathNode {
  return {
    id: row.id,
    parentId: row.parent_id,
    role: row.role,
    status: row.status,
    agentId: row.agent_id,
    depth: row.depth,
  };
}

/** Throws `not_found` for the root, which never leaves the storage. */
export function toMessage(row: MessageRow, siblings: SiblingPlace): Message {
  if (row.role === 'root' || row.parent_id === null) {
    throw new BoughError('not_found', 'The root is not a message that can be read');
  }
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    agentId: row.agent_id,
    status: row.status,
    parts: parseParts(row),
    model: row.model,
    usage: row.usage === null ? null : parseStored(row.usage, usageSchema, `usage of message ${row.id}`),
    createdAt: row.created_at,
    depth: row.depth,
    siblings,
    ...(row.cut_off === 1 && { cutOff: true as const }),
  };
}

export function parseParts(row: Pick<MessageRow, 'id' | 'parts'>): Part[] {
  return parseStored(row.parts, partsSchema, `message ${row.id}`);
}

/** Validates on write, so that what is read later is what was meant. Throws `internal`. */
export function serialiseParts(parts: Part[]): string {
  const result = partsSchema.safeParse(parts);
  if (!result.success) {
    throw new BoughError('internal', 'A message is not made of valid parts', {
      detail: result.error.message,
    });
  }
  return JSON.stringify(result.data);
}

/** Reads a JSON column. Throws `workspace_unreadable`: what cannot be understood is never taken for empty. */
export function parseStored<T>(json: string, schema: z.ZodType<T>, what: string): T {
  const result = schema.safeParse(JSON.parse(json));
  if (result.success) return result.data;
  throw new BoughError('workspace_unreadable', `The database holds an unreadable ${what}`, {
    detail: result.error.message,
  });
}
