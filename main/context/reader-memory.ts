import { z } from 'zod';
import { type Calibration, initialCalibration } from '#core/context/calibrate.ts';
import type { Settings } from '../providers/route-store.ts';

const key = 'context.readers';

const learnedSchema = z.strictObject({
  /** Tokens; only where a refusal named it. */
  window: z.number().int().positive().optional(),
  ratio: z.number().positive().optional(),
});
const storedSchema = z.record(z.string(), learnedSchema);

/** What was learned of a model by asking it [L3]. */
export type Learned = z.infer<typeof learnedSchema>;

/** A change of the ratio that is worth a write. */
const worthKeeping = 0.01;

/** Remembers for each route and model what its answers and refusals taught, across restarts. */
export class ReaderMemory {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  window(routeId: string, modelId: string): number | null {
    return this.#learned(routeId, modelId).window ?? null;
  }

  calibration(routeId: string, modelId: string): Calibration {
    const { ratio } = this.#learned(routeId, modelId);
    return ratio === undefined ? initialCalibration(modelId) : { ratio };
  }

  /** Keeps a new figure; the others stay. */
  keep(routeId: string, modelId: string, learned: Learned): void {
    const all = this.#all();
    const name = nameOf(routeId, modelId);
    const before = all[name] ?? {};
    const next = { ...before, ...learned };
    const moved = Math.abs((next.ratio ?? 0) - (before.ratio ?? 0)) >= worthKeeping;
    if (next.window === before.window && !moved) return;
    this.#settings.set(key, { ...all, [name]: next });
  }

  /** The user has corrected the window: what a refusal said before counts no more. */
  forgetWindow(routeId: string, modelId: string): void {
    const all = this.#all();
    const name = nameOf(routeId, modelId);
    const { window, ...rest } = all[name] ?? {};
    if (window !== undefined) this.#settings.set(key, { ...all, [name]: rest });
  }

  #learned(routeId: string, modelId: string): Learned {
    return this.#all()[nameOf(routeId, modelId)] ?? {};
  }

  #all(): Record<string, Learned> {
    return this.#settings.get(key, storedSchema, {});
  }
}

const nameOf = (routeId: string, modelId: string): string => `${routeId} ${modelId}`;
