import { z } from 'zod';
import { method } from './define.ts';
import { idSchema } from './ids.ts';
import { type DraftContent, draftContentSchema } from './turns.ts';

export const draftMethods = {
  'drafts.get': method<DraftContent | null>()(z.strictObject({ conversationId: idSchema })),
  /** Empty text and no attachments remove the draft. */
  'drafts.save': method<{ saved: true }>()(
    z.strictObject({ conversationId: idSchema, content: draftContentSchema }),
  ),
};
