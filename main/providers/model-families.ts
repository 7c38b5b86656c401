import type { Model } from '#contract';
import { type ModelMatch, matchesModel, parseModelId } from '#core/models/model-id.ts';

/** What is believed of a model, without where it comes from and what it costs. */
export type Figures = Pick<
  Model,
  'contextWindow' | 'maxOutput' | 'vision' | 'tools' | 'reasoning' | 'thinking'
>;

interface Row extends Partial<Figures>, ModelMatch {}

const vision = { vision: true };
const reasons = { reasoning: true };
const adaptive = { reasoning: true, thinking: 'adaptive' } as const;
const budget = { reasoning: true, thinking: 'budget' } as const;

/**
 * Families of models, for versions and copies that no list names; the first row that fits counts, so the particular
 * come before the general. Figures: vendors' model pages and public catalogues, November 2026.
 */
const rows: readonly Row[] = [
  // Anthropic. 4.6 brought adaptive thinking and the window of a million.
  {
    words: ['claude', 'haiku'],
    from: [5, 5],
    contextWindow: 1_000_000,
    maxOutput: 128_000,
    ...vision,
    ...adaptive,
  },
  {
    words: ['claude', 'haiku'],
    from: [4, 5],
    contextWindow: 200_000,
    maxOutput: 64_000,
    ...vision,
    ...budget,
  },
  { words: ['claude'], from: [4, 6], contextWindow: 1_000_000, maxOutput: 128_000, ...vision, ...adaptive },
  { words: ['claude'], from: [4, 5], contextWindow: 200_000, maxOutput: 64_000, ...vision, ...budget },
  { words: ['claude', 'opus'], from: [4], contextWindow: 200_000, maxOutput: 32_000, ...vision, ...budget },
  { words: ['claude'], from: [4], contextWindow: 200_000, maxOutput: 64_000, ...vision, ...budget },
  { words: ['claude'], from: [3, 7], contextWindow: 200_000, maxOutput: 64_000, ...vision, ...budget },
  { words: ['claude'], from: [3, 5], contextWindow: 200_000, maxOutput: 8192, ...vision },
  { words: ['claude'], contextWindow: 200_000, maxOutput: 4096, ...vision },
  // OpenAI. 272,000 in catalogues of 5.4 and later is a step in the price, not the window.
  { words: ['gpt', 'oss'], contextWindow: 131_072, maxOutput: 65_536, ...reasons },
  { words: ['gpt', 'chat'], from: [5], contextWindow: 128_000, maxOutput: 16_384, ...vision },
  { words: ['gpt', 'mini'], from: [5], contextWindow: 400_000, maxOutput: 128_000, ...vision, ...reasons },
  { words: ['gpt', 'nano'], from: [5], contextWindow: 400_000, maxOutput: 128_000, ...vision, ...reasons },
  { words: ['gpt'], from: [5, 4], contextWindow: 1_050_000, maxOutput: 128_000, ...vision, ...reasons },
  { words: ['gpt'], from: [5], contextWindow: 400_000, maxOutput: 128_000, ...vision, ...reasons },
  { words: ['gpt', '4o'], contextWindow: 128_000, maxOutput: 16_384, ...vision },
  { words: ['gpt'], from: [4, 1], contextWindow: 1_047_576, maxOutput: 32_768, ...vision },
  { words: ['gpt', 'turbo'], from: [4], contextWindow: 128_000, maxOutput: 4096, ...vision },
  { words: ['gpt'], from: [4], contextWindow: 8192, maxOutput: 4096 },
  { words: ['gpt'], from: [3, 5], contextWindow: 16_385, maxOutput: 4096 },
  { words: ['gpt'], contextWindow: 128_000, maxOutput: 16_384, ...vision },
  { words: ['o', 'mini'], from: [3], below: [4], contextWindow: 200_000, maxOutput: 100_000, ...reasons },
  { words: ['o'], from: [1], contextWindow: 200_000, maxOutput: 100_000, ...vision, ...reasons },
  // Google
  { words: ['gemini'], from: [2, 5], contextWindow: 1_048_576, maxOutput: 65_536, ...vision, ...reasons },
  { words: ['gemini'], contextWindow: 1_048_576, maxOutput: 8192, ...vision },
  { words: ['gemma'], from: [4], contextWindow: 262_144, maxOutput: 32_768, ...vision, ...reasons },
  { words: ['gemma'], from: [3], contextWindow: 131_072, maxOutput: 16_384, ...vision, tools: false },
  { words: ['gemma'], contextWindow: 8192, maxOutput: 4096, tools: false },
  // xAI
  { words: ['grok'], from: [4, 5], contextWindow: 500_000, maxOutput: 128_000, ...vision, ...reasons },
  { words: ['grok'], from: [4], contextWindow: 256_000, maxOutput: 30_000, ...vision, ...reasons },
  // Mistral
  {
    words: ['mistral', 'large'],
    from: [4],
    contextWindow: 1_048_576,
    maxOutput: 262_144,
    ...vision,
    ...reasons,
  },
  { words: ['mistral', 'nemo'], contextWindow: 128_000, maxOutput: 16_384 },
  { words: ['mistral', 'saba'], contextWindow: 32_768, maxOutput: 8192 },
  { words: ['mistral', 'large'], contextWindow: 262_144, maxOutput: 65_536, ...vision },
  { words: ['mistral', 'medium'], contextWindow: 131_072, maxOutput: 65_536, ...vision },
  { words: ['mistral', 'small'], contextWindow: 128_000, maxOutput: 16_384, ...vision },
  { words: ['ministral'], contextWindow: 131_072, maxOutput: 65_536, ...vision },
  { words: ['magistral'], contextWindow: 131_072, maxOutput: 16_384, ...vision, ...reasons },
  { words: ['devstral'], contextWindow: 256_000, maxOutput: 65_536 },
  { words: ['codestral'], contextWindow: 256_000, maxOutput: 8192 },
  { words: ['pixtral'], contextWindow: 128_000, maxOutput: 16_384, ...vision },
  { words: ['mixtral'], contextWindow: 65_536, maxOutput: 16_384 },
  { words: ['mistral'], contextWindow: 32_768, maxOutput: 8192 },
  // DeepSeek
  {
    words: ['deepseek', 'flash'],
    from: [4, 1],
    contextWindow: 1_000_000,
    maxOutput: 384_000,
    ...vision,
    ...reasons,
  },
  { words: ['deepseek'], from: [4], contextWindow: 1_000_000, maxOutput: 384_000, ...reasons },
  { words: ['deepseek', 'flash'], contextWindow: 1_000_000, maxOutput: 384_000, ...vision, ...reasons },
  { words: ['deepseek', 'r'], contextWindow: 128_000, maxOutput: 32_768, ...reasons },
  { words: ['deepseek'], from: [3, 1], contextWindow: 131_072, maxOutput: 65_536, ...reasons },
  { words: ['deepseek'], contextWindow: 128_000, maxOutput: 8192 },
  // Qwen
  { words: ['qwen', 'vl'], contextWindow: 131_072, maxOutput: 32_768, ...vision },
  { words: ['qwq'], contextWindow: 40_960, maxOutput: 16_384, ...reasons },
  { words: ['qwen', 'coder'], from: [3], contextWindow: 262_144, maxOutput: 65_536 },
  { words: ['qwen'], from: [3, 5], contextWindow: 262_144, maxOutput: 65_536, ...vision, ...reasons },
  { words: ['qwen'], from: [3], contextWindow: 40_960, maxOutput: 16_384, ...reasons },
  { words: ['qwen'], from: [2, 5], contextWindow: 32_768, maxOutput: 8192 },
  // Meta
  { words: ['llama', 'scout'], contextWindow: 327_680, maxOutput: 16_384, ...vision },
  { words: ['llama', 'maverick'], contextWindow: 524_288, maxOutput: 16_384, ...vision },
  { words: ['llama', 'vision'], contextWindow: 131_072, maxOutput: 8192, ...vision },
  { words: ['llama'], from: [3, 1], contextWindow: 131_072, maxOutput: 8192 },
  { words: ['llama'], contextWindow: 8192, maxOutput: 4096, tools: false },
  // Others that people run at home or through a gateway
  { words: ['phi'], from: [4], contextWindow: 16_384, maxOutput: 4096, tools: false },
  { words: ['kimi', 'k'], from: [3], contextWindow: 1_048_576, maxOutput: 131_072, ...vision, ...reasons },
  { words: ['kimi', 'k'], from: [2, 5], contextWindow: 262_144, maxOutput: 98_304, ...vision, ...reasons },
  { words: ['kimi'], contextWindow: 131_072, maxOutput: 16_384 },
  { words: ['glm'], from: [5, 2], contextWindow: 1_048_576, maxOutput: 131_072, ...reasons },
  { words: ['glm'], from: [4, 6], contextWindow: 200_000, maxOutput: 131_072, ...reasons },
  { words: ['glm'], contextWindow: 131_072, maxOutput: 98_304, ...reasons },
  { words: ['minimax', 'm'], from: [3], contextWindow: 524_288, maxOutput: 131_072, ...vision, ...reasons },
  { words: ['minimax', 'm'], from: [2], contextWindow: 196_608, maxOutput: 131_072, ...reasons },
  { words: ['llava'], contextWindow: 4096, maxOutput: 2048, ...vision, tools: false },
];

/** What is known of a model's family, by its id or the part after the last slash, in any case; null if nothing. */
export function familyOf(id: string): Partial<Figures> | null {
  const parsed = parseModelId(id);
  const row = rows.find((candidate) => matchesModel(parsed, candidate));
  if (!row) return null;
  const { words: _words, from: _from, below: _below, ...figures } = row;
  return figures;
}
