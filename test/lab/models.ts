/** How a vendor turns pixels into tokens. Tables: each vendor's vision documentation, November 2026. */
export type ImageRule =
  /** Anthropic: 28 px cells after shrinking until the long edge and the cap both hold. */
  | { readonly kind: 'cells'; readonly edge: number; readonly cap: number }
  /** OpenAI, newer families: 32 px patches times a multiplier, with limits per detail. */
  | {
      readonly kind: 'patches';
      readonly multiplier: number;
      readonly high: { readonly edge: number; readonly cap: number };
      readonly original: { readonly edge: number; readonly cap: number };
    }
  /** OpenAI, older families: 512 px tiles after fitting 2048 px and a 768 px short side. */
  | { readonly kind: 'tiles'; readonly base: number; readonly tile: number };

/**
 * How a model reasons: not at all, with a token budget (Claude to 4.5), adaptively (Claude 4.7 and later),
 * or by an effort word with hidden reasoning (OpenAI).
 */
export type ReasoningStyle = 'none' | 'budget' | 'adaptive' | 'effort';

/** One fictive model. Token figures are the vendor's real classes of them. */
export interface LabModel {
  readonly id: string;
  readonly name: string;
  readonly family: 'openai' | 'anthropic' | 'local';
  /** Context window, tokens. */
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
   * The rules that came with Claude 4.7 to 5.5: thinking is bound to its prefix and hidden by default, no
   * prefill, no sampling parameters, `system` messages allowed inside the conversation.
   */
  readonly modern: boolean;
  /** Field in which an OpenAI-compatible server returns reasoning; null where it stays hidden. */
  readonly reasoningField: 'reasoning_content' | 'reasoning' | null;
}

/** When all of the lab's models were made: 2026-10-01, in seconds. */
export const CREATED = 1_790_812_800;

const CLAUDE_STANDARD: ImageRule = { kind: 'cells', edge: 1568, cap: 1568 };
const CLAUDE_HIGH: ImageRule = { kind: 'cells', edge: 2576, cap: 4784 };
const GPT_TILES: ImageRule = { kind: 'tiles', base: 85, tile: 170 };
const GPT_MINI: ImageRule = {
  kind: 'patches',
  multiplier: 1.62,
  high: { edge: 2048, cap: 1536 },
  original: { edge: 2048, cap: 1536 },
};
const GPT_PATCHES: ImageRule = {
  kind: 'patches',
  multiplier: 1.2,
  high: { edge: 2048, cap: 2500 },
  original: { edge: 6000, cap: 10_000 },
};

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

/** Models of the OpenAI mount. */
export const OPENAI_MODELS = family('openai', [
  { id: 'gpt-lab-nano', name: 'Lab Nano', window: 8192, maxOutput: 4096 },
  { id: 'gpt-lab-mini', name: 'Lab Mini', window: 32_768, maxOutput: 8192, vision: GPT_MINI },
  { id: 'gpt-lab-text', name: 'Lab Text', window: 128_000, maxOutput: 16_384 },
  { id: 'gpt-lab', name: 'Lab', window: 128_000, maxOutput: 32_768, vision: GPT_TILES },
  {
    id: 'gpt-lab-thinker',
    name: 'Lab Thinker',
    window: 200_000,
    maxOutput: 100_000,
    vision: GPT_PATCHES,
    reasoning: 'effort',
  },
  {
    id: 'gpt-lab-long',
    name: 'Lab Long',
    window: 1_047_576,
    maxOutput: 128_000,
    vision: GPT_PATCHES,
    reasoning: 'effort',
  },
]);

/** Models of the mount that stands for any OpenAI-compatible server. */
export const COMPATIBLE_MODELS = family('openai', [
  { id: 'lab/small', name: 'Lab Small', window: 8192, maxOutput: 4096 },
  { id: 'lab/vision', name: 'Lab Vision', window: 128_000, maxOutput: 32_768, vision: GPT_TILES },
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
    vision: CLAUDE_STANDARD,
    reasoning: 'budget',
    cacheMinimum: 2048,
  },
  { id: 'claude-lab-text', name: 'Claude Lab Text', window: 128_000, maxOutput: 16_384 },
  {
    id: 'claude-lab-sonnet',
    name: 'Claude Lab Sonnet',
    window: 200_000,
    maxOutput: 64_000,
    vision: CLAUDE_STANDARD,
    reasoning: 'budget',
  },
  {
    id: 'claude-lab-opus',
    name: 'Claude Lab Opus',
    window: 200_000,
    maxOutput: 128_000,
    vision: CLAUDE_HIGH,
    reasoning: 'adaptive',
    tokenFactor: 1.3,
    modern: true,
  },
  {
    id: 'claude-lab-fable',
    name: 'Claude Lab Fable',
    window: 1_000_000,
    maxOutput: 128_000,
    vision: CLAUDE_HIGH,
    reasoning: 'adaptive',
    tokenFactor: 1.3,
    cacheMinimum: 512,
    modern: true,
  },
]);

/** Makes a model of a local runtime. `window` is what the runtime has allocated, in tokens. */
export function localModel(id: string, window: number, more: Partial<LabModel> = {}): LabModel {
  return { ...BASE, id, name: id, family: 'local', window, maxOutput: window, ...more };
}
