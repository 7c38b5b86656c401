import { chain } from './hash.ts';
import type { LabModel } from './models.ts';
import type { Segment } from './types.ts';

/** What the cache did for one request, in tokens. */
export interface CacheUse {
  readonly read: number;
  readonly write5m: number;
  readonly write1h: number;
}

const NOTHING: CacheUse = { read: 0, write5m: 0, write1h: 0 };
const LIFETIME_MS = { '5m': 5 * 60_000, '1h': 60 * 60_000 };
/** How many blocks before a breakpoint Anthropic searches for an earlier entry (prompt caching guide). */
const LOOK_BACK = 20;
/** OpenAI caches from 1,024 tokens in steps of 128 (prompt caching guide). */
const OPENAI_STEP = 128;

interface Entry {
  readonly expires: number;
  readonly ttl: '5m' | '1h';
}

/** One vendor's prompt cache, by account and model. */
export class PromptCache {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #seen = new Set<string>();

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Explicit breakpoints, as Anthropic has them: reads the longest live prefix, writes up to the last one. */
  atBreakpoints(scope: string, model: LabModel, segments: readonly Segment[]): CacheUse {
    const steps = this.#steps(scope, segments);
    const marks = segments.flatMap((segment, index) => (segment.breakpoint ? [index] : []));
    const last = steps[marks.at(-1) ?? -1];
    if (last === undefined || last.total < model.cacheMinimum) return NOTHING;
    const hit = this.#longestHit(steps, marks);
    let [covered, write5m, write1h] = [hit?.total ?? 0, 0, 0];
    for (const mark of marks) {
      const step = steps[mark];
      const ttl = segments[mark]?.breakpoint;
      if (step === undefined || ttl === undefined || step.total < model.cacheMinimum) continue;
      this.#entries.set(step.hash, { expires: this.#now() + LIFETIME_MS[ttl], ttl });
      const fresh = Math.max(0, step.total - covered);
      if (ttl === '1h') write1h += fresh;
      else write5m += fresh;
      covered = Math.max(covered, step.total);
    }
    return { read: hit?.total ?? 0, write5m, write1h };
  }

  /** Automatic, as OpenAI has it: the longest common prefix with any earlier request of the same scope. */
  automatic(scope: string, model: LabModel, segments: readonly Segment[]): CacheUse {
    const steps = this.#steps(scope, segments);
    const common = steps.findLast((step) => this.#seen.has(step.hash))?.total ?? 0;
    for (const step of steps) this.#seen.add(step.hash);
    if (common < model.cacheMinimum) return NOTHING;
    const read = common - ((common - model.cacheMinimum) % OPENAI_STEP);
    return { read, write5m: 0, write1h: 0 };
  }

  #longestHit(steps: readonly { hash: string; total: number }[], marks: readonly number[]) {
    for (const mark of marks.toReversed()) {
      for (let at = mark; at >= Math.max(0, mark - LOOK_BACK); at -= 1) {
        const step = steps[at];
        const entry = step && this.#entries.get(step.hash);
        if (!step || !entry || entry.expires <= this.#now()) continue;
        this.#entries.set(step.hash, { ...entry, expires: this.#now() + LIFETIME_MS[entry.ttl] });
        return step;
      }
    }
    return null;
  }

  #steps(scope: string, segments: readonly Segment[]) {
    let hash = scope;
    let total = 0;
    return segments.map((segment) => {
      hash = chain(hash, segment.key);
      total += segment.tokens;
      return { hash, total };
    });
  }
}
