import { z } from 'zod';
import { readerSchema } from './conversations.ts';
import { method } from './define.ts';
import type { BridgeError } from './result.ts';

export const wireNames = [
  'anthropic',
  'openai-responses',
  'openai-chat',
  'google',
  'ollama',
  'practice',
] as const;
export type WireName = (typeof wireNames)[number];

/** Where a figure about a model comes from, best last. */
export type FigureSource = 'default' | 'catalogue' | 'provider' | 'user';

/** How a Claude model is asked to reason: by itself as it sees fit, or up to a number of tokens. */
export type Thinking = 'adaptive' | 'budget';

export interface Model {
  id: string;
  name: string;
  /** Tokens. */
  contextWindow: number;
  /** Tokens. */
  maxOutput: number;
  vision: boolean;
  tools: boolean;
  reasoning: boolean;
  /** Claude models only. */
  thinking?: Thinking;
  /** The user set `maxOutput`: it is asked for even where a wire could leave it to the server. */
  outputByUser?: boolean;
  /** Absent where they are not known. */
  prices?: Prices;
  /** Of the window, or `user` where anything was corrected. */
  source: FigureSource;
  /** Where each figure is from; a price from `default` is not known. Absent where nothing can be corrected. */
  sources?: Record<FigureName, FigureSource>;
}

/** US dollars for a million tokens. */
export interface PriceList {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export interface Prices extends PriceList {
  /** All of a request with more input tokens than `above` costs this; smallest first. */
  tiers?: (PriceList & { above: number })[];
}

/** The figures of a model that its user can correct, one by one. */
export const figureNames = [
  'contextWindow',
  'maxOutput',
  'vision',
  'tools',
  'reasoning',
  'inputPrice',
  'outputPrice',
  'cacheReadPrice',
  'cacheWritePrice',
] as const;
export type FigureName = (typeof figureNames)[number];

/** How a route's key is kept. `plain` is chosen by the user where the system offers no encryption. */
export type KeyStorage = 'none' | 'system' | 'plain' | 'session';

/** Provider + wire + base URL + key. The key itself never crosses the bridge towards the renderer. */
export interface Route {
  id: string;
  preset: string;
  name: string;
  wire: WireName;
  /** Empty for the practice assistant. */
  baseUrl: string;
  keyStorage: KeyStorage;
  /** False for local servers and the practice assistant. */
  needsKey: boolean;
  local: boolean;
  models: Model[];
}

/** A provider that the app knows how to reach; the user adds only the key. */
export interface Preset {
  id: string;
  name: string;
  wire: WireName;
  baseUrl: string;
  /** What the address looks like, where it holds a name of the user's own and `baseUrl` is empty. */
  baseUrlExample?: string;
  /** Where a key is made; empty when none is needed. */
  keyUrl: string;
  needsKey: boolean;
}

/** A model server found on this computer. */
export interface LocalServer {
  preset: 'ollama' | 'lmstudio' | 'llamacpp';
  name: string;
  wire: WireName;
  baseUrl: string;
  models: Model[];
}

export type RouteCheck =
  | { ok: true; models: Model[]; milliseconds: number }
  | { ok: false; error: BridgeError };

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .or(z.literal(''));

export const routeDraftSchema = z.strictObject({
  /** Absent for a new route. */
  id: z.string().min(1).max(100).optional(),
  preset: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  wire: z.enum(wireNames),
  baseUrl,
});
export type RouteDraft = z.infer<typeof routeDraftSchema>;

/** Absent: keep the stored key. `session` keeps it in memory until the app closes. */
export const newKeySchema = z.strictObject({
  value: z.string().trim().min(1).max(4000),
  storage: z.enum(['system', 'plain', 'session']),
});
export type NewKey = z.infer<typeof newKeySchema>;

/** US dollars for a million tokens. */
const price = z.number().min(0).max(100_000).optional();

/** How the user signs in to the proxy that they named. The password never crosses the bridge towards the renderer. */
export interface ProxySignIn {
  /** Empty where no sign-in is kept. */
  username: string;
  storage: Exclude<KeyStorage, 'plain'>;
}

export const modelFiguresSchema = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  contextWindow: z.number().int().min(512).max(100_000_000).optional(),
  maxOutput: z.number().int().min(1).max(10_000_000).optional(),
  vision: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  inputPrice: price,
  outputPrice: price,
  cacheReadPrice: price,
  cacheWritePrice: price,
});

export const providerMethods = {
  'providers.presets': method<Preset[]>()(z.strictObject({})),
  'providers.routes': method<Route[]>()(z.strictObject({})),
  /** Whether the system can encrypt keys; where it cannot the user is told and chooses. */
  'providers.keyProtection': method<{ system: boolean }>()(z.strictObject({})),
  'providers.saveRoute': method<Route>()(
    z.strictObject({ route: routeDraftSchema, key: newKeySchema.optional() }),
  ),
  'providers.removeRoute': method<{ removed: boolean }>()(z.strictObject({ id: z.string().min(1) })),
  /** Live check: asks the provider for its models with this key. Saves nothing. */
  'providers.check': method<RouteCheck>()(
    z.strictObject({ route: routeDraftSchema, key: z.string().trim().max(4000).optional() }),
  ),
  /** Fetches the model list again and keeps it. */
  'providers.refreshModels': method<Route>()(z.strictObject({ id: z.string().min(1) })),
  /** Corrects what the app believes about a model. Figures in `reset` are again what the app would believe by itself. */
  'providers.setModelFigures': method<Route>()(
    z.strictObject({
      routeId: z.string().min(1),
      modelId: z.string().min(1),
      figures: modelFiguresSchema,
      reset: z.array(z.enum(figureNames)).default([]),
    }),
  ),
  /** Probes 127.0.0.1 once, with a short timeout. */
  'providers.detectLocal': method<LocalServer[]>()(z.strictObject({})),
  'providers.proxySignIn': method<ProxySignIn>()(z.strictObject({})),
  /**
   * Keeps the sign-in to the proxy that the preferences name, encrypted or until the app closes; null forgets it.
   * Answers `bad_request` where they name none.
   */
  'providers.setProxySignIn': method<ProxySignIn>()(
    z.strictObject({
      signIn: z
        .strictObject({
          username: z.string().trim().min(1).max(200),
          password: z.string().min(1).max(200),
        })
        .nullable(),
    }),
  ),
  'providers.setDefaultReader': method<{ saved: true }>()(z.strictObject({ reader: readerSchema })),
  /** The reader of new conversations. The practice assistant until the user chooses. */
  'providers.defaultReader': method<z.infer<typeof readerSchema>>()(z.strictObject({})),
};
