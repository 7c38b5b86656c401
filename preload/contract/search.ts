import { z } from 'zod';
import { method } from './define.ts';

export interface SearchHit {
  conversationId: string;
  title: string;
  /** Null when the title matched. */
  messageId: string | null;
  /** Plain text around the match. */
  excerpt: string;
  /** [start, end) offsets into `excerpt`, in UTF-16 units. */
  highlights: [number, number][];
  createdAt: number;
}

export const searchMethods = {
  /** Any script; from two characters on. */
  'search.query': method<SearchHit[]>()(
    z.strictObject({ text: z.string().max(500), limit: z.number().int().min(1).max(100).default(50) }),
  ),
};
