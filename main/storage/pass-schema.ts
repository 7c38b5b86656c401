import { z } from 'zod';
import { hashSchema, idSchema, timeSchema } from '#contract/ids.ts';
import type { FoldForm, Pass } from '#core/context/passes.ts';

const tokens = z.number().int().nonnegative();
const count = z.number().int().nonnegative();
const recallId = z.string().min(1).max(40);

const resultPlace = { messageId: idSchema, step: count, callId: z.string() };

const elision = z.strictObject({
  kind: z.literal('elision'),
  recallId,
  place: z.strictObject(resultPlace),
  reason: z.enum(['empty', 'superseded', 'old']),
  tokens,
});

const shedding = z.strictObject({
  kind: z.literal('shedding'),
  recallId,
  place: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('user'), messageId: idSchema, next: idSchema, part: count }),
    z.strictObject({ of: z.literal('result'), part: count, ...resultPlace }),
  ]),
  hash: hashSchema,
  tokens,
});

const cover = z.strictObject({
  messageId: idSchema,
  steps: z.strictObject({ from: count, to: z.number().int().positive().nullable() }).nullable(),
});

const page = z.strictObject({
  hash: hashSchema,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
});

const summaryChecks = z.strictObject({
  sourceTokens: tokens,
  tokens,
  facts: count,
  added: z.array(z.string()),
});

const form: z.ZodType<FoldForm> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pages'),
    shape: z.string().min(1),
    legend: z.string(),
    pages: z.array(page).min(1),
    sidecar: z.string(),
  }),
  z.strictObject({
    kind: z.literal('summary'),
    text: z.string().min(1),
    model: z.string(),
    checks: summaryChecks,
  }),
  z.strictObject({ kind: z.literal('omission') }),
]);

const fold = z.strictObject({
  kind: z.literal('fold'),
  id: recallId,
  as: z.enum(['pages', 'summary', 'omission']),
  covers: z.array(cover).min(1),
  turns: z.strictObject({ from: z.number().int().positive(), to: z.number().int().positive() }),
  source: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('text'), text: z.string() }),
      z.strictObject({ kind: z.literal('fold'), id: recallId }),
    ]),
  ),
  forms: z.array(form),
  tokens,
});

/** A pass as a transcript file keeps it. */
export const passSchema: z.ZodType<Pass> = z.strictObject({
  id: idSchema,
  createdAt: timeSchema,
  trigger: z.enum(['threshold', 'refusal', 'user']),
  edits: z.array(z.discriminatedUnion('kind', [elision, shedding, fold])).min(1),
  before: tokens,
  after: tokens,
  undone: z.boolean(),
});
