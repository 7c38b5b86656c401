/** Milliseconds for which a provider keeps what a request left in its prompt cache, by wire; Google promises nothing. */
const lifetimes: Readonly<Record<string, number>> = {
  anthropic: 5 * 60_000,
  'openai-responses': 30 * 60_000,
  'openai-chat': 30 * 60_000,
};
const usual = 5 * 60_000;

/** Conversations that are remembered. */
const most = 500;

/** When each conversation was last sent to a model: whether its beginning is still in a prompt cache. */
export class PromptCaches {
  /** By conversation and model; the one used last is the last. */
  readonly #asked = new Map<string, number>();

  /** @param key names conversation, agent and model */
  note(key: string, now: number): void {
    this.#asked.delete(key);
    this.#asked.set(key, now);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > most && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** True only where it is certain: after a restart of the app nothing is known. */
  isCold(key: string, wire: string, now: number): boolean {
    const asked = this.#asked.get(key);
    return asked !== undefined && now - asked > (lifetimes[wire] ?? usual);
  }
}
