/** What the core and the services take from the outside, so that every test is deterministic. */
export interface Environment {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A fresh UUIDv7. */
  newId(): string;
}

/** Runs `run` once after `milliseconds`; returns what cancels it. */
export type Schedule = (milliseconds: number, run: () => void) => () => void;
