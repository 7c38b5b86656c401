import type { PathNode } from '../tree/types.ts';
import type { Transcript, Turn } from './types.ts';

/**
 * One turn of a branch as one agent takes part in it, and where its content comes from [T6]. `heard`: what it answers
 * is not the user's own message but what another agent said [B10].
 */
export type BranchTurn =
  /** The transcript holds it: replayed verbatim. */
  | { kind: 'seen'; turn: Turn; heard?: true }
  /** To be rebuilt from the database as plain text. `userMessageId` is null where an answer follows an answer. */
  | { kind: 'rebuild'; userMessageId: string | null; agentMessageId: string; heard?: true }
  /** A message that this agent did not answer here: to another agent, the newest, or one whose answer failed. */
  | { kind: 'unanswered'; userMessageId: string; heard?: true };

/**
 * Lays an agent's transcript over a branch [T6]. Every message of the path except the root belongs to exactly one turn
 * of the result, in reading order; turns of other branches are not in it. A turn counts as seen only when its answer
 * is complete in the database and follows the same message: a stopped answer is never replayed as if it had been
 * finished [T2]. What other agents said is heard like a user's message, and never taken from this agent's file [T1].
 *
 * @param path root to leaf, as `MessageStore.pathIds` returns it
 * @param transcript null where none could be loaded: every turn is rebuilt [T7]
 */
export function alignBranch(
  path: readonly PathNode[],
  agentId: string,
  transcript: Transcript | null,
): BranchTurn[] {
  const turns = new Map(transcript?.turns.map((turn) => [turn.agentMessageId, turn]));
  const aligned: BranchTurn[] = [];
  let question: PathNode | null = null;
  for (const node of path) {
    if (node.role === 'root' || !isSaid(node)) continue;
    if (node.role === 'agent' && node.agentId === agentId) {
      aligned.push(answered(node, question, turns.get(node.id)));
      question = null;
    } else {
      if (question) aligned.push(unanswered(question));
      question = node;
    }
  }
  if (question) aligned.push(unanswered(question));
  return aligned;
}

function isSaid(node: PathNode): boolean {
  return node.status === 'complete' || node.status === 'interrupted';
}

const heardOf = (question: PathNode | null) => question?.role === 'agent' && { heard: true as const };

function answered(node: PathNode, question: PathNode | null, turn: Turn | undefined): BranchTurn {
  if (turn && node.status === 'complete' && turn.userMessageId === question?.id) {
    return { kind: 'seen', turn, ...heardOf(question) };
  }
  const ids = { userMessageId: question?.id ?? null, agentMessageId: node.id };
  return { kind: 'rebuild', ...ids, ...heardOf(question) };
}

function unanswered(question: PathNode): BranchTurn {
  return { kind: 'unanswered', userMessageId: question.id, ...heardOf(question) };
}
