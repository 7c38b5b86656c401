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
  /** On another branch that is there already, if there is one. */
  | { do: 'over'; ask: AskSpec }
  /** An answer that fails: the question stays, and nothing answers it. */
  | { do: 'fail'; ask: AskSpec }
  /** What another agent said is answered. */
  | { do: 'hear'; ask: AskSpec }
  /** The pass that was made so many before the newest is taken back. */
  | { do: 'undo'; before: number }
  /** The beginning of the branch is no longer resumed from. */
  | { do: 'trim'; turns: number }
  /** Goes on in a copy of the branch. */
  | { do: 'fork' }
  /** Another reader: with or without eyes, the same model or another. */
  | { do: 'read'; vision: boolean; other: boolean }
  | { do: 'make'; command: 'shake' | 'compact'; args: string };

export interface Plot {
  /** Turns that the history has before anything is asked, as they came in from elsewhere: without provider blocks. */
  before: AskSpec[];
  commands: Command[];
  vision: boolean;
  /** Tokens that the app counts for one of the lab's. */
  factor: number;
  /** What comes of a request for a summary. */
  summaries: 'good' | 'useless' | 'refused';
}
