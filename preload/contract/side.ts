import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import type { Part } from './parts.ts';

/** `btw`: a question about the conversation. `handoff`: a document that hands it over. */
export const sideKindSchema = z.enum(['btw', 'handoff']);
export type SideKind = z.infer<typeof sideKindSchema>;

/** How a side question ended. Nothing of it becomes part of the conversation, and none of it is kept. */
export interface SideEnd {
  status: 'complete' | 'interrupted' | 'failed';
  parts: Part[];
}

export const sideMethods = {
  /**
   * Asks the conversation's agent beside its current branch. The answer arrives in `delta` events under the id as both
   * conversation and message, and in a `side` event at its end.
   */
  'side.ask': method<{ id: string }>()(
    z.strictObject({
      conversationId: idSchema,
      kind: sideKindSchema,
      /** The question; of a handoff, what it shall dwell on. */
      text: z.string().trim().max(20_000),
    }),
  ),
  /** What is written so far stays in its end. */
  'side.stop': method<{ stopped: boolean }>()(z.strictObject({ id: idSchema })),
};
