import type { Message, Part } from '#contract';
import { plainText } from '../tree/text.ts';
import type { NativeBlocks, SeenPart, Turn } from './types.ts';

/** A rebuilt turn has no provider blocks: a wire sends what was said instead. */
const noBlocks: NativeBlocks = { wire: 'none', model: '', blocks: [] };

/** Told to the model in place of the rest of a stopped answer, so that it is never taken for a whole one [T2]. */
export const stoppedNote = '[This answer was stopped before it was finished.]';

/** What a turn answers: the message, and what is sent for it. */
export interface Question {
  id: string;
  parts: SeenPart[];
}

/**
 * Rebuilds a turn from the database as plain text, and marks it so [T6]: what was said and attached, and which
 * tools were used; no reasoning, no tool results, no provider blocks.
 *
 * @param question null where the answer follows another answer of the same agent
 * @param agent complete or interrupted; a failed answer is no turn and throws a RangeError
 */
export function rebuildTurn(question: Question | null, agent: Message): Turn {
  if (agent.status !== 'complete' && agent.status !== 'interrupted') {
    throw new RangeError(`A ${agent.status} answer cannot be rebuilt as a turn`);
  }
  return {
    userMessageId: question?.id ?? agent.parentId,
    agentMessageId: agent.id,
    routeId: '',
    model: agent.model ?? '',
    user: question?.parts ?? [],
    steps: [{ said: [{ type: 'text', text: saidText(agent) }], native: noBlocks, results: [], usage: null }],
    source: 'rebuilt',
    endedAt: agent.createdAt,
  };
}

/** What a user message of the database is made of, as it is sent. */
export function seenParts(parts: readonly Part[]): SeenPart[] {
  return parts.flatMap((part): SeenPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }];
    if (part.type === 'attachment') return [{ type: 'attachment', attachment: part.attachment }];
    if (part.type === 'absent') return [{ type: 'text', text: absentNote(part.name) }];
    return [];
  });
}

/** Told to the model in place of a file that was never brought in. */
const absentNote = (name: string | null): string =>
  name === null ? '[A file that is not here.]' : `[A file that is not here: ${name}]`;

/**
 * [B10] What another agent said, as it is sent to this one: under its name, without its reasoning, its tools and
 * what those returned.
 */
export function heardParts(message: Message, name: string): SeenPart[] {
  const words = plainText(message.parts);
  const stopped = message.status === 'interrupted' ? `\n\n${stoppedNote}` : '';
  return [
    { type: 'text', text: `[${name}, another assistant in this conversation, said:]\n\n${words}${stopped}` },
  ];
}

function saidText(agent: Message): string {
  const used = [...new Set(agent.parts.flatMap((part) => (part.type === 'tool' ? [part.name] : [])))];
  return [
    plainText(agent.parts),
    used.length > 0 ? `[Tools used for this answer: ${used.join(', ')}.]` : '',
    agent.status === 'interrupted' ? stoppedNote : '',
  ]
    .filter((line) => line !== '')
    .join('\n\n');
}
