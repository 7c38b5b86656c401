import type { Usage } from '#contract';
import type { NativeBlocks, SaidPart, SeenPart, ToolResult, Turn } from '../transcript/types.ts';
import type { ToolSpec, View, ViewMessage } from './view.ts';

/** One turn as the view needs it: finished, unanswered, or still open. */
export interface ViewTurn {
  /** Null where an answer follows another answer. */
  userMessageId: string | null;
  user: SeenPart[];
  /** What it answers was said by another agent [B10]; `user` has it under its name. */
  heard?: true;
  /** Null where nothing on this branch answers the user's message. */
  agentMessageId: string | null;
  steps: ViewStep[];
}

export interface ViewStep {
  said: SaidPart[];
  /** Null where only the words are known: a rebuilt turn. */
  native: NativeBlocks | null;
  results: ToolResult[];
  usage?: Usage | null;
  passMark?: string | undefined;
}

/** A turn of the transcript, or one rebuilt from the database, for the view. */
export function viewTurn(turn: Turn): ViewTurn {
  const verbatim = turn.source === 'seen';
  return {
    userMessageId: turn.user.length > 0 ? turn.userMessageId : null,
    user: turn.user,
    agentMessageId: turn.agentMessageId,
    steps: turn.steps.map((step) => ({
      said: step.said,
      native: verbatim ? step.native : null,
      results: step.results,
      usage: verbatim ? step.usage : null,
      passMark: step.passMark,
    })),
  };
}

/**
 * Builds what would be sent now. The last turn is the open one: its user message, and the steps made so far.
 *
 * @param turns of one branch, in reading order
 * @param firstTurn number of the first of them along the branch, where a trim has left out those before [T5]
 */
export function buildView(
  system: string,
  tools: ToolSpec[],
  turns: readonly ViewTurn[],
  firstTurn = 1,
): View {
  return { system, tools, messages: turns.flatMap(messagesOf), ...(firstTurn > 1 && { firstTurn }) };
}

function messagesOf(turn: ViewTurn): ViewMessage[] {
  const messages: ViewMessage[] = [];
  if (turn.userMessageId !== null) {
    const { userMessageId: messageId, user: parts, heard } = turn;
    messages.push({ role: 'user', messageId, parts, ...(heard && { heard }) });
  }
  const messageId = turn.agentMessageId;
  if (messageId === null) return messages;
  for (const { said, native, results, usage, passMark } of turn.steps) {
    messages.push({
      role: 'agent',
      messageId,
      said,
      native,
      ...(usage && { usage }),
      ...(passMark && { passMark }),
    });
    if (results.length > 0) messages.push({ role: 'results', messageId, results });
  }
  return messages;
}
