import { z } from 'zod';

// Shapes: `ChatCompletionCreateParams` of the openai SDK 7.59 and OpenAI's API reference.
const breakpoint = z.strictObject({ mode: z.literal('explicit'), ttl: z.enum(['30m', '12h']).optional() });

const textPart = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  prompt_cache_breakpoint: breakpoint.optional(),
});
const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({
    url: z.string(),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
  prompt_cache_breakpoint: breakpoint.optional(),
});
const refusalPart = z.strictObject({ type: z.literal('refusal'), refusal: z.string() });

// OpenAI: content strings have at most 10,485,760 characters, ids of calls at most 40.
const longText = z.string().max(10_485_760);
const textContent = z.union([longText, z.array(textPart).min(1)]);

const toolCall = z.strictObject({
  id: z.string().max(40),
  type: z.literal('function'),
  function: z.strictObject({
    name: z
      .string()
      .max(64)
      .regex(/^[a-zA-Z0-9_-]+$/),
    arguments: z.string(),
  }),
});

const name = z.string().max(64).optional();
const instructions = { content: textContent, name };
const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([longText, z.array(z.discriminatedUnion('type', [textPart, imagePart])).min(1)]),
  name,
});
const toolMessage = z.strictObject({
  role: z.literal('tool'),
  content: textContent,
  tool_call_id: z.string().max(40),
});
const assistant = {
  role: z.literal('assistant'),
  content: z
    .union([longText, z.array(z.discriminatedUnion('type', [textPart, refusalPart])).min(1)])
    .nullish(),
  refusal: z.string().nullish(),
  name,
  tool_calls: z.array(toolCall).min(1).optional(),
};

// Fields in which DeepSeek, OpenRouter, vLLM and the like take their own reasoning back.
const openReasoning = {
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z.array(z.unknown()).optional(),
};

const system = z.strictObject({ role: z.literal('system'), ...instructions });
const developer = z.strictObject({ role: z.literal('developer'), ...instructions });

const message = z.discriminatedUnion('role', [
  system,
  developer,
  userMessage,
  z.strictObject(assistant),
  toolMessage,
]);
const compatibleMessage = z.discriminatedUnion('role', [
  system,
  developer,
  userMessage,
  z.strictObject({ ...assistant, ...openReasoning }),
  toolMessage,
]);

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z
      .string()
      .regex(/^[a-zA-Z0-9_-]+$/)
      .max(64),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
});
const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: z.string() }) }),
]);

const parameters = {
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  n: z.literal(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  user: z.string().optional(),
  seed: z.int().nullish(),
  tools: z.array(tool).min(1).max(128).optional(),
  tool_choice: toolChoice.optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) }).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  prompt_cache_key: z.string().max(64).nullish(),
  prompt_cache_options: z
    .strictObject({ mode: z.enum(['implicit', 'explicit']).optional(), ttl: z.literal('30m').optional() })
    .optional(),
  prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  safety_identifier: z.string().max(64).nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'fast']).nullish(),
  modalities: z.array(z.literal('text')).nullish(),
};

/** A request as OpenAI itself takes it: nothing unknown. */
export const openAiBody = z.strictObject({ ...parameters, messages: z.array(message).min(1) });

/** A request as compatible servers take it: other parameters are ignored, other message fields are not. */
export const compatibleBody = z.looseObject({ ...parameters, messages: z.array(compatibleMessage).min(1) });

export type OpenAiBody = z.infer<typeof openAiBody>;
export type CompatibleBody = z.infer<typeof compatibleBody>;
/** A message of either dialect. */
export type ChatMessage = z.infer<typeof compatibleMessage>;
export type ChatBody = Omit<OpenAiBody, 'messages'> & { readonly messages: readonly ChatMessage[] };
