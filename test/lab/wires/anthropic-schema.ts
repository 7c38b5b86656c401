import { z } from 'zod';

// Shapes: `MessageCreateParams` and `ContentBlockParam` of the Anthropic SDK 1.14 and the API reference.
const cacheControl = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish();

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  cache_control: cacheControl,
  citations: z.array(z.unknown()).nullish(),
});
const image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: z.string(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
  ]),
  cache_control: cacheControl,
  transformations: z.strictObject({ oversized_image: z.enum(['downsize', 'error']).optional() }).nullish(),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), media_type: z.literal('text/plain'), data: z.string() }),
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.string() }),
  ]),
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: z.strictObject({ enabled: z.boolean().optional() }).nullish(),
  cache_control: cacheControl,
});
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() });
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,200}$/),
  input: z.record(z.string(), z.unknown()),
  caller: z.strictObject({ type: z.literal('direct') }).optional(),
  cache_control: cacheControl,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]).optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
});

const block = z.discriminatedUnion('type', [text, image, document, thinking, redacted, toolUse, toolResult]);

const message = z.strictObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string(), z.array(block)]),
});

const tool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({
    type: z.literal('object'),
    properties: z.record(z.string(), z.unknown()).nullish(),
    required: z.array(z.string()).nullish(),
  }),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  defer_loading: z.boolean().optional(),
  eager_input_streaming: z.boolean().nullish(),
  input_examples: z.array(z.record(z.string(), z.unknown())).optional(),
});

const parallel = { disable_parallel_tool_use: z.boolean().optional() };
const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...parallel }),
  z.strictObject({ type: z.literal('any'), ...parallel }),
  z.strictObject({ type: z.literal('tool'), name: z.string(), ...parallel }),
  z.strictObject({ type: z.literal('none') }),
]);

const display = z.enum(['summarized', 'omitted']).nullish();
const binding = z
  .strictObject({ prefix_mismatch_behavior: z.enum(['error', 'drop_block']).nullish() })
  .nullish();
const thinkingConfig = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1024),
    display,
    block_binding: binding,
  }),
  z.strictObject({ type: z.literal('adaptive'), display, block_binding: binding }),
  z.strictObject({ type: z.literal('disabled') }),
]);

const counted = {
  model: z.string(),
  messages: z.array(message),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: toolChoice.optional(),
  thinking: thinkingConfig.optional(),
  cache_control: cacheControl,
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: z
        .strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })
        .nullish(),
    })
    .optional(),
};

/** `POST /v1/messages`. */
export const messagesBody = z.strictObject({
  ...counted,
  max_tokens: z.int().min(0),
  stream: z.boolean().optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().min(0).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
});

/** `POST /v1/messages/count_tokens`. */
export const countBody = z.strictObject(counted);

export type MessagesBody = z.infer<typeof messagesBody>;
/** What both requests have in common. */
export type CountedBody = z.infer<typeof countBody>;
export type Message = z.infer<typeof message>;
export type Block = z.infer<typeof block>;
export type ImageBlock = z.infer<typeof image>;
export type TextBlock = z.infer<typeof text>;

/** A message's content as blocks: a string is shorthand for one text block. */
export const blocksOf = (content: string | readonly Block[]): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Every block of the messages with its place. */
export function* everyBlock(messages: readonly Message[]) {
  for (const [index, { role, content }] of messages.entries()) {
    for (const [at, found] of blocksOf(content).entries()) {
      yield { role, block: found, index, at, place: `messages.${index}.content.${at}` };
    }
  }
}
