import type { MessageStatus } from '#contract';

export type Role = 'root' | 'user' | 'agent';

/** A message without its content: what paths, alignment and tip moves need of it. */
export interface PathNode {
  id: string;
  /** Null at the root only [B1]. */
  parentId: string | null;
  role: Role;
  status: MessageStatus;
  /** The agent that wrote it; null for the root and the user's messages. */
  agentId: string | null;
  /** Number of steps from the root, which has 0. */
  depth: number;
}

/** A row as the database keeps it: `seq` grows with every insert and is what orders siblings, never a clock [B6]. */
export interface TreeRow extends Pick<PathNode, 'id' | 'parentId' | 'role' | 'status'> {
  seq: number;
}
