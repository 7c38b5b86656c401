import { z } from 'zod';

// Shapes: `ResponseCreateParams` and `ResponseInputItem` of the openai SDK 7.59 and OpenAI's API reference. What
// needs the vendor's storage (conversations, background, files, hosted tools) is not simulated.
const ttl = z.enum(['30m', '12h']);
const breakpoint = z.strictObject({ mode: z.literal('explicit'), ttl: ttl.optional() }).nullish();
const longText = z.string().max(10_485_760);

const inputText = z.strictObject({
  type: z.literal('input_text'),
  text: longText,
  prompt_cache_breakpoint: breakpoint,
});
const inputImage = z.strictObject({
  type: z.literal('input_image'),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
  image_url: z.string().nullish(),
  file_id: z.string().nullish(),
  prompt_cache_breakpoint: breakpoint,
});
const inputContent = z.union([
  longText,
  z.array(z.discriminatedUnion('type', [inputText, inputImage])).min(1),
]);

const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: longText,
  annotations: z.array(z.unknown()).optional(),
  logprobs: z.array(z.unknown()).optional(),
});
const refusal = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });

const status = z.enum(['in_progress', 'completed', 'incomplete']).nullish();
const id = z.string().max(64).nullish();
const callId = z.string().min(1).max(64);
const caller = z.strictObject({ type: z.literal('direct') }).nullish();

export const inputMessage = z.strictObject({
  type: z.literal('message').optional(),
  id,
  status,
  role: z.enum(['user', 'system', 'developer']),
  content: inputContent,
  phase: z.null().optional(),
});
export const outputMessage = z.strictObject({
  type: z.literal('message').optional(),
  id,
  status,
  role: z.literal('assistant'),
  content: z.union([longText, z.array(z.discriminatedUnion('type', [outputText, refusal])).min(1)]),
  phase: z.enum(['commentary', 'final_answer']).nullish(),
});
export const functionCall = z.strictObject({
  type: z.literal('function_call'),
  id,
  status,
  call_id: callId,
  name: z
    .string()
    .max(64)
    .regex(/^[a-zA-Z0-9_-]+$/),
  arguments: longText,
  caller,
});
export const functionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  id,
  status,
  call_id: callId,
  output: inputContent,
  caller,
});
export const reasoningItem = z.strictObject({
  type: z.literal('reasoning'),
  id,
  status,
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).optional(),
  encrypted_content: z.string().nullish(),
});
export const itemReference = z.strictObject({ type: z.literal('item_reference').nullish(), id: z.string() });

const tool = z.strictObject({
  type: z.literal('function'),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/)
    .max(64),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().optional(),
});
const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), name: z.string() }),
]);

const reasoning = z
  .strictObject({
    effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
    summary: z.enum(['auto', 'concise', 'detailed']).nullish(),
    context: z.enum(['auto', 'current_turn', 'all_turns']).nullish(),
  })
  .nullish();

const counted = {
  model: z.string(),
  input: z.union([longText, z.array(z.unknown())]).nullish(),
  instructions: longText.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  reasoning,
  text: z
    .strictObject({
      format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .nullish(),
  tool_choice: toolChoice.nullish(),
  tools: z.array(tool).max(128).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
};

/** `POST /v1/responses`; the items of `input` are checked one by one. */
export const responsesBody = z.strictObject({
  ...counted,
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  store: z.boolean().nullish(),
  include: z
    .array(
      z.enum([
        'reasoning.encrypted_content',
        'message.input_image.image_url',
        'message.output_text.logprobs',
      ]),
    )
    .nullish(),
  image: z
    .strictObject({ context_compression: z.enum(['auto', 'enabled', 'disabled']).optional() })
    .optional(),
  max_output_tokens: z.int().min(16).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  prompt_cache_key: z.string().max(64).nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(['implicit', 'explicit']).optional(), ttl: ttl.optional() })
    .optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  safety_identifier: z.string().max(128).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast']).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  user: z.string().optional(),
});

/** `POST /v1/responses/input_tokens`. */
export const countBody = z.strictObject(counted);

export type ResponsesBody = Omit<z.infer<typeof responsesBody>, 'input'>;
/** What both requests have in common. */
export type CountedBody = Omit<z.infer<typeof countBody>, 'input'>;

type InputMessage = z.infer<typeof inputMessage>;
type OutputMessage = z.infer<typeof outputMessage>;
type FunctionOutput = z.infer<typeof functionOutput>;
export type InputPart = Exclude<InputMessage['content'], string>[number];
export type OutputPart = Exclude<OutputMessage['content'], string>[number];
export type ReasoningItem = z.infer<typeof reasoningItem>;

/** An item of the input, with its content as parts. */
export type Item =
  | (Omit<InputMessage, 'content' | 'type'> & {
      readonly type: 'message';
      readonly content: readonly InputPart[];
    })
  | (Omit<OutputMessage, 'content' | 'type'> & {
      readonly type: 'message';
      readonly content: readonly OutputPart[];
    })
  | z.infer<typeof functionCall>
  | (Omit<FunctionOutput, 'output'> & { readonly output: readonly InputPart[] })
  | ReasoningItem;
