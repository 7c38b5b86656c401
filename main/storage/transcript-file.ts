import { createHash } from 'node:crypto';
import { z } from 'zod';
import { idSchema, timeSchema } from '#contract/ids.ts';
import { attachmentSchema } from '#contract/parts.ts';
import { BoughError } from '#core/errors.ts';
import type { Transcript } from '#core/transcript/types.ts';
import { passSchema } from './pass-schema.ts';

const seenPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('attachment'), attachment: attachmentSchema }),
]);

const saidPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({ type: z.literal('call'), id: z.string(), name: z.string(), arguments: z.string() }),
]);

const usage = z.strictObject({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
});

const step = z.strictObject({
  said: z.array(saidPart),
  // The provider's own blocks: kept as they came, in whatever shape [T4].
  native: z.strictObject({ wire: z.string(), model: z.string(), blocks: z.array(z.unknown()) }),
  results: z.array(
    z.strictObject({
      callId: z.string(),
      name: z.string(),
      parts: z.array(seenPart),
      failed: z.boolean(),
      eventful: z.boolean(),
    }),
  ),
  usage: usage.nullable(),
  passMark: z.string().min(1).optional(),
});

/** A turn as a transcript file keeps it. */
export const turnSchema = z.strictObject({
  userMessageId: idSchema,
  agentMessageId: idSchema,
  routeId: z.string(),
  model: z.string(),
  user: z.array(seenPart),
  steps: z.array(step),
  source: z.enum(['seen', 'rebuilt']),
  endedAt: timeSchema,
  rewind: z
    .strictObject({ label: z.string().min(1), messageId: idSchema, digest: z.string().min(1) })
    .optional(),
});

/** A label on a turn boundary as a transcript file keeps it. */
export const checkpointSchema = z.strictObject({
  label: z.string().min(1),
  messageId: idSchema,
  createdAt: timeSchema,
});

const transcriptSchema: z.ZodType<Transcript> = z.strictObject({
  format: z.literal('bough-transcript'),
  version: z.literal(1),
  conversationId: idSchema,
  agentId: idSchema,
  turns: z
    .array(turnSchema)
    .refine((turns) => new Set(turns.map((each) => each.agentMessageId)).size === turns.length, {
      error: 'Two turns for one answer',
    }),
  checkpoints: z.array(checkpointSchema),
  passes: z.array(passSchema),
});

/** Enough of any version's file to see that it is newer than this app. */
const anyVersion = z.object({ format: z.literal('bough-transcript'), version: z.number().int() });

/** Whose transcript a file holds. */
export interface TranscriptKey {
  conversationId: string;
  agentId: string;
}

export type ParsedTranscript =
  | { kind: 'valid'; transcript: Transcript }
  | { kind: 'unreadable'; why: string }
  | { kind: 'newer'; why: string };

/**
 * Reads a transcript file [T7]. What is not wholly understood is never taken in part.
 *
 * @param key a file that says it belongs to another conversation or agent is unreadable as this one's [T1]
 */
export function parseTranscript(bytes: Uint8Array, key: TranscriptKey): ParsedTranscript {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (thrown) {
    return { kind: 'unreadable', why: String(thrown) };
  }
  const version = anyVersion.safeParse(json).data?.version ?? 0;
  if (version > 1) return { kind: 'newer', why: `Version ${version}` };
  const result = transcriptSchema.safeParse(json);
  if (!result.success) return { kind: 'unreadable', why: result.error.message };
  const transcript = result.data;
  if (transcript.conversationId !== key.conversationId || transcript.agentId !== key.agentId) {
    return { kind: 'unreadable', why: 'It belongs to another conversation or agent' };
  }
  return { kind: 'valid', transcript };
}

/**
 * The bytes of a transcript's file: the same transcript gives the same bytes, whatever order its own fields are in;
 * the provider's blocks keep theirs. Throws `internal` for one that could not be read back.
 */
export function serialiseTranscript(transcript: Transcript): Uint8Array {
  const result = transcriptSchema.safeParse(transcript);
  if (!result.success) {
    throw new BoughError('internal', 'Not a valid transcript', { detail: result.error.message });
  }
  return new TextEncoder().encode(`${JSON.stringify(result.data)}\n`);
}

/** Lower-case hexadecimal SHA-256. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A transcript in which nothing was said yet. */
export function emptyTranscript(key: TranscriptKey): Transcript {
  return {
    format: 'bough-transcript',
    version: 1,
    conversationId: key.conversationId,
    agentId: key.agentId,
    turns: [],
    checkpoints: [],
    passes: [],
  };
}

/**
 * The name of a transcript's file, from its two ids and nothing else. Throws `bad_request` for what is no id: it
 * may have come from a window, and must never name another file.
 */
export function transcriptFileName(key: TranscriptKey): string {
  const { conversationId, agentId } = key;
  if (!idSchema.safeParse(conversationId).success || !idSchema.safeParse(agentId).success) {
    throw new BoughError('bad_request', 'Not an id');
  }
  return `${conversationId}.${agentId}.json`;
}
