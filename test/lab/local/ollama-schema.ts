import { z } from 'zod';

// Shapes: `ChatRequest` and `Message` of Ollama's API. The server passes over what it does not know; the lab does not,
// so that a field with a wrong name is found.
const call = z.strictObject({
  id: z.string().optional(),
  type: z.literal('function').optional(),
  function: z.strictObject({
    index: z.int().optional(),
    name: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()),
  }),
});

const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  thinking: z.string().optional(),
  images: z.array(z.string()).optional(),
  tool_calls: z.array(call).optional(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
});

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().min(1),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }),
  }),
});

/** `POST /api/chat`. */
export const chatBody = z.strictObject({
  model: z.string(),
  messages: z.array(message),
  stream: z.boolean().optional(),
  think: z.union([z.boolean(), z.enum(['low', 'medium', 'high'])]).optional(),
  tools: z.array(tool).optional(),
  keep_alive: z.union([z.string(), z.number()]).optional(),
  format: z.union([z.literal('json'), z.record(z.string(), z.unknown())]).optional(),
  options: z
    .strictObject({
      num_ctx: z.int().min(1).optional(),
      num_predict: z.int().optional(),
      temperature: z.number().optional(),
      seed: z.int().optional(),
    })
    .optional(),
});

export type OllamaBody = z.infer<typeof chatBody>;
export type OllamaMessage = OllamaBody['messages'][number];
