import type { Mark } from '#contract';
import type { Rewind } from '#core/transcript/types.ts';
import type { BranchPoints, PointOutcome } from './ports.ts';

/**
 * What an agent marked and where it goes back to, in one turn. Nothing of it takes effect before the turn is over: a
 * mark stands on a turn boundary, and a turn that is stopped or fails leaves none [T2] [T9].
 */
export class TurnPoints implements BranchPoints {
  readonly #marks: () => Promise<readonly Mark[]>;
  /** Set in this turn, in this order. */
  readonly labels: string[] = [];
  #rewind: Rewind | null = null;

  /** @param marks those of the turn's branch that its run still reaches */
  constructor(marks: () => Promise<readonly Mark[]>) {
    this.#marks = marks;
  }

  get rewindTo(): Rewind | null {
    return this.#rewind;
  }

  async mark(label: string): Promise<PointOutcome> {
    const moved = this.labels.includes(label) || (await this.#marks()).some((mark) => mark.label === label);
    this.labels.push(label);
    return { kind: 'marked', moved };
  }

  async rewind(label: string, digest: string): Promise<PointOutcome> {
    const marks = await this.#marks();
    const mark = marks.find((one) => one.label === label);
    if (!mark) {
      const labels = marks.map((one) => one.label);
      return { kind: 'unknown', labels, here: this.labels.includes(label) };
    }
    this.#rewind = { label, messageId: mark.messageId, digest };
    return { kind: 'goingBack' };
  }
}
