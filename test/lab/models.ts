import type { ImageRule } from './image-rules.ts';
import * as images from './image-rules.ts';

export type { ImageRule } from './image-rules.ts';

/**
 * How a model reasons: not at all, with a token budget (Claude to 4.5, Gemini 2.5), adaptively (Claude 4.7 and
 * later), by an effort word with hidden reasoning (OpenAI), or by a level (Gemini 3).
 */
export type ReasoningStyle = 'none' | 'budget' | 'adaptive' | 'effort' | 'level';

/** One fictive model. Token figures are the vendor's real classes of them. */
export interface LabModel {
  readonly id: string;
  readonly name: string;
  readonly family: 'openai' | 'anthropic' | 'google' | 'local';
  /** Context window, tokens. For Google, what it calls the input token limit. */
  readonly window: number;
  /** Largest answer, tokens. */
  readonly maxOutput: number;
  readonly vision: ImageRule | null;
  readonly reasoning: ReasoningStyle;
  /** How many tokens this model counts for one of o200k. */
  readonly tokenFactor: number;
  /** Shortest prefix that the prompt cache takes, tokens. */
  readonly cacheMinimum: number;
  /**
   * The vendor's newer rules. Claude 4.7 to 5.5: thinking is bound to its prefix and hidden by default, no prefill,
   * no sampling parameters, `system` messages allowed inside the conversation. OpenAI 5.6: reasoning of all turns
   * is read, bound to its prefix; cache breakpoints, with a price for writing. Gemini 3: calls of functions are
   * signed and numbered, and refused without their signature.
   */
  readonly modern: boolean;
  /** Field in which an OpenAI-compatible server returns reasoning; null where it stays hidden. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | null;
}

/** When all of the lab's models were made: 2026-10-01, in seconds. */
export const CREATED = 1_790_812_800;

const BASE: Omit<LabModel, 'id' | 'name' | 'family' | 'window' | 'maxOutput'> = {
  vision: null,
  reasoning: 'none',
  tokenFactor: 1,
  cacheMinimum: 1024,
  modern: false,
  reasoningField: null,
};

type Row = Partial<LabModel> & Pick<LabModel, 'id' | 'name' | 'window' | 'maxOutput'>;

const family = (name: LabModel['family'], rows: readonly Row[]): readonly LabModel[] =>
  rows.map((row) => ({ ...BASE, family: name, ...row }));

/** Windows that every vendor's newest family comes in, by the suffix of the id; tokens. */
const WINDOWS = { '8k': 8192, '32k': 32_768, '128k': 128_000, '200k': 200_000, '1m': 1_000_000 };
const LARGEST_ANSWER = 64_000;

/** One family in every window. */
const everyWindow = (id: string, name: string, more: Partial<LabModel>): readonly Row[] =>
  Object.entries(WINDOWS).map(([suffix, window]) => ({
    ...more,
    id: `${id}-${suffix}`,
    name: `${name} ${suffix}`,
    window,
    maxOutput: Math.min(LARGEST_ANSWER, window / 4),
  }));

// Ids with a real family and version in them are billed as the vendor bills that family.
const openAiFamily = (id: string, vision: ImageRule, more: Partial<LabModel> = {}): Row => ({
  id,
  name: id,
  window: 128_000,
  maxOutput: 32_768,
  vision,
  ...more,
});
const EFFORT: Partial<LabModel> = { reasoning: 'effort' };

/** Models of the OpenAI mount. */
export const OPENAI_MODELS = family('openai', [
  { id: 'gpt-lab-nano', name: 'Lab Nano', window: 8192, maxOutput: 4096 },
  { id: 'gpt-lab-mini', name: 'Lab Mini', window: 32_768, maxOutput: 8192, vision: images.GPT_MINI },
  { id: 'gpt-lab-text', name: 'Lab Text', window: 128_000, maxOutput: 16_384 },
  { id: 'gpt-lab', name: 'Lab', window: 128_000, maxOutput: 32_768, vision: images.GPT_4O },
  {
    id: 'gpt-lab-thinker',
    name: 'Lab Thinker',
    window: 200_000,
    maxOutput: 100_000,
    vision: images.GPT_55,
    reasoning: 'effort',
  },
  {
    id: 'gpt-lab-long',
    name: 'Lab Long',
    window: 1_047_576,
    maxOutput: 128_000,
    vision: images.GPT_56,
    reasoning: 'effort',
    modern: true,
  },
  ...everyWindow('gpt-5.5-lab', 'Lab 5.5', { ...EFFORT, vision: images.GPT_55 }),
  ...everyWindow('gpt-5.6-lab', 'Lab 5.6', { ...EFFORT, vision: images.GPT_56, modern: true }),
  openAiFamily('gpt-5.4-lab', images.GPT_54, EFFORT),
  openAiFamily('gpt-5-lab', images.GPT_5, EFFORT),
  openAiFamily('gpt-5-mini-lab', images.GPT_MINI, EFFORT),
  openAiFamily('gpt-5-nano-lab', images.GPT_NANO, EFFORT),
  openAiFamily('gpt-4o-lab', images.GPT_4O),
  openAiFamily('gpt-4o-mini-lab', images.GPT_4O_MINI),
  openAiFamily('o3-lab', images.O_SERIES, EFFORT),
  openAiFamily('o4-mini-lab', images.O4_MINI, EFFORT),
]);

/** Models of the mount that stands for any OpenAI-compatible server. */
export const COMPATIBLE_MODELS = family('openai', [
  { id: 'lab/small', name: 'Lab Small', window: 8192, maxOutput: 4096 },
  { id: 'lab/vision', name: 'Lab Vision', window: 128_000, maxOutput: 32_768, vision: images.GPT_4O },
  {
    id: 'lab/reasoner',
    name: 'Lab Reasoner',
    window: 128_000,
    maxOutput: 32_768,
    reasoning: 'effort',
    reasoningField: 'reasoning_content',
  },
]);

/** Models of the Anthropic mount. */
export const ANTHROPIC_MODELS = family('anthropic', [
  { id: 'claude-lab-nano', name: 'Claude Lab Nano', window: 8192, maxOutput: 4096 },
  {
    id: 'claude-lab-haiku',
    name: 'Claude Lab Haiku',
    window: 32_000,
    maxOutput: 8192,
    vision: images.CLAUDE_STANDARD,
    reasoning: 'budget',
    cacheMinimum: 2048,
  },
  { id: 'claude-lab-text', name: 'Claude Lab Text', window: 128_000, maxOutput: 16_384 },
  {
    id: 'claude-lab-sonnet',
    name: 'Claude Lab Sonnet',
    window: 200_000,
    maxOutput: 64_000,
    vision: images.CLAUDE_STANDARD,
    reasoning: 'budget',
  },
  {
    id: 'claude-lab-opus',
    name: 'Claude Lab Opus',
    window: 200_000,
    maxOutput: 128_000,
    vision: images.CLAUDE_HIGH,
    reasoning: 'adaptive',
    tokenFactor: 1.3,
    modern: true,
  },
  {
    id: 'claude-lab-fable',
    name: 'Claude Lab Fable',
    window: 1_000_000,
    maxOutput: 128_000,
    vision: images.CLAUDE_HIGH,
    reasoning: 'adaptive',
    tokenFactor: 1.3,
    cacheMinimum: 512,
    modern: true,
  },
  ...everyWindow('claude-opus-5-5-lab', 'Claude Lab 5.5', {
    vision: images.CLAUDE_HIGH,
    reasoning: 'adaptive',
    tokenFactor: 1.3,
    modern: true,
  }),
  ...everyWindow('claude-sonnet-4-5-lab', 'Claude Lab 4.5', {
    vision: images.CLAUDE_STANDARD,
    reasoning: 'budget',
  }),
]);

/** Models of the Google mount. */
export const GOOGLE_MODELS = family('google', [
  ...everyWindow('gemini-3-pro-lab', 'Gemini Lab 3', {
    vision: images.GEMINI_3,
    reasoning: 'level',
    cacheMinimum: 2048,
    modern: true,
  }),
  ...everyWindow('gemini-2.5-flash-lab', 'Gemini Lab 2.5', { vision: images.GEMINI_25, reasoning: 'budget' }),
  { id: 'gemini-lab-text', name: 'Gemini Lab Text', window: 128_000, maxOutput: 8192 },
]);

/** Makes a model of a local runtime. `window` is what the runtime has allocated, in tokens. */
export function localModel(id: string, window: number, more: Partial<LabModel> = {}): LabModel {
  return { ...BASE, id, name: id, family: 'local', window, maxOutput: window, ...more };
}
