/** The named moments of a start, in milliseconds since the process was made. */
export class Marks {
  readonly #origin: number;
  readonly #times: Record<string, number> = {};

  /** @param origin when the process was made, in milliseconds since the epoch */
  constructor(origin: number) {
    this.#origin = origin;
  }

  /** Keeps the first time only: a reloaded window starts nothing. */
  set(name: string, at: number): void {
    this.#times[name] ??= Math.round((at - this.#origin) * 10) / 10;
  }

  all(): Readonly<Record<string, number>> {
    return { ...this.#times };
  }
}
