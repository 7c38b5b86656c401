import type { Attachment } from '#contract';
import type { ViewMessage } from '../context/view.ts';
import type { SaidPart, SeenPart } from '../transcript/types.ts';

/**
 * A stretch of the view as the plain text that its pages are drawn from, and that `recall` gives back. Reasoning is
 * never part of it and never mentioned [S8].
 *
 * @param firstTurn number of the first turn in the stretch, counted from 1 along the branch
 * @param agentName how the agent is called in the conversation
 */
export function serialise(messages: readonly ViewMessage[], firstTurn: number, agentName: string): string {
  let turn = firstTurn - 1;
  let open = '';
  const lines: string[] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      turn += 1;
      lines.push(`## ${turn} · user`, ...message.parts.map(seen));
      open = '';
    } else if (message.role === 'agent') {
      if (open !== message.messageId) lines.push(`## ${Math.max(turn, firstTurn)} · ${agentName}`);
      open = message.messageId;
      lines.push(...message.said.flatMap(said));
    } else {
      for (const result of message.results) {
        const outcome = result.failed ? 'failed' : 'answered';
        lines.push(`> ${result.name} ${outcome}:`, ...result.parts.map(seen));
      }
    }
  }
  return lines.join('\n');
}

/** Where a line begins as one of ours does: what a tool found must not pass for what the user said. */
const likeOurs = /^(?=## \d+ · |> \S+ (?:answered|failed):)/gm;

/** Moves lines in that look like ours by a blank; the legend says so. */
const apart = (text: string): string => text.replace(likeOurs, ' ');

/** Whether a serialised text holds a line that was moved in. */
export const quotesTurns = (source: string): boolean =>
  /^ (?:## \d+ · |> \S+ (?:answered|failed):)/m.test(source);

function said(part: SaidPart): string[] {
  if (part.type === 'text') return [apart(part.text)];
  if (part.type === 'call') return [`> ${part.name} ${part.arguments}`];
  return [];
}

function seen(part: SeenPart): string {
  if (part.type === 'text') return apart(part.text);
  return attachedLine(part.attachment);
}

/** With what every file is named in the text. */
export const attachedMark = '(attached: ';

/** How a file is named in the text. */
export function attachedLine({ name, mime, bytes }: Attachment): string {
  return `${attachedMark}${name}, ${mime}, ${bytes} bytes)`;
}
