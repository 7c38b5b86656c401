import { type ModelMatch, matchesModel, parseModelId } from '../models/model-id.ts';
import type { FitLimits, ImageRule } from './image-cost.ts';

/** Where a request goes, as far as billing depends on it. */
export interface ImageRoute {
  /** Host name of the base URL. */
  host: string;
}

interface Row extends ModelMatch {
  rule: ImageRule;
}

const patches = (multiplier: number, auto: FitLimits, original: FitLimits = auto): ImageRule => ({
  kind: 'openai-patches',
  multiplier,
  auto,
  original,
});
const tiles = (base: number, tile: number): ImageRule => ({ kind: 'openai-tiles', base, tile });
const grid = (cell: number, edge: number, perRow = 0, perImage = 0): ImageRule => ({
  kind: 'grid',
  cell,
  edge,
  perRow,
  perImage,
});

const anthropicHigh: ImageRule = { kind: 'anthropic', edge: 2576, cap: 4784 };
const anthropicStandard: ImageRule = { kind: 'anthropic', edge: 1568, cap: 1568 };
const high: FitLimits = { edge: 2048, cap: 2500 };
const original5: FitLimits = { edge: 6000, cap: 10_000 };
const original56: FitLimits = { edge: Number.POSITIVE_INFINITY, cap: 30_000 };
/** The cap of mid-2026. One report of September 2026 has 6,144; the smaller is safe for pages. */
const small: FitLimits = { edge: 2048, cap: 1536 };

/** What each model's vendor charges. The first row that fits counts, so the particular come before the general. */
const vendorRows: readonly Row[] = [
  // Anthropic, vision guide, November 2026: high resolution from 4.7 on.
  { words: ['claude', 'fable'], rule: anthropicHigh },
  { words: ['claude', 'mythos'], rule: anthropicHigh },
  { words: ['claude'], from: [4, 7], rule: anthropicHigh },
  { words: ['claude'], rule: anthropicStandard },
  // OpenAI, images and vision guide, "calculating costs", 2025 to November 2026. gpt-5.4 takes `auto` for `high`.
  { words: ['gpt', 'mini'], from: [4, 1], rule: patches(1.62, small) },
  { words: ['gpt', 'nano'], from: [4, 1], rule: patches(2.46, small) },
  { words: ['o', 'mini'], from: [4], rule: patches(1.72, small) },
  { words: ['gpt', 'chat'], from: [5], rule: tiles(70, 140) },
  { words: ['gpt'], from: [5, 6], rule: patches(1.2, original56) },
  { words: ['gpt'], from: [5, 5], rule: patches(1.2, original5) },
  { words: ['gpt'], from: [5, 4], rule: patches(1.2, high, original5) },
  { words: ['gpt'], from: [5], rule: tiles(70, 140) },
  { words: ['gpt', '4o', 'mini'], rule: tiles(2833, 5667) },
  { words: ['gpt'], rule: tiles(85, 170) },
  { words: ['chatgpt', '4o'], rule: tiles(85, 170) },
  { words: ['o'], from: [1], rule: tiles(75, 150) },
  // Google, media resolution: 1,120 at `high`, the default. Bills come out a little lower (measured 1,078).
  { words: ['gemini'], from: [3], rule: { kind: 'flat', tokens: 1120 } },
  // Google, image understanding: 258 a tile. 2.5 may pan and scan to about 2,048 (?).
  { words: ['gemini'], rule: { kind: 'gemini-tiles', tile: 258 } },
  // Google, Gemma 3 report: 896 px squares, 256 tokens each.
  { words: ['gemma'], from: [3], below: [4], rule: { kind: 'flat', tokens: 256 } },
  // Alibaba, Qwen-VL model cards: 28 px up to 2.5, 32 px and two around from 3.
  { words: ['qwen'], from: [3], rule: grid(32, Number.POSITIVE_INFINITY, 0, 2) },
  { words: ['qwen'], rule: grid(28, Number.POSITIVE_INFINITY, 0, 2) },
  // Mistral, mistral-common's image encoder: 28 px, edge 1540, and a break for each row.
  { words: ['pixtral'], rule: grid(16, 1024, 1) },
  { words: ['mistral'], rule: grid(28, 1540, 1) },
  { words: ['ministral'], rule: grid(28, 1540, 1) },
  { words: ['magistral'], rule: grid(28, 1540, 1) },
  // xAI, image understanding: about 1,000 a megapixel (?).
  { words: ['grok'], rule: { kind: 'area', tokensPerMegapixel: 1000 } },
  // Moonshot and Zhipu shrink above 1792 px; their cells are 28 px (?).
  { words: ['kimi'], rule: grid(28, 1792) },
  { words: ['glm'], rule: grid(28, 1792) },
];

/**
 * What is charged where nothing is known: cells as small as Anthropic's, as many as its high resolution allows; and
 * shrunk as early as any provider does.
 */
export const unknownImages: ImageRule = {
  kind: 'unknown',
  mostTokens: 4784,
  fit: { edge: 1568, cap: 1568 },
};

/** Hosts that charge what the vendor of the model charges, with everything below them. */
const vendorHosts: readonly string[] = [
  'anthropic.com',
  'openai.com',
  'openai.azure.com',
  'googleapis.com',
  'amazonaws.com',
  'openrouter.ai',
  'mistral.ai',
  'x.ai',
  'z.ai',
  'bigmodel.cn',
  'moonshot.ai',
  'moonshot.cn',
  'aliyuncs.com',
];

/** A model server on this computer counts what its model counts. */
const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Gateways that refuse `detail: original`. */
const hostsWithoutOriginal: readonly string[] = ['githubcopilot.com'];

/**
 * The rule by which a route charges for images of a model [S4]: a gateway that is not known charges in its own way,
 * whatever model it names.
 *
 * @param modelId as the route names it
 */
export function imageRuleFor(route: ImageRoute, modelId: string): ImageRule {
  const host = route.host.toLowerCase();
  const isBelow = (known: string): boolean => host === known || host.endsWith(`.${known}`);
  const likeVendor = vendorHosts.some(isBelow) || ownHosts.includes(host);
  const withoutOriginal = hostsWithoutOriginal.some(isBelow);
  if (!likeVendor && !withoutOriginal) return unknownImages;
  const parsed = parseModelId(modelId);
  const rule = vendorRows.find((row) => matchesModel(parsed, row))?.rule ?? unknownImages;
  if (!withoutOriginal || rule.kind !== 'openai-patches') return rule;
  return { ...rule, auto: high, original: high };
}
