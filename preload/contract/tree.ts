import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import type { Part } from './parts.ts';

export type MessageStatus = 'streaming' | 'complete' | 'interrupted' | 'failed';

/** Tokens as the provider reported them for the whole turn. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** The usage of a message, with what it cost: US dollars at the prices of its time, absent where they were not known. */
export interface MessageUsage extends Usage {
  cost?: number;
}

/** Where a message stands among the children of its parent. */
export interface SiblingPlace {
  /** 1-based. */
  index: number;
  count: number;
  previousId: string | null;
  nextId: string | null;
}

/** One node of the tree as the renderer sees it. The root never crosses the bridge. */
export interface Message {
  id: string;
  conversationId: string;
  /** The message it continues from; the root's id for a first message. */
  parentId: string;
  role: 'user' | 'agent';
  /** The agent that wrote it; null for the user's messages. */
  agentId: string | null;
  status: MessageStatus;
  parts: Part[];
  /** `provider/model` as it was asked; null for the user's messages. */
  model: string | null;
  usage: MessageUsage | null;
  createdAt: number;
  /** 1 for a first message: its place on its path. */
  depth: number;
  siblings: SiblingPlace;
  /** It was being written when the app closed: nobody stopped it. Only where it is `interrupted`. */
  cutOff?: true;
}

export interface PathPage {
  /** In reading order, without gaps. */
  messages: Message[];
  tipId: string;
  /** Number of messages on the current branch. */
  pathLength: number;
  /**
   * The newest answer below the tip that is being written, or that failed; below an answer, that of another agent.
   * The tip moves onto an answer only when it is complete or was stopped.
   */
  below: Message | null;
}

/**
 * The whole tree without texts, in columns: `parents[i]` is an index into the same arrays, -1 at the root. Parents come
 * before their children, siblings in the order they were made. `branches.marks` has the marks.
 */
export interface TreeSkeleton {
  ids: string[];
  parents: number[];
  roles: ('root' | 'user' | 'agent')[];
  statuses: MessageStatus[];
  /** 0 at the root. */
  depths: number[];
  /** Agents that wrote something, in the order they first did. */
  agentIds: string[];
  /** Index into `agentIds`; -1 for the root and the user's messages. */
  agents: number[];
  /**
   * Index of the first message of the branch that a message is on; the root's own for the root. A branch goes on with
   * the first child that did not fail (or the first, where all did); every other child begins a branch of its own. The
   * root's first child begins one too.
   */
  branches: number[];
  /** Names that people gave to branches. */
  names: { messageId: string; name: string }[];
  /** Messages after which forks of this conversation part from it. */
  forks: { messageId: string; conversationId: string }[];
  tipId: string;
}

/** What a tip move leaves behind: enough for undo. */
export interface TipMove {
  tipId: string;
  previousTipId: string;
  pathLength: number;
}

/** What was said after a message that the tip went back to. */
export interface Ahead {
  /** The message below it that was last used as the tip, or else the newest one there. */
  leafId: string;
  /** Number of messages after it, up to that one. */
  messages: number;
}

export const treeMethods = {
  /**
   * Messages of a path, `limit` of them, ending at `until` (default: the tip). For a message far up, `until` is
   * any loaded message below it and `skip` the number of messages to walk over first.
   */
  'tree.page': method<PathPage>()(
    z.strictObject({
      conversationId: idSchema,
      until: idSchema.optional(),
      skip: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(100).default(40),
    }),
  ),
  'tree.message': method<Message>()(z.strictObject({ id: idSchema })),
  /** [B2] Continue from any message: one row, one column. */
  'tree.moveTip': method<TipMove>()(z.strictObject({ conversationId: idSchema, messageId: idSchema })),
  /** [B9] Shows a sibling and goes to the leaf last used below it. */
  'tree.switchSibling': method<TipMove>()(
    z.strictObject({ conversationId: idSchema, fromId: idSchema, toId: idSchema }),
  ),
  /** The way on that was left behind by going back to a message; null where nothing finished follows it. */
  'tree.ahead': method<Ahead | null>()(z.strictObject({ conversationId: idSchema, messageId: idSchema })),
  'tree.skeleton': method<TreeSkeleton>()(z.strictObject({ conversationId: idSchema })),
};
