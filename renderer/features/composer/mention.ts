import type { Agent } from '#contract';
import { mentionsIn } from '#contract/mentions.ts';

/** A name that is being typed behind an `@`. */
export interface MentionBegun {
  /** Where its `@` stands. */
  from: number;
  /** Where the caret is. */
  to: number;
  /** The agents whose names begin like that. */
  options: Agent[];
}

/** Longer than any name. */
const longest = 61;

/** The mention that the caret is in, while it is not whole and there is somebody who could be meant. */
export function mentionAt(text: string, caret: number, agents: readonly Agent[]): MentionBegun | null {
  const from = text.lastIndexOf('@', caret - 1);
  if (from < 0 || caret - from > longest) return null;
  const begun = text.slice(from + 1, caret).toLocaleLowerCase();
  const options = agents.filter(({ name }) => name.toLocaleLowerCase().startsWith(begun));
  // What would not count as a mention when it is sent is none here either.
  const counts = ({ name }: Agent) => {
    const whole = `${text.slice(0, from + 1)}${name}`;
    return mentionsIn(whole, agents).some((mention) => mention.from === from);
  };
  const meant = options.filter(counts);
  const [only] = meant;
  if (!only || (meant.length === 1 && only.name.length === begun.length)) return null;
  return { from, to: caret, options: meant };
}

/** The text with the name in its place, and where the caret goes. */
export function withMention(text: string, { from, to }: MentionBegun, { name }: Agent) {
  const rest = text.slice(to);
  const before = `${text.slice(0, from)}@${name}${/^[\s,.;:!?]/.test(rest) ? '' : ' '}`;
  return { text: before + rest, caret: before.length };
}
