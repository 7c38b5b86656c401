import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { FigureName, FigureSource, Model, Prices } from '#contract';
import { figureNames, type modelFiguresSchema } from '#contract/providers.ts';
import type { Log } from '#core/log.ts';
import { type CatalogueFile, type Found, findRow } from '#core/models/catalogue.ts';
import { pricesOf } from '#core/models/prices.ts';
import { type Figures, familyOf } from './model-families.ts';
import { presets } from './presets.ts';
import type { ListedModel } from './wire.ts';

/** Figures that the user corrected. */
export type ModelFigures = z.infer<typeof modelFiguresSchema>;

/** For models that nobody knows: small enough to be safe, and text alone. */
export const safeFigures: Figures = {
  contextWindow: 32_768,
  maxOutput: 4096,
  vision: false,
  tools: true,
  reasoning: false,
};

/** Who serves a model: its price depends on that. */
export interface Seller {
  preset: string;
  baseUrl: string;
}

/** Servers of these presets run on the user's own machines: nobody sends a bill. */
const ownServers = ['ollama', 'lmstudio', 'llamacpp', 'vllm'];
const free: Prices = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** The app's list of models: the file that the build made, the families, and what the user knows better. */
export class Catalogue {
  readonly #read: () => CatalogueFile | null;
  #file: CatalogueFile | null | undefined;

  /** @param read gives the file on first use; null where there is none */
  constructor(read: () => CatalogueFile | null) {
    this.#read = read;
  }

  /** Everything known of a model, better sources over worse, see {@link describeModel}. */
  describe(listed: ListedModel, seller: Seller, figures: ModelFigures = {}): Model {
    return describeModel(listed, figures, this.#find(listed.id, seller));
  }

  #find(id: string, { preset, baseUrl }: Seller): Known {
    this.#file ??= this.#read();
    const found = this.#file && findRow(this.#file, baseUrl, id);
    if (ownServers.includes(preset)) return { found, prices: free };
    if (!this.#file || !found || found.pricesHold) return { found, prices: found && pricesOf(found.row) };
    // A provider that is reached another way, through a proxy for example, still asks its own prices.
    const usual = presets.find(({ id: known }) => known === preset)?.baseUrl ?? '';
    const there = usual === '' ? null : findRow(this.#file, usual, id);
    return { found, prices: there?.pricesHold ? pricesOf(there.row) : null };
  }
}

/** Opens the catalogue that was built; without it models are known by their families alone. */
export function openCatalogue(path: string, log: Log): Catalogue {
  return new Catalogue(() => {
    try {
      const file: CatalogueFile = JSON.parse(readFileSync(path, 'utf8'));
      if (file.version === 1) return file;
      log.error('catalogue of another version', { version: file.version });
    } catch (error) {
      log.error('catalogue not readable', { error: String(error) });
    }
    return null;
  });
}

/** What lists say of a model. */
interface Known {
  found: Found | null;
  prices: Prices | null;
}

/**
 * Everything known of a model, better sources over worse: defaults, its family, the catalogue, the provider, the user.
 *
 * @param listed as the provider lists it; only the id is certain
 */
export function describeModel(
  listed: ListedModel,
  figures: ModelFigures = {},
  { found, prices }: Known = { found: null, prices: null },
): Model {
  const { id, name, ...provided } = listed;
  const { name: userName, inputPrice, outputPrice, cacheReadPrice, cacheWritePrice, ...corrected } = figures;
  const known = { ...familyOf(id), ...(found && rowFigures(found)) };
  const model = { ...safeFigures, ...known, ...given(provided), ...given(corrected) };
  const sources = sourcesOf(figures, provided, known, prices);
  const charged = correctPrices(prices, { inputPrice, outputPrice, cacheReadPrice, cacheWritePrice });
  return {
    ...model,
    // A provider that says how its model thinks says that it does.
    reasoning: given(corrected).reasoning ?? (provided.thinking !== undefined || model.reasoning),
    maxOutput: Math.min(model.maxOutput, model.contextWindow),
    ...(corrected.maxOutput !== undefined && { outputByUser: true }),
    ...(charged && { prices: charged }),
    id,
    name: userName ?? name ?? id,
    source: overall(figures, sources),
    sources,
  };
}

/** The package lists only models that use tools. */
function rowFigures({ row }: Found): Partial<Figures> {
  return {
    ...(row.w !== undefined && { contextWindow: row.w }),
    ...(row.o !== undefined && { maxOutput: row.o }),
    vision: row.v === 1,
    reasoning: row.r === 1,
    tools: true,
  };
}

type PriceFigures = {
  [Name in 'inputPrice' | 'outputPrice' | 'cacheReadPrice' | 'cacheWritePrice']: number | undefined;
};

/**
 * Prices with the user's corrections. A corrected list has no tiers: nobody said what they would be. Cache prices that
 * are not known are those of input.
 */
function correctPrices(known: Prices | null, user: PriceFigures): Prices | null {
  if (Object.values(user).every((price) => price === undefined)) return known;
  const input = user.inputPrice ?? known?.input;
  const output = user.outputPrice ?? known?.output;
  if (input === undefined || output === undefined) return null;
  return {
    input,
    output,
    cacheRead: user.cacheReadPrice ?? known?.cacheRead ?? input,
    cacheWrite: user.cacheWritePrice ?? known?.cacheWrite ?? input,
  };
}

function sourcesOf(
  user: ModelFigures,
  provided: Omit<ListedModel, 'id' | 'name'>,
  known: Partial<Figures>,
  prices: Prices | null,
): Record<FigureName, FigureSource> {
  const source = (name: FigureName): FigureSource => {
    if (user[name] !== undefined) return 'user';
    if (name.endsWith('Price')) return prices ? 'catalogue' : 'default';
    const figure = name as keyof Figures;
    if (provided[figure] !== undefined) return 'provider';
    return known[figure] !== undefined ? 'catalogue' : 'default';
  };
  return Object.fromEntries(figureNames.map((name) => [name, source(name)])) as Record<
    FigureName,
    FigureSource
  >;
}

/** The window decides, for everything else matters less; a correction of anything is told of. */
function overall(
  { name: _name, ...figures }: ModelFigures,
  sources: Record<FigureName, FigureSource>,
): FigureSource {
  return Object.values(figures).some((value) => value !== undefined) ? 'user' : sources.contextWindow;
}

/** The fields that are there: undefined must not cover what is known. */
function given<T extends object>(fields: T): Partial<{ [Name in keyof T]: NonNullable<T[Name]> }> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<{ [Name in keyof T]: NonNullable<T[Name]> }>;
}
