import { z } from 'zod';
import { type ViewTurn, viewTurn } from '#core/context/build-view.ts';
import type { Pass } from '#core/context/passes.ts';
import { alignBranch, type BranchTurn } from '#core/transcript/align.ts';
import { rebuildTurn, seenParts } from '#core/transcript/rebuild.ts';
import { type TrimLimits, trimTurns } from '#core/transcript/trim.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { MessageStore } from '../storage/messages.ts';
import type { LoadedTranscript } from '../storage/transcripts.ts';
import type { Workspace } from '../storage/workspace.ts';
import { weightOf } from '../weight.ts';
import { historyState } from './retry.ts';

/** What a run resumes from when nothing else is set [T5]: far more than any reader takes in. */
const defaultResume: TrimLimits = { turns: 2000, bytes: 24 * 1024 * 1024 };

const resumeSchema = z.object({ turns: z.number().int().min(1), bytes: z.number().int().min(1) });

/** A branch as one agent's view begins with it. */
export interface History {
  turns: ViewTurn[];
  /** Ids of the branch's messages from the root on, those of trimmed turns too. */
  path: string[];
  /** What was set aside, on every branch. */
  passes: readonly Pass[];
}

interface HistoryRequest {
  /** The message that the branch ends with. */
  leafId: string;
  loaded: LoadedTranscript;
  limits: TrimLimits;
}

/**
 * The turns of a branch as one agent's view begins with them: replayed from its transcript, rebuilt from the
 * database where the transcript does not hold them [T6], and trimmed to the newest that fit [T5].
 */
function branchHistory(messages: MessageStore, request: HistoryRequest): History {
  const { leafId, loaded, limits } = request;
  const nodes = messages.pathIds(leafId);
  // Two messages a turn; unanswered questions and the root only make the stretch shorter than it might be.
  const newest = fromFirstQuestion(nodes.slice(-(limits.turns * 2 + 2)));
  const transcript = loaded.kind === 'loaded' ? loaded.transcript : null;
  const turns = alignBranch(newest, transcript).map((turn) => lazily(() => contentOf(messages, turn)));
  return {
    turns: trimTurns(turns, limits, (turn) => weightOf(turn())).map((turn) => turn()),
    path: nodes.map((node) => node.id),
    passes: transcript?.passes ?? [],
  };
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
  /** Loads an agent's history of the branch that ends with a message, the message included. */
  load(conversationId: string, agentId: string, leafId: string): Promise<History>;
}

export interface HistoryLoaderOptions {
  workspace: Pick<Workspace, 'messages' | 'transcripts' | 'settings'>;
  /** Told once that a transcript was lost and the database is used instead [T7]. */
  onLost(conversationId: string, loaded: LoadedTranscript): void;
}

export function historyLoader(options: HistoryLoaderOptions): HistoryLoader {
  const { workspace, onLost } = options;
  return {
    async load(conversationId, agentId, leafId) {
      const loaded = await workspace.transcripts.load(conversationId, agentId);
      if (historyState(loaded) !== 'loaded') onLost(conversationId, loaded);
      const limits = workspace.settings.get('resume', resumeSchema, defaultResume);
      return branchHistory(workspace.messages, { leafId, loaded, limits });
    },
  };
}
