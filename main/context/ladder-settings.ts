import { z } from 'zod';
import type { ContextSettings } from '#contract';
import { contextSettingsSchema } from '#contract/context.ts';
import { defaultLadder, type LadderSettings } from '#core/context/reader.ts';
import { BoughError } from '#core/errors.ts';
import type { Settings } from '../providers/route-store.ts';

const key = 'context.ladder';
const { threshold, target, protectTurns, smallLetters } = defaultLadder;
/** What was kept before there were small letters stays good. */
const keptSchema = contextSettingsSchema.extend({ smallLetters: z.boolean().default(smallLetters) });

/** When room is made and how much: what the user set, and the rest as it is usual. */
export class LadderChoices {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  chosen(): ContextSettings {
    return this.#settings.get(key, keptSchema, { threshold, target, protectTurns, smallLetters });
  }

  ladder(): LadderSettings {
    return { ...defaultLadder, ...this.chosen() };
  }

  /** Throws `bad_request` where the target would not be below the threshold. */
  choose(change: { [Name in keyof ContextSettings]?: ContextSettings[Name] | undefined }): ContextSettings {
    const next = contextSettingsSchema.parse({ ...this.chosen(), ...change });
    if (next.target >= next.threshold) {
      throw new BoughError('bad_request', 'The target has to be below the threshold');
    }
    this.#settings.set(key, next);
    return next;
  }
}
