/** Runs work one after the other for each key, and at once for different keys. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` when everything queued before it under this key has ended, well or badly. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key) ?? Promise.resolve();
    const current = previous.then(work, work);
    this.#last.set(key, current);
    const forget = (): void => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(forget, forget);
    return current;
  }

  /** Resolves when everything that is queued now has ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values());
  }
}
