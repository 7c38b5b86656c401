import { z } from 'zod';
import { readerSchema } from './conversations.ts';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import { attachmentSchema } from './parts.ts';
import type { ErrorCode } from './result.ts';

/** What the user wrote. */
export const draftContentSchema = z.strictObject({
  text: z.string().max(2_000_000),
  attachments: z.array(attachmentSchema).max(50),
});
export type DraftContent = z.infer<typeof draftContentSchema>;

export interface StartedTurn {
  conversationId: string;
  /** The message that the turn answers: the user's, or another agent's where several answer in turn. */
  userMessageId: string;
  /** The agent message that is being written. */
  agentMessageId: string;
}

/** Why a turn waits before it asks its provider again, and until when. */
export interface TurnWait {
  code: ErrorCode;
  params?: Record<string, string | number>;
  /** 1 before the first repetition. */
  attempt: number;
  attempts: number;
  /** Milliseconds since the epoch. */
  until: number;
}

export interface RunningTurn extends StartedTurn {
  /** Null while the provider is answering. */
  wait: TurnWait | null;
}

/** [T8] Retry tells three things apart. */
export type RetryState =
  | { kind: 'nothing' }
  | { kind: 'not_loaded'; reason: 'missing' | 'unreadable' | 'newer' }
  | { kind: 'ready'; userMessageId: string; agentMessageId: string | null };

const answering = z.strictObject({ conversationId: idSchema, messageId: idSchema });

export const turnMethods = {
  /**
   * Appends the user's message below `parentId` (default: the tip) and starts a turn. Agents that the text names by
   * `@name` answer it one after the other, see `mentionsIn`.
   */
  'turns.send': method<StartedTurn>()(
    z.strictObject({
      conversationId: idSchema,
      parentId: idSchema.optional(),
      content: draftContentSchema,
      /** Each of these models answers, as siblings; default: the one of whoever is asked. */
      readers: z.array(readerSchema).min(1).max(6).optional(),
    }),
  ),
  /**
   * [B4] A sibling with new words. Of a user message: and a turn for it. Of an agent message: a complete one that
   * the tip moves onto, and no turn; `agentMessageId` is the new sibling.
   */
  'turns.edit': method<StartedTurn>()(answering.extend({ content: draftContentSchema })),
  /** [B4] A sibling of an agent message: the same question, asked again, of another model where one is named. */
  'turns.regenerate': method<StartedTurn>()(answering.extend({ reader: readerSchema.optional() })),
  /** [T2] Ends the answer; what is written so far is kept and marked interrupted. */
  'turns.stop': method<{ stopped: boolean }>()(z.strictObject({ messageId: idSchema })),
  'turns.retryState': method<RetryState>()(z.strictObject({ conversationId: idSchema })),
  /**
   * [T8] Answers `nothing_to_retry` or `history_not_loaded`, or starts the turn again. `rebuild`: go on although the
   * history is not loaded, with what the database holds of it as plain text.
   */
  'turns.retry': method<StartedTurn>()(
    z.strictObject({ conversationId: idSchema, rebuild: z.boolean().default(false) }),
  ),
  /**
   * [B11] The answer that the user looks at, among those being written; null: none. The tip goes onto it when it is
   * whole. A turn that is started, or a tip that is moved, says the same by itself.
   */
  'turns.look': method<{ looked: true }>()(
    z.strictObject({ conversationId: idSchema, messageId: idSchema.nullable() }),
  ),
  /** The answers being written right now, for a window that has just opened. */
  'turns.running': method<RunningTurn[]>()(z.strictObject({})),
};
