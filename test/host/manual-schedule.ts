import type { Schedule } from '#core/environment.ts';

/** A clock that a test moves: nothing rings before it says so. */
export class ManualSchedule {
  #now = 1_800_000_000_000;
  #alarms: { at: number; run: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly schedule: Schedule = (milliseconds, run) => {
    const alarm = { at: this.#now + milliseconds, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  };

  /** Number of alarms that are set. */
  get pending(): number {
    return this.#alarms.length;
  }

  /** Moves the clock and rings what is due, in the order in which it is due. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#alarms.filter((alarm) => alarm.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#alarms = this.#alarms.filter((alarm) => alarm !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }
}
