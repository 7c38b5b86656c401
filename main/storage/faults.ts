/** A named moment inside the commit order at which the fault tests end the process. */
export type FaultPoint =
  | 'user-message:in-transaction'
  | 'user-message:committed'
  | 'journal:committed'
  | 'transcript:temp-created'
  | 'transcript:temp-written'
  | 'transcript:temp-synced'
  | 'transcript:renamed'
  | 'transcript:folder-synced'
  | 'fork:announced'
  | 'fork-transcript:temp-created'
  | 'fork-transcript:temp-written'
  | 'fork-transcript:temp-synced'
  | 'fork-transcript:renamed'
  | 'fork-transcript:folder-synced'
  | 'fork:in-transaction'
  | 'fork:committed'
  | 'finalise:in-transaction'
  | 'finalise:committed';

/** Called as each point is passed. Does nothing outside the fault tests. */
export type FaultPoints = (point: FaultPoint) => void;

/** The hook of ordinary runs. */
export const noFaults: FaultPoints = () => {};
