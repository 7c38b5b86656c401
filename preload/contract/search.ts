import { z } from 'zod';
import { method } from './define.ts';
import { idSchema, timeSchema } from './ids.ts';

/** What can be found: titles, what people wrote, what agents said. */
export const searchKinds = ['title', 'user', 'agent'] as const;
export type SearchKind = (typeof searchKinds)[number];

export interface SearchHit {
  conversationId: string;
  title: string;
  /** Null when the title matched. */
  messageId: string | null;
  /** Words around the match as people read them, without Markdown's signs. */
  excerpt: string;
  /** [start, end) offsets into `excerpt`, in UTF-16 units. */
  highlights: [number, number][];
  createdAt: number;
  kind: SearchKind;
  /** The branch that the message stands on; null when the title matched. */
  branch: { current: boolean; name: string | null } | null;
}

export const searchMethods = {
  /**
   * Any script; from two characters on. Every word must occur somewhere in a message, `"two words"` as they stand, and
   * `word*` at the beginning of a word. Titles first, then messages, newest first.
   */
  'search.query': method<SearchHit[]>()(
    z.strictObject({
      text: z.string().max(500),
      limit: z.number().int().min(1).max(100).default(50),
      kind: z.enum(searchKinds).optional(),
      agentId: idSchema.optional(),
      /** Of messages, and of conversations whose title matched; `to` is not included. */
      from: timeSchema.optional(),
      to: timeSchema.optional(),
    }),
  ),
};
