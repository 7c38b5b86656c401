import { z } from 'zod';
import { readerSchema } from '#contract/conversations.ts';
import { idSchema, timeSchema } from '#contract/ids.ts';
import { attachmentSchema, partSchema } from '#contract/parts.ts';
import { usageSchema } from '../storage/message-rows.ts';

const agent = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(200),
  colour: z.number().int().min(0).max(7),
  systemPrompt: z.string(),
  tools: z.array(z.string().max(200)).max(1000),
  reader: readerSchema.nullable(),
  archivedAt: timeSchema.nullable(),
});

const conversation = z.strictObject({
  id: idSchema,
  title: z.string().max(10_000),
  titleSource: z.enum(['auto', 'user']),
  agentId: idSchema,
  reader: readerSchema.nullable(),
  rootId: idSchema,
  tipId: idSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
  trashedAt: timeSchema.nullable(),
  branchNames: z.array(z.strictObject({ messageId: idSchema, name: z.string().min(1).max(1000) })),
  origin: z
    .strictObject({
      conversationId: idSchema.nullable(),
      title: z.string(),
      messageId: idSchema,
      copied: z.number().int().positive(),
      createdAt: timeSchema,
    })
    .nullable(),
});

const message = z.strictObject({
  id: idSchema,
  parentId: idSchema,
  role: z.enum(['user', 'agent']),
  agentId: idSchema.nullable(),
  status: z.enum(['complete', 'interrupted', 'failed']),
  model: z.string().nullable(),
  usage: usageSchema.nullable(),
  createdAt: timeSchema,
  parts: z.array(partSchema),
});

const count = z.number().int().nonnegative();

/** The records of a Bough JSON file behind its header. Turns and passes are checked with their transcript. */
export const boughRecordSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('agent'), agent }),
  z.strictObject({
    type: z.literal('attachment'),
    attachment: attachmentSchema.omit({ name: true }),
    data: z.string().nullable(),
    missing: z.boolean(),
  }),
  z.strictObject({ type: z.literal('conversation'), conversation }),
  z.strictObject({ type: z.literal('message'), message }),
  z.strictObject({
    type: z.literal('transcript'),
    version: z.literal(1),
    agentId: idSchema,
    checkpoints: z.array(z.unknown()),
  }),
  z.strictObject({ type: z.literal('turn'), turn: z.unknown() }),
  z.strictObject({ type: z.literal('pass'), pass: z.unknown() }),
  z.strictObject({ type: z.literal('lostTranscript'), agentId: idSchema, reason: z.string().max(100) }),
  z.strictObject({
    type: z.literal('end'),
    agents: count,
    attachments: count,
    conversations: count,
    messages: count,
    transcripts: count,
    turns: count,
    passes: count,
  }),
]);

export type BoughImportRecord = z.infer<typeof boughRecordSchema>;
export type BoughAgent = z.infer<typeof agent>;
export type BoughConversationRow = z.infer<typeof conversation>;
export type BoughMessageRow = z.infer<typeof message>;

/** The first record. A version that is newer is told from one that is nothing of ours. */
export const boughHeaderSchema = z.object({
  type: z.literal('bough'),
  version: z.number().int().positive(),
  attachments: z.enum(['inline', 'beside']),
});
