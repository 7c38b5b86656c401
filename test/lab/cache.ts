import { chain } from './hash.ts';
import type { Caching, Lifetime, Prompt, Segment } from './types.ts';

/** What the cache did for one request, in tokens. */
export interface CacheUse {
  readonly read: number;
  /** Written for the shorter of the vendor's lifetimes (Anthropic 5 minutes, OpenAI 30). */
  readonly writeShort: number;
  /** Written for the longer one (Anthropic 1 hour, OpenAI 12). */
  readonly writeLong: number;
}

const NOTHING: CacheUse = { read: 0, writeShort: 0, writeLong: 0 };
const MINUTE_MS = 60_000;
const LIFETIME_MS: Record<Lifetime, number> = {
  '5m': 5 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
};
const LONG: readonly Lifetime[] = ['1h', '12h'];
/** How many blocks before a breakpoint Anthropic searches for an earlier entry (prompt caching guide). */
const LOOK_BACK = 20;
/** OpenAI caches from 1,024 tokens in steps of 128, up to 5.5 (prompt caching guide). */
const OPENAI_STEP = 128;

interface Entry {
  readonly expires: number;
  readonly ttl: Lifetime;
}

interface Step {
  readonly hash: string;
  /** Tokens from the beginning to here. */
  readonly total: number;
}

/** The vendors' prompt caches, by account and model. */
export class PromptCache {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #seen = new Set<string>();

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What the cache does for a prompt, which it remembers from now on. */
  use(prompt: Prompt, key: string): CacheUse {
    return this.#run(prompt, key, true);
  }

  /** What the cache would do for a prompt; nothing is remembered. */
  quote(prompt: Prompt, key: string): CacheUse {
    return this.#run(prompt, key, false);
  }

  #run(prompt: Prompt, key: string, remember: boolean): CacheUse {
    const { model, segments, caching, cacheScope = '' } = prompt;
    const steps = stepsOf(`${key}|${model.id}|${cacheScope}`, segments);
    return caching === 'look-back' || caching === 'marks'
      ? this.#atMarks(prompt, steps, remember)
      : this.#automatic(steps, model.cacheMinimum, caching, remember);
  }

  /** Explicit breakpoints: reads the longest live prefix, writes up to the last breakpoint. */
  #atMarks({ model, segments, caching }: Prompt, steps: readonly Step[], remember: boolean): CacheUse {
    const marks = segments.flatMap((segment, index) => (segment.breakpoint ? [index] : []));
    const last = steps[marks.at(-1) ?? -1];
    if (last === undefined || last.total < model.cacheMinimum) return NOTHING;
    const hit = this.#longestHit(steps, marks, caching === 'look-back' ? LOOK_BACK : steps.length, remember);
    let [covered, writeShort, writeLong] = [hit?.total ?? 0, 0, 0];
    for (const mark of marks) {
      const step = steps[mark];
      const ttl = segments[mark]?.breakpoint;
      if (step === undefined || ttl === undefined || step.total < model.cacheMinimum) continue;
      if (remember) this.#entries.set(step.hash, { expires: this.#now() + LIFETIME_MS[ttl], ttl });
      const fresh = Math.max(0, step.total - covered);
      if (LONG.includes(ttl)) writeLong += fresh;
      else writeShort += fresh;
      covered = Math.max(covered, step.total);
    }
    return { read: hit?.total ?? 0, writeShort, writeLong };
  }

  /** Automatic: the longest common prefix with any earlier request of the same scope. */
  #automatic(steps: readonly Step[], minimum: number, caching: Caching, remember: boolean): CacheUse {
    const common = steps.findLast((step) => this.#seen.has(step.hash))?.total ?? 0;
    if (remember) for (const step of steps) this.#seen.add(step.hash);
    if (common < minimum) return NOTHING;
    const rest = caching === 'steps' ? (common - minimum) % OPENAI_STEP : 0;
    return { ...NOTHING, read: common - rest };
  }

  #longestHit(steps: readonly Step[], marks: readonly number[], lookBack: number, remember: boolean) {
    for (const mark of marks.toReversed()) {
      for (let at = mark; at >= Math.max(0, mark - lookBack); at -= 1) {
        const step = steps[at];
        const entry = step && this.#entries.get(step.hash);
        if (!step || !entry || entry.expires <= this.#now()) continue;
        const expires = this.#now() + LIFETIME_MS[entry.ttl];
        if (remember) this.#entries.set(step.hash, { ...entry, expires });
        return step;
      }
    }
    return null;
  }
}

function stepsOf(scope: string, segments: readonly Segment[]): Step[] {
  let hash = scope;
  let total = 0;
  return segments.map((segment) => {
    hash = chain(hash, segment.key);
    total += segment.tokens;
    return { hash, total };
  });
}
