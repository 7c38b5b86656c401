import { z } from 'zod';
import { method } from './define.ts';
import { maxAttachmentBytes } from './limits.ts';
import type { Attachment } from './parts.ts';

export { maxAttachmentBytes };

export const attachmentMethods = {
  /** Stores the bytes by content hash; from drop and paste. */
  'attachments.add': method<Attachment>()(
    z.strictObject({
      name: z.string().min(1).max(255),
      bytes: z
        .instanceof(Uint8Array)
        .refine((b) => b.byteLength <= maxAttachmentBytes, 'attachment_too_large'),
    }),
  ),
  /** Opens the system's file dialog and stores what is chosen; empty when cancelled. */
  'attachments.pick': method<Attachment[]>()(z.strictObject({})),
  /** Asks where, and writes a copy of an attachment there. False when cancelled. */
  'attachments.saveCopy': method<{ saved: boolean }>()(
    z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), name: z.string().min(1).max(255) }),
  ),
};
