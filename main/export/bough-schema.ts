import { z } from 'zod';
import { agentFieldsSchema } from '#contract/agents.ts';
import { readerSchema } from '#contract/conversations.ts';
import { idSchema, timeSchema } from '#contract/ids.ts';
import { attachmentSchema, partSchema } from '#contract/parts.ts';
import { type BoughRecord, boughVersion } from '#core/export/bough-format.ts';
import { usageSchema } from '../storage/message-rows.ts';
import { passSchema } from '../storage/pass-schema.ts';
import { checkpointSchema, turnSchema } from '../storage/transcript-file.ts';

const count = z.number().int().nonnegative();

const header = z.strictObject({
  type: z.literal('bough'),
  version: z.literal([1, boughVersion]),
  app: z.string(),
  exportedAt: timeSchema,
  attachments: z.enum(['inline', 'beside']),
});

const agent = z.strictObject({
  type: z.literal('agent'),
  agent: agentFieldsSchema.extend({ id: idSchema, archivedAt: timeSchema.nullable() }),
});

const attachment = z.strictObject({
  type: z.literal('attachment'),
  attachment: attachmentSchema.omit({ name: true }),
  data: z.base64().nullable(),
  missing: z.boolean(),
});

const conversation = z.strictObject({
  type: z.literal('conversation'),
  conversation: z.strictObject({
    id: idSchema,
    title: z.string(),
    titleSource: z.enum(['auto', 'user']),
    agentId: idSchema,
    reader: readerSchema.nullable(),
    rootId: idSchema,
    tipId: idSchema,
    createdAt: timeSchema,
    updatedAt: timeSchema,
    trashedAt: timeSchema.nullable(),
    branchNames: z.array(z.strictObject({ messageId: idSchema, name: z.string().min(1) })),
    origin: z
      .strictObject({
        conversationId: idSchema.nullable(),
        title: z.string(),
        messageId: idSchema,
        copied: count,
        createdAt: timeSchema,
      })
      .nullable(),
    imported: z
      .strictObject({
        source: z.string().min(1),
        key: z.string().min(1),
        title: z.string(),
        tipId: idSchema,
      })
      .nullable()
      .default(null),
  }),
});

const message = z.strictObject({
  type: z.literal('message'),
  message: z
    .strictObject({
      id: idSchema,
      parentId: idSchema,
      role: z.enum(['user', 'agent']),
      agentId: idSchema.nullable(),
      status: z.enum(['complete', 'interrupted', 'failed']),
      model: z.string().nullable(),
      usage: usageSchema.nullable(),
      createdAt: timeSchema,
      cutOff: z.literal(true).optional(),
      sourceKey: z.string().optional(),
      parts: z.array(partSchema),
    })
    .refine(({ role, agentId }) => (role === 'agent') === (agentId !== null), {
      error: 'An agent message names its agent, a user message none',
    })
    .refine(({ role, status }) => role === 'agent' || status === 'complete', {
      error: 'A user message is complete',
    })
    .refine(({ status, cutOff }) => status === 'interrupted' || cutOff === undefined, {
      error: 'Only an interrupted answer was cut off',
    }),
});

const extra = z.strictObject({
  type: z.literal('extra'),
  extra: z.strictObject({
    key: z.string(),
    place: count,
    messageId: idSchema.nullable(),
    content: z.unknown(),
  }),
});

const transcript = z.strictObject({
  type: z.literal('transcript'),
  version: z.literal(1),
  agentId: idSchema,
  checkpoints: z.array(checkpointSchema),
});

const lostTranscript = z.strictObject({
  type: z.literal('lostTranscript'),
  agentId: idSchema,
  reason: z.enum(['missing', 'unreadable', 'newer']),
});

const end = z.strictObject({
  type: z.literal('end'),
  agents: count,
  attachments: count,
  conversations: count,
  messages: count,
  extras: count.default(0),
  transcripts: count,
  turns: count,
  passes: count,
});

/** One record of Bough's own format, as it comes from a file: untrusted. What is not known of a record is refused. */
export const boughRecordSchema: z.ZodType<BoughRecord> = z.discriminatedUnion('type', [
  header,
  agent,
  attachment,
  conversation,
  message,
  extra,
  transcript,
  z.strictObject({ type: z.literal('turn'), turn: turnSchema }),
  z.strictObject({ type: z.literal('pass'), pass: passSchema }),
  lostTranscript,
  end,
]);

/** Enough of any version's first record to see what wrote it. */
export const anyBoughHeaderSchema = z.object({ type: z.literal('bough'), version: z.number().int() });
