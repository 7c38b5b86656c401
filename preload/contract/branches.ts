import { z } from 'zod';
import type { GaugeLevel } from './context.ts';
import type { Conversation } from './conversations.ts';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import { maxLabelLength, plainLabel } from './label.ts';
import type { TipMove } from './tree.ts';

/** The first words of a message, for where it is named and not read. */
export interface Excerpt {
  id: string;
  /** One line without Markdown's signs; empty where nothing was said. */
  text: string;
  attachments: number;
}

/** A name that people gave to a branch; it stays with the branch while that grows. */
export interface BranchName {
  /** The first message of the branch. */
  messageId: string;
  /** Null: none, the first words stand for it. */
  name: string | null;
}

/** About how much of the reader's window a branch would take. Tokens; counted roughly, `context.gauge` knows better. */
export interface BranchGauge {
  leafId: string;
  tokens: number;
  /** Of the window, 0 to 1 and above. */
  share: number;
  level: GaugeLevel;
}

/**
 * Where two branches part. The messages of a side after `sharedId` are `length` many: `tree.page` with `until` its
 * leaf brings them, `skip` counted from the leaf up.
 */
export interface Comparison {
  /** The last message that both have; the root where they share none. */
  sharedId: string;
  /** Number of messages that both have. */
  sharedLength: number;
  left: ComparedBranch;
  right: ComparedBranch;
}

export interface ComparedBranch {
  leafId: string;
  /** Number of messages after the last shared one; 0 where the other branch goes on from this one. */
  length: number;
}

/** What a fork would copy. */
export interface ForkPreview {
  /** The last message that would be copied. */
  messageId: string;
  messages: number;
  /** Different files; they are shared, not copied. */
  attachments: number;
  /** Agents whose memory of the path goes with it. */
  agents: number;
  /** Points on the path that are marked. */
  marks: number;
}

/** The conversation that a fork was made from. */
export interface ForkOrigin {
  /** Null: it was deleted for good. */
  conversationId: string | null;
  title: string;
  trashed: boolean;
  /** The message in it after which the two part. */
  messageId: string;
  /** The first so many messages of this conversation are copies. */
  copied: number;
  createdAt: number;
}

/** A fork that was made of this conversation. */
export interface Fork {
  conversationId: string;
  title: string;
  trashed: boolean;
  /** The message here after which the two part. */
  messageId: string;
  createdAt: number;
}

/** Where a conversation came from, and what was made of it. Oldest fork first. */
export interface ForkLinks {
  origin: ForkOrigin | null;
  forks: Fork[];
}

/** [T9] [T10] A label on a turn boundary: the moment after an agent's message. */
export interface Mark {
  label: string;
  messageId: string;
  /** The agent whose turn it is. */
  agentId: string;
  createdAt: number;
}

/** A label as people and agents write it. Without a pattern: it is in a tool's schema, and not every provider takes one. */
export const labelSchema = z.string().overwrite(plainLabel).min(1).max(maxLabelLength);

const inConversation = z.strictObject({ conversationId: idSchema });
const atMessage = inConversation.extend({ messageId: idSchema });

export const branchMethods = {
  /** Texts on demand for a tree without texts; unknown ids, the root and other conversations' are left out. */
  'branches.excerpts': method<Excerpt[]>()(
    inConversation.extend({
      ids: z.array(idSchema).max(500),
      /** Most characters of each. */
      length: z.number().int().min(10).max(600).default(80),
    }),
  ),
  /**
   * Messages of the conversation that hold every word of a text, in the order they were made; at most `limit`. Any
   * script, whatever its case.
   */
  'branches.find': method<string[]>()(
    inConversation.extend({
      text: z.string().max(500),
      limit: z.number().int().min(1).max(2000).default(500),
    }),
  ),
  /** Names the branch that a message is on: any message of it will do. */
  'branches.setName': method<BranchName>()(
    atMessage.extend({ name: z.string().trim().min(1).max(80).nullable() }),
  ),
  /** In the order asked for; unknown ids are left out. `no_reader` where the reader's route is gone. */
  'branches.gauges': method<{ window: number; gauges: BranchGauge[] }>()(
    inConversation.extend({ leafIds: z.array(idSchema).max(500) }),
  ),
  'branches.compare': method<Comparison>()(inConversation.extend({ leftId: idSchema, rightId: idSchema })),
  /** `bad_request` for a message that is being written or failed: it cannot be copied. */
  'branches.previewFork': method<ForkPreview>()(atMessage),
  /**
   * [B7] Copies the path that ends with a message into a new conversation. Tells of it by a `conversation` event, and
   * of the new link by a `branches` event for both. `bad_request` as `branches.previewFork`.
   */
  'branches.fork': method<{ conversation: Conversation; messages: number }>()(
    atMessage.extend({ title: z.string().trim().min(1).max(200).optional() }),
  ),
  'branches.links': method<ForkLinks>()(inConversation),
  /** Every mark of every branch, in the order they were set; or those that count `on` the branch that ends with a message. */
  'branches.marks': method<Mark[]>()(inConversation.extend({ on: idSchema.optional() })),
  /**
   * [T10] Marks the moment after an agent's message. A label that is on its branch already moves: `movedFrom` says
   * from where. `bad_request` for anything but a finished or stopped answer.
   */
  'branches.mark': method<{ mark: Mark; movedFrom: string | null }>()(
    atMessage.extend({ label: labelSchema }),
  ),
  /** Takes a mark away. `not_found`. */
  'branches.unmark': method<{ mark: Mark }>()(atMessage.extend({ label: labelSchema })),
  /**
   * [T10] Moves the tip to exactly the point that a label of the current branch marks. `no_checkpoint` otherwise, whose
   * `labels` parameter names those that exist; `no_checkpoints` where none do.
   */
  'branches.rewind': method<TipMove & { mark: Mark }>()(inConversation.extend({ label: labelSchema })),
};
