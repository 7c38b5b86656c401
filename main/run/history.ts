import { z } from 'zod';
import { type ViewTurn, viewTurn } from '#core/context/build-view.ts';
import { alignBranch, type BranchTurn } from '#core/transcript/align.ts';
import { rebuildTurn, seenParts } from '#core/transcript/rebuild.ts';
import { type TrimLimits, trimTurns } from '#core/transcript/trim.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { MessageStore } from '../storage/messages.ts';
import type { LoadedTranscript } from '../storage/transcripts.ts';
import type { Workspace } from '../storage/workspace.ts';
import { historyState } from './retry.ts';

/** What a run resumes from when nothing else is set [T5]: far more than most readers take in. */
const defaultResume: TrimLimits = { turns: 500, bytes: 8 * 1024 * 1024 };

const resumeSchema = z.object({ turns: z.number().int().min(1), bytes: z.number().int().min(1) });

interface HistoryRequest {
  /** The user message that is to be answered: the branch ends with it. */
  userMessageId: string;
  loaded: LoadedTranscript;
  limits: TrimLimits;
}

/**
 * The turns of a branch as one agent's view begins with them: replayed from its transcript, rebuilt from the
 * database where the transcript does not hold them [T6], and trimmed to the newest that fit [T5]. The last one is
 * the user message that is to be answered.
 */
function branchHistory(messages: MessageStore, request: HistoryRequest): ViewTurn[] {
  const { userMessageId, loaded, limits } = request;
  // Two messages a turn; unanswered questions and the root only make the stretch shorter than it might be.
  const path = fromFirstQuestion(messages.pathIds(userMessageId, limits.turns * 2 + 2));
  const transcript = loaded.kind === 'loaded' ? loaded.transcript : null;
  const turns = alignBranch(path, transcript).map((turn) => lazily(() => contentOf(messages, turn)));
  return trimTurns(turns, limits, (turn) => Buffer.byteLength(JSON.stringify(turn()))).map((turn) => turn());
}

/** A stretch that was cut must not begin with an answer whose question is outside. */
function fromFirstQuestion(path: readonly PathNode[]): PathNode[] {
  const first = path.findIndex((node) => node.role !== 'agent');
  return path.slice(Math.max(first, 0));
}

function contentOf(messages: MessageStore, turn: BranchTurn): ViewTurn {
  if (turn.kind === 'seen') return viewTurn(turn.turn);
  if (turn.kind === 'rebuild') {
    const user = turn.userMessageId === null ? null : messages.get(turn.userMessageId);
    return viewTurn(rebuildTurn(user, messages.get(turn.agentMessageId)));
  }
  const { userMessageId } = turn;
  return { userMessageId, user: seenParts(messages.parts(userMessageId)), agentMessageId: null, steps: [] };
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

export interface HistoryLoader {
  /** Loads an agent's history of the branch that ends with a user message, the message included. */
  load(conversationId: string, agentId: string, userMessageId: string): Promise<ViewTurn[]>;
}

export interface HistoryLoaderOptions {
  workspace: Pick<Workspace, 'messages' | 'transcripts' | 'settings'>;
  /** Told once that a transcript was lost and the database is used instead [T7]. */
  onLost(conversationId: string, loaded: LoadedTranscript): void;
}

export function historyLoader(options: HistoryLoaderOptions): HistoryLoader {
  const { workspace, onLost } = options;
  return {
    async load(conversationId, agentId, userMessageId) {
      const loaded = await workspace.transcripts.load(conversationId, agentId);
      if (historyState(loaded) !== 'loaded') onLost(conversationId, loaded);
      const limits = workspace.settings.get('resume', resumeSchema, defaultResume);
      return branchHistory(workspace.messages, { userMessageId, loaded, limits });
    },
  };
}
