import { z } from 'zod';
import type { ListedModel } from '../wire.ts';

const size = z.number().positive().nullish();
const texts = z.array(z.string()).nullish();

// OpenAI's list has ids only. Fields of others, as their documents name them: OpenRouter and its imitators
// (context_length, architecture, top_provider, supported_parameters), Groq (context_window,
// max_completion_tokens), Mistral (max_context_length, capabilities), vLLM (max_model_len), llama.cpp (meta).
const rowSchema = z.looseObject({
  id: z.string().min(1),
  name: z.string().nullish(),
  type: z.string().nullish(),
  context_length: size,
  context_window: size,
  max_context_length: size,
  max_model_len: size,
  max_completion_tokens: size,
  top_provider: z.looseObject({ context_length: size, max_completion_tokens: size }).nullish(),
  architecture: z.looseObject({ input_modalities: texts, output_modalities: texts }).nullish(),
  supported_parameters: texts,
  capabilities: z
    .looseObject({
      vision: z.boolean().nullish(),
      function_calling: z.boolean().nullish(),
      completion_chat: z.boolean().nullish(),
      reasoning: z.boolean().nullish(),
    })
    .nullish()
    .catch(null),
  meta: z.looseObject({ n_ctx: size }).nullish().catch(null),
});
type Row = z.infer<typeof rowSchema>;

// Together answers with the bare list.
const listSchema = z.union([
  z.looseObject({ data: z.array(rowSchema) }).transform((list) => list.data),
  z.array(rowSchema),
]);

/** Words in ids of models that do not chat. Nobody's list says it for all of them. */
export const otherTrades =
  /embed|whisper|\btts\b|-tts|dall-e|moderation|transcribe|realtime|rerank|imagen|\bveo\b|sora|-image\b|gpt-image|babbage|davinci|speech|\bguard\b|\bocr\b/i;
/** OpenAI offers these through its Responses protocol alone (model pages, November 2026). */
const responsesOnly = /-pro\b|-codex\b|deep-research|computer-use/i;
/** Kinds of models that chat, where a list names kinds (Together, LM Studio). */
const chatKinds = new Set(['chat', 'language', 'llm', 'vlm', 'model', 'base', 'code']);

/**
 * Reads a list of models in any of the shapes that servers of this wire give it. Models that do not chat are
 * left out.
 *
 * @throws when it is no list
 */
export function readModelList(
  answer: unknown,
  host: string,
  wire: OpenAiWireName = 'openai-chat',
): ListedModel[] {
  return listSchema
    .parse(answer)
    .filter((row) => chats(row) && (wire === 'openai-responses' || !needsResponses(row, host)))
    .map(listed);
}

/** OpenAI's two wires have one list of models. */
export type OpenAiWireName = 'openai-chat' | 'openai-responses';

const needsResponses = (row: Row, host: string): boolean =>
  host === 'api.openai.com' && responsesOnly.test(row.id);

function chats(row: Row): boolean {
  if (row.type && !chatKinds.has(row.type)) return false;
  if (row.capabilities?.completion_chat === false) return false;
  if (row.architecture?.output_modalities?.includes('text') === false) return false;
  return !otherTrades.test(row.id);
}

function listed(row: Row): ListedModel {
  const window =
    row.context_length ??
    row.context_window ??
    row.max_context_length ??
    row.max_model_len ??
    row.top_provider?.context_length ??
    row.meta?.n_ctx;
  const output = row.top_provider?.max_completion_tokens ?? row.max_completion_tokens;
  const inputs = row.architecture?.input_modalities;
  const vision = row.capabilities?.vision ?? inputs?.includes('image');
  const tools = row.capabilities?.function_calling ?? row.supported_parameters?.includes('tools');
  const reasoning = row.capabilities?.reasoning ?? row.supported_parameters?.includes('reasoning');
  return {
    // Gemini's list puts a folder before the id.
    id: row.id.replace(/^models\//, ''),
    name: row.name ?? undefined,
    contextWindow: window ?? undefined,
    maxOutput: output ?? undefined,
    vision,
    tools,
    reasoning,
  };
}
