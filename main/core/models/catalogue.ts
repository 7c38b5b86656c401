/** Everything that public price lists say of models, as the build makes it: what is not known is left out. */
export interface CatalogueFile {
  version: 1;
  /** Package and version that it was made from. */
  source: string;
  /** Rows by the address that serves them (host and path), then by the model's id in its plain form. */
  addresses: Record<string, Record<string, CatalogueRow>>;
}

/** One model at one address. The names are short because there are many rows. */
export interface CatalogueRow {
  /** Context window, tokens. */
  w?: number;
  /** Longest output, tokens. */
  o?: number;
  /** Sees images. */
  v?: 1;
  /** Reasons. */
  r?: 1;
  /** US dollars for a million tokens: input, output, cache reads, cache writes. */
  p?: PriceRow;
  /** Prices of requests with more input tokens than the first number, smallest first. */
  t?: [above: number, ...prices: PriceRow][];
}

export type PriceRow = [input: number, output: number, cacheRead: number, cacheWrite: number];

/** What was found of a model. Prices hold only at the address that states them. */
export interface Found {
  row: CatalogueRow;
  pricesHold: boolean;
}

/** Where the makers of models sell them: what is said there holds for a model wherever it is served. */
const makers = [
  'api.anthropic.com',
  'api.openai.com',
  'generativelanguage.googleapis.com',
  'api.mistral.ai',
  'api.deepseek.com',
  'api.x.ai',
  'api.moonshot.ai',
  'api.z.ai',
  'api.minimax.io',
  'api.meta.ai',
];

/**
 * Looks a model up: first at the address itself, then with the model's maker, by the id or its part after the last
 * slash.
 *
 * @param address base URL without its scheme; empty where nothing is known of it
 */
export function findRow(file: CatalogueFile, address: string, modelId: string): Found | null {
  const here = rowsAt(file, address);
  const own = here && rowOf(here, modelId);
  if (own) return { row: own, pricesHold: true };
  const name = modelId.split('/').at(-1) ?? '';
  for (const maker of makers) {
    const rows = rowsAt(file, maker);
    const row = rows && rowOf(rows, name);
    if (row) return { row, pricesHold: false };
  }
  return null;
}

/** An id in the form in which it is looked up: small letters, and versions with hyphens as some write them. */
export function plainId(id: string): string {
  return id.toLowerCase().replaceAll('.', '-');
}

/** An address in the form in which it is looked up: host and path, without what an SDK adds by itself. */
export function plainAddress(baseUrl: string): string {
  return baseUrl
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
    .replace(/\/v1(beta)?$/, '')
    .toLowerCase();
}

function rowOf(rows: Record<string, CatalogueRow>, id: string): CatalogueRow | undefined {
  const plain = plainId(id);
  if (Object.hasOwn(rows, plain)) return rows[plain];
  // A dated id is the same model: "-2026-03-05", "-20260305".
  const undated = plain.replace(/-\d{4}-\d{2}-\d{2}$|-\d{8}$/, '');
  return Object.hasOwn(rows, undated) ? rows[undated] : undefined;
}

/** The rows of the address that shares most of its path; a host can sell in several ways. */
function rowsAt(file: CatalogueFile, address: string): Record<string, CatalogueRow> | null {
  const wanted = plainAddress(address).split('/');
  let best: { rows: Record<string, CatalogueRow>; shared: number; extra: number } | null = null;
  for (const [key, rows] of Object.entries(file.addresses)) {
    const parts = key.split('/');
    if (parts[0] !== wanted[0]) continue;
    const differs = parts.findIndex((part, at) => part !== wanted[at] && !part.startsWith('{'));
    const shared = differs < 0 ? parts.length : differs;
    const extra = parts.length - shared;
    if (!best || shared > best.shared || (shared === best.shared && extra < best.extra)) {
      best = { rows, shared, extra };
    }
  }
  return best?.rows ?? null;
}
