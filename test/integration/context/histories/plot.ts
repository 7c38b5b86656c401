/** Sizes are thousandths of the window, so that every window fills in as many turns. */
export interface CallSpec {
  size: number;
  kind: number;
  eventful: boolean;
  failed: boolean;
  image: boolean;
  /** Calls with the same number have the same arguments. */
  about: number;
}

export interface StepSpec {
  text: number;
  kind: number;
  reasons: boolean;
  calls: CallSpec[];
}

export interface AskSpec {
  size: number;
  kind: number;
  images: number;
  steps: StepSpec[];
  answer: number;
}

export type Command =
  | { do: 'ask'; ask: AskSpec }
  /** Another answer to the newest question. */
  | { do: 'again'; ask: AskSpec }
  /** Another branch, from so many turns before. */
  | { do: 'back'; turns: number; ask: AskSpec }
  | { do: 'undo' }
  | { do: 'read'; vision: boolean }
  | { do: 'make'; command: 'shake' | 'compact'; args: string };

export interface Plot {
  /** Turns that the history has before anything is asked, as they came in from elsewhere: without provider blocks. */
  before: AskSpec[];
  commands: Command[];
  vision: boolean;
  /** Tokens that the app counts for one of the lab's. */
  factor: number;
}
