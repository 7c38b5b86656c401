import type { SideKind } from '#contract';

const asideNote =
  'This is a side question about the conversation so far. It is not part of the conversation and will not be ' +
  'remembered. Answer it briefly from what was said, in the language of the question, without calling a tool.';

const handoff = `Write a hand-over document of this conversation, for somebody who takes it up without having read it: a person, or another model. Use the language of the conversation. Write Markdown with these parts, and leave out one that would be empty:

# A title that says what it is about
## Goal: what is wanted, and by when
## Where it stands: what is done, and what it came to
## Decisions: each with its reason
## Open: what is to be done next, and questions without an answer
## Keep exactly: names, numbers, dates, addresses, paths and quotations that must not be changed

State only what the conversation says. Do not call a tool. Answer with the document alone.`;

/** What an agent is asked beside a conversation. `text` is what the user wrote. */
export function sidePrompt(kind: SideKind, text: string): string {
  if (kind === 'btw') return `[${asideNote}]\n\n${text}`;
  return text === '' ? handoff : `${handoff}\n\nDwell on this above all: ${text}`;
}
