import { z } from 'zod';
import type { Reader } from '#contract';
import { readerSchema } from '#contract/conversations.ts';
import { modelFiguresSchema, wireNames } from '#contract/providers.ts';
import { practiceReader } from './practice/model.ts';

const listedModelSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  contextWindow: z.number().positive().optional(),
  maxOutput: z.number().positive().optional(),
  vision: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  thinking: z.enum(['adaptive', 'budget']).optional(),
});

/** A route as the workspace remembers it: without its key, and without what the app knows by itself. */
const storedRouteSchema = z.strictObject({
  id: z.string().min(1),
  preset: z.string().min(1),
  name: z.string().min(1),
  wire: z.enum(wireNames),
  baseUrl: z.string(),
  /** As the provider listed them. */
  models: z.array(listedModelSchema),
  /** What the user corrected, by model id. */
  figures: z.record(z.string(), modelFiguresSchema),
});
export type StoredRoute = z.infer<typeof storedRouteSchema>;

/** Where settings of the workspace are kept. */
export interface Settings {
  get<T>(key: string, schema: z.ZodType<T>, fallback: T): T;
  set(key: string, value: unknown): void;
}

const routesKey = 'providers.routes';
const readerKey = 'providers.defaultReader';

/** The routes and the default reader in the workspace's settings. */
export class RouteStore {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  all(): StoredRoute[] {
    return this.#settings.get(routesKey, z.array(storedRouteSchema), []);
  }

  find(id: string): StoredRoute | undefined {
    return this.all().find((route) => route.id === id);
  }

  /** Adds a route, or puts it in the place of the one with its id. */
  put(route: StoredRoute): void {
    const routes = this.all();
    const at = routes.findIndex((known) => known.id === route.id);
    if (at < 0) routes.push(route);
    else routes[at] = route;
    this.#settings.set(routesKey, routes);
  }

  remove(id: string): boolean {
    const routes = this.all();
    const left = routes.filter((route) => route.id !== id);
    if (left.length < routes.length) this.#settings.set(routesKey, left);
    return left.length < routes.length;
  }

  /** The practice assistant until the user chose, and again when what was chosen is gone. */
  defaultReader(): Reader {
    const chosen = this.#settings.get(readerKey, readerSchema, practiceReader);
    return this.find(chosen.routeId) ? chosen : practiceReader;
  }

  setDefaultReader(reader: Reader): void {
    this.#settings.set(readerKey, reader);
  }
}
