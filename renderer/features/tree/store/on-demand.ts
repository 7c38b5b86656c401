import { useEffect, useSyncExternalStore } from 'react';
import { reportError } from '../../../bridge/report.ts';

/** Most that one question asks for. */
const most = 400;
/** Kept at most; more than any window shows. */
const keep = 4000;

/**
 * What is known of things by their ids, fetched when somebody wants to show it: what is wanted at once goes out as one
 * question.
 */
export class OnDemand<Value> {
  readonly #fetch: (ids: string[]) => Promise<Iterable<[id: string, value: Value]>>;
  readonly #known = new Map<string, Value>();
  /** By which question each was asked for last. */
  readonly #asked = new Map<string, number>();
  #questions = 0;
  readonly #listeners = new Set<() => void>();
  readonly #wait: number;
  #wanted = new Set<string>();
  #closed = false;

  /** @param wait before it asks, in ms: what is not read first lets the rest go ahead */
  constructor(fetch: (ids: string[]) => Promise<Iterable<[id: string, value: Value]>>, wait = 0) {
    this.#fetch = fetch;
    this.#wait = wait;
  }

  get(id: string): Value | undefined {
    return this.#known.get(id);
  }

  /** Fetches what is not known yet. */
  want(ids: Iterable<string>): void {
    const before = this.#wanted.size;
    for (const id of ids) if (!this.#known.has(id) && !this.#asked.has(id)) this.#wanted.add(id);
    if (before === 0 && this.#wanted.size > 0) setTimeout(() => void this.#ask(), this.#wait);
  }

  set(id: string, value: Value): void {
    this.#known.set(id, value);
    this.#tell();
  }

  /** What is known of it is no longer true. */
  forget(id: string): void {
    // Whoever shows it saw no change if it was still being asked for: it is asked for again from here.
    const shown = this.#known.delete(id) || this.#asked.has(id);
    this.#asked.delete(id);
    if (shown) this.want([id]);
    this.#tell();
  }

  forgetAll(): void {
    this.#known.clear();
    this.#asked.clear();
    this.#tell();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
  }

  async #ask(): Promise<void> {
    const ids = [...this.#wanted].slice(0, most);
    this.#wanted = new Set();
    if (this.#closed || ids.length === 0) return;
    this.#questions += 1;
    const question = this.#questions;
    for (const id of ids) this.#asked.set(id, question);
    try {
      const found = await this.#fetch(ids);
      if (this.#known.size > keep) this.#known.clear();
      for (const [id, value] of found) if (this.#asked.get(id) === question) this.#known.set(id, value);
    } catch (caught) {
      // Shown without it, and asked for again when it next comes into sight.
      reportError(caught);
    }
    for (const id of ids) if (this.#asked.get(id) === question) this.#asked.delete(id);
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What is known of a thing that is being shown. */
export function useOnDemand<Value>(source: OnDemand<Value>, id: string | null): Value | undefined {
  const value = useSyncExternalStore(source.subscribe, () => (id === null ? undefined : source.get(id)));
  useEffect(() => {
    if (id !== null && value === undefined) source.want([id]);
  }, [source, id, value]);
  return value;
}
