import { createHash } from 'node:crypto';

/** What a provider takes as the id of a call. */
export interface IdRule {
  allowed: RegExp;
  /** An id in its form, made from a hash in hexadecimal. */
  make(hash: string): string;
}

const ruleOf = (allowed: RegExp, make: (hash: string) => string): IdRule => ({ allowed, make });

/** Anthropic: letters, digits, underscore, hyphen. */
export const anthropicIds = ruleOf(/^[a-zA-Z0-9_-]{1,64}$/, (hash) => `toolu_${hash.slice(0, 24)}`);
/** OpenAI: at most 40 characters. */
export const openAiIds = ruleOf(/^[\s\S]{1,40}$/, (hash) => `call_${hash.slice(0, 24)}`);
/** Mistral: exactly nine letters and digits. */
export const mistralIds = ruleOf(/^[a-zA-Z0-9]{9}$/, (hash) => hash.slice(0, 9));

/**
 * Gives every call of a request an id that its provider takes, the same in call and result, once in a request.
 * Calls that came from this very model keep theirs.
 */
export class CallIds {
  readonly #rule: IdRule;
  readonly #used = new Set<string>();
  #step = new Map<string, string>();

  constructor(rule: IdRule) {
    this.#rule = rule;
  }

  /** A new step begins: results belong to its calls from now on. */
  beginStep(): void {
    this.#step = new Map();
  }

  /** The id of a call that is sent back as it came. */
  keep(id: string): string {
    this.#used.add(id);
    this.#step.set(id, id);
    return id;
  }

  /** The id of a call that another model, or nobody, made. */
  adapt(id: string): string {
    let adapted = id;
    for (let round = 0; !this.#rule.allowed.test(adapted) || this.#used.has(adapted); round += 1) {
      adapted = this.#rule.make(createHash('sha256').update(`${round} ${id}`).digest('hex'));
    }
    this.#used.add(adapted);
    this.#step.set(id, adapted);
    return adapted;
  }

  /** The id under which the present step's call was sent. */
  of(id: string): string {
    return this.#step.get(id) ?? id;
  }
}
