import type { RetryState } from '#contract';
import { type HistoryState, retryState } from '#core/transcript/retry.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { MessageStore } from '../storage/messages.ts';
import type { LoadedTranscript } from '../storage/transcripts.ts';

/** What a loaded, absent or lost transcript means for a retry. */
export function historyState(loaded: LoadedTranscript): HistoryState {
  switch (loaded.kind) {
    case 'loaded':
    case 'absent':
      return 'loaded';
    case 'missing':
      return 'missing';
    case 'quarantined':
      return loaded.reason;
  }
}

/** Reads from the database what can be retried at a tip: the same before and after a restart [T8]. */
export function retryAt(messages: MessageStore, tipId: string, history: HistoryState): RetryState {
  const tip = messages.node(tipId);
  const parent = tip.parentId === null ? null : messages.node(tip.parentId);
  const questionId = tip.role === 'agent' ? tip.parentId : tip.id;
  const said = (id: string | null): PathNode[] =>
    id === null ? [] : messages.children(id).filter((node) => node.role === 'agent');
  const replies = tip.role === 'agent' ? said(tip.id) : [];
  return retryState({ tip, parent, answers: said(questionId), replies, history });
}
