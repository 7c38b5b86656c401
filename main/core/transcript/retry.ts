import type { RetryState } from '#contract';
import type { PathNode } from '../tree/types.ts';

/** What is known of the transcript: `loaded` also where none was ever written, since nothing is missing then. */
export type HistoryState = 'loaded' | 'missing' | 'unreadable' | 'newer';

/** What retry is judged by. After a restart it is read from the database, so the answer is the same [T8]. */
export interface RetrySituation {
  tip: PathNode;
  /** The message that the tip continues from; null at the root. */
  parent: PathNode | null;
  /** Answers to the user message that is the tip, or that the tip answers, in the order they were made. */
  answers: readonly PathNode[];
  /** Where the tip is an answer: what other agents that were named with its own said to it, in the order it was made. */
  replies: readonly PathNode[];
  history: HistoryState;
}

/**
 * Tells retry's three answers apart [T8]: nothing to retry; the history is not loaded, and why; retrying this turn.
 * There is something to retry where the newest answer failed, was stopped, or was never started.
 */
export function retryState(situation: RetrySituation): RetryState {
  const turn = turnToRetry(situation);
  if (!turn) return { kind: 'nothing' };
  if (situation.history !== 'loaded') return { kind: 'not_loaded', reason: situation.history };
  return { kind: 'ready', ...turn };
}

function turnToRetry(
  situation: RetrySituation,
): { userMessageId: string; agentMessageId: string | null } | null {
  const { tip, parent, answers, replies } = situation;
  const reply = replies.at(-1);
  if (reply?.status === 'streaming') return null;
  if (reply && reply.status !== 'complete') return { userMessageId: tip.id, agentMessageId: reply.id };
  const question = tip.role === 'user' ? tip : parent;
  if (!question || question.role === 'root') return null;
  const newest = answers.at(-1);
  if (newest?.status === 'streaming') return null;
  if (newest?.status === 'failed') return { userMessageId: question.id, agentMessageId: newest.id };
  if (tip.role === 'agent') {
    return tip.status === 'interrupted' ? { userMessageId: question.id, agentMessageId: tip.id } : null;
  }
  if (newest?.status === 'complete') return null;
  return { userMessageId: question.id, agentMessageId: newest?.id ?? null };
}
