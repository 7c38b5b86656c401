import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import type { Usage } from './tree.ts';

/** The model that reads a conversation: a route and a model id on it. */
export const readerSchema = z.strictObject({ routeId: z.string().min(1), modelId: z.string().min(1) });
export type Reader = z.infer<typeof readerSchema>;

export interface Conversation {
  id: string;
  title: string;
  /** `user` titles are never replaced by an automatic one. */
  titleSource: 'auto' | 'user';
  tipId: string;
  /** The invisible root message. */
  rootId: string;
  /** Number of messages on the current branch, the root not counted. */
  pathLength: number;
  /** Number of leaves. 0 in a conversation without a message. */
  branchCount: number;
  agentId: string;
  /** Null: the app's default reader. */
  reader: Reader | null;
  createdAt: number;
  updatedAt: number;
  trashedAt: number | null;
}

/** What the answers of a conversation took, on all of its branches. */
export interface Spent extends Usage {
  /** US dollars, of the answers whose prices were known. */
  cost: number;
  /** Answers whose provider said what they took, and those of them whose prices were not known. */
  answers: number;
  unpriced: number;
}

export interface ConversationPage {
  items: Conversation[];
  /** Pass it back to get the next page; null at the end. */
  next: string | null;
}

const one = z.strictObject({ id: idSchema });
const several = z.strictObject({ ids: z.array(idSchema).max(100_000) });

export const conversationMethods = {
  /** Newest activity first. Metadata only: reads no message. */
  'conversations.list': method<ConversationPage>()(
    z.strictObject({
      trashed: z.boolean().default(false),
      after: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(200).default(60),
    }),
  ),
  'conversations.get': method<Conversation>()(one),
  'conversations.spent': method<Spent>()(one),
  'conversations.create': method<Conversation>()(z.strictObject({ agentId: idSchema.optional() })),
  'conversations.rename': method<Conversation>()(
    z.strictObject({ id: idSchema, title: z.string().trim().min(1).max(200) }),
  ),
  'conversations.setReader': method<Conversation>()(
    z.strictObject({ id: idSchema, reader: readerSchema.nullable() }),
  ),
  /** Who answers where nobody is named. Answers `bad_request` for an agent that was put away. */
  'conversations.setAgent': method<Conversation>()(z.strictObject({ id: idSchema, agentId: idSchema })),
  /** [B5] Moves to the trash. Answers of a running turn are stopped and kept first. */
  'conversations.trash': method<Conversation>()(one),
  'conversations.restore': method<Conversation>()(one),
  /** [B5] `trash` and `restore` for several at once, in one transaction. The answer leaves out those that are gone. */
  'conversations.trashSeveral': method<Conversation[]>()(several),
  'conversations.restoreSeveral': method<Conversation[]>()(several),
  /** [B5] The only way anything is deleted for good; names what it empties. */
  'conversations.emptyTrash': method<{ deleted: number }>()(several),
};
