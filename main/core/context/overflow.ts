import type { Usage } from '#contract';

/** What is known of an answer that came without an error. */
export interface QuietAnswer {
  usage: Usage | null;
  /** Why the model stopped. */
  stop: 'end' | 'calls' | 'length' | 'filtered';
  /** Whether there is any text or call in it. */
  saysSomething: boolean;
  /** Whether there are calls in it: one that the end of the window cut cannot be run. */
  calls: boolean;
  /** Tokens that the request was estimated to have, and the reader's window. */
  estimate: number;
  window: number;
  /** Whether the server is one that cuts a prompt without a word: Ollama. */
  cutsPrompts: boolean;
}

/** From here on there is no room for an answer. */
const full = 0.99;
/** A server that cut the prompt reports less than this share of what was sent. No estimate is so far off. */
const cutBelow = 0.6;

/**
 * Finds requests that were too large although nobody said so: some servers answer a prompt that is over the window,
 * some stop at once or inside a call, and some cut the prompt and answer what is left of it.
 */
export function isSilentOverflow(answer: QuietAnswer): boolean {
  const { usage, stop, saysSomething, calls, estimate, window, cutsPrompts } = answer;
  if (usage === null) return false;
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  if (input > window) return true;
  if (stop === 'length' && !saysSomething && input >= window * full) return true;
  if (stop === 'length' && calls && input + usage.output >= window * full) return true;
  return cutsPrompts && input > 0 && input < estimate * cutBelow;
}
