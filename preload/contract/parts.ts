import { z } from 'zod';
import { hashSchema } from './ids.ts';
import { errorCodes } from './result.ts';

/** A file that belongs to a message. The bytes live in `attachments/<hash>`. */
export const attachmentSchema = z.strictObject({
  hash: hashSchema,
  name: z.string().min(1).max(255),
  mime: z.string().min(1).max(127),
  kind: z.enum(['image', 'text', 'file']),
  bytes: z.number().int().nonnegative(),
  /** Pixels, images only. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});

export const textPartSchema = z.strictObject({ type: z.literal('text'), text: z.string() });

/** Reasoning as people may read it. What the provider needs back is in the transcript, verbatim. */
export const reasoningPartSchema = z.strictObject({ type: z.literal('reasoning'), text: z.string() });

export const attachmentPartSchema = z.strictObject({
  type: z.literal('attachment'),
  attachment: attachmentSchema,
});

/** Why a file stayed where its message came from. */
const absentReasons = ['not_in_archive', 'damaged', 'too_large'] as const;

/** A file of a message that was brought in, which did not come along. */
export const absentPartSchema = z.strictObject({
  type: z.literal('absent'),
  /** Null where its source knew no name. */
  name: z.string().min(1).max(255).nullable(),
  reason: z.enum(absentReasons),
});

/** One tool call with its result, shown as a card. */
export const toolPartSchema = z.strictObject({
  type: z.literal('tool'),
  /** The provider's call id. */
  id: z.string().min(1),
  name: z.string().min(1),
  /** The raw argument string as the model wrote it. */
  input: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  result: z.string().optional(),
  /** Set by the tool itself: an error, a change made in the world, or the user's own choice. */
  eventful: z.boolean().optional(),
  /** Duration. */
  milliseconds: z.number().nonnegative().optional(),
});

/** Why a message failed, or what its provider cut short. */
export const errorPartSchema = z.strictObject({
  type: z.literal('error'),
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  detail: z.string().optional(),
});

/** What a message is made of. Stored as JSON, validated on write and on read. */
export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  attachmentPartSchema,
  absentPartSchema,
  toolPartSchema,
  errorPartSchema,
]);

export type Attachment = z.infer<typeof attachmentSchema>;
export type TextPart = z.infer<typeof textPartSchema>;
export type ReasoningPart = z.infer<typeof reasoningPartSchema>;
export type AttachmentPart = z.infer<typeof attachmentPartSchema>;
export type AbsentPart = z.infer<typeof absentPartSchema>;
export type ToolPart = z.infer<typeof toolPartSchema>;
export type ErrorPart = z.infer<typeof errorPartSchema>;
export type Part = z.infer<typeof partSchema>;
