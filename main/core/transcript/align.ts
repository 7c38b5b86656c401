import type { PathNode } from '../tree/types.ts';
import type { Transcript, Turn } from './types.ts';

/** One turn of a branch, and where its content comes from [T6]. */
export type BranchTurn =
  /** The transcript holds it: replayed verbatim. */
  | { kind: 'seen'; turn: Turn }
  /** To be rebuilt from the database as plain text. `userMessageId` is null where an answer follows an answer. */
  | { kind: 'rebuild'; userMessageId: string | null; agentMessageId: string; agentId: string }
  /** A user message that no answer on this branch follows: the newest question, or one whose answer failed. */
  | { kind: 'unanswered'; userMessageId: string };

/**
 * Lays a transcript over a branch [T6]. Every message of the path except the root belongs to exactly one turn of
 * the result, in reading order; turns of other branches are not in it. A turn counts as seen only when its answer
 * is complete in the database and follows the same user message: a stopped answer is never replayed as if it had
 * been finished [T2], another agent's turn never from this agent's file [T1].
 *
 * @param path root to leaf, as `MessageStore.pathIds` returns it
 * @param transcript null where none could be loaded: every turn is rebuilt [T7]
 */
export function alignBranch(path: readonly PathNode[], transcript: Transcript | null): BranchTurn[] {
  const turns = new Map(transcript?.turns.map((turn) => [turn.agentMessageId, turn]));
  const aligned: BranchTurn[] = [];
  let question: string | null = null;
  for (const node of path) {
    if (node.role === 'user') {
      if (question !== null) aligned.push({ kind: 'unanswered', userMessageId: question });
      question = node.id;
    } else if (isAnswer(node)) {
      const turn = node.status === 'complete' ? turns.get(node.id) : undefined;
      if (turn && turn.userMessageId === question && node.agentId === transcript?.agentId) {
        aligned.push({ kind: 'seen', turn });
      } else {
        aligned.push({
          kind: 'rebuild',
          userMessageId: question,
          agentMessageId: node.id,
          agentId: node.agentId,
        });
      }
      question = null;
    }
  }
  if (question !== null) aligned.push({ kind: 'unanswered', userMessageId: question });
  return aligned;
}

function isAnswer(node: PathNode): node is PathNode & { agentId: string } {
  return node.agentId !== null && (node.status === 'complete' || node.status === 'interrupted');
}
