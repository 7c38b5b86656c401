import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { type ViewTurn, viewTurn } from '#core/context/build-view.ts';
import type { Pass } from '#core/context/passes.ts';
import { alignBranch, type BranchTurn } from '#core/transcript/align.ts';
import { heardParts, type Question, rebuildTurn, seenParts } from '#core/transcript/rebuild.ts';
import { type TrimLimits, trimTurns } from '#core/transcript/trim.ts';
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
  /** Number of the first of them, counted from 1 along the branch. */
  firstTurn: number;
  /** Ids of the branch's messages from the root on, those of trimmed turns too. */
  path: string[];
  /** What was set aside, on every branch. */
  passes: readonly Pass[];
}

/** The messages that a run still reaches: those of the turns that its trim kept [T5]. */
export function reachedIn({ turns }: History): Set<string> {
  return new Set(turns.flatMap((turn) => [turn.userMessageId ?? [], turn.agentMessageId ?? []].flat()));
}

/** Turns that are read from the database at a time, so that the window's own calls get their turn in between. */
const batch = 25;
/** Turns of the database that are kept in memory. */
const mostRebuilt = 5000;

/** Turns as the database tells them. Its messages never change once they are final [B3], so none is read twice. */
class RebuiltTurns {
  readonly #workspace: Pick<Workspace, 'messages' | 'agents'>;
  readonly #known = new Map<string, ViewTurn>();

  constructor(workspace: Pick<Workspace, 'messages' | 'agents'>) {
    this.#workspace = workspace;
  }

  /** Reads what is not known yet of these turns. */
  async prepare(turns: readonly BranchTurn[]): Promise<void> {
    let read = 0;
    for (const turn of turns) {
      if (turn.kind === 'seen' || this.#known.has(keyOf(turn))) continue;
      this.of(turn);
      read += 1;
      if (read % batch === 0) await breathe();
    }
  }

  of(turn: Exclude<BranchTurn, { kind: 'seen' }>): ViewTurn {
    const key = keyOf(turn);
    const known = this.#known.get(key);
    if (known) return known;
    const made = this.#make(turn);
    this.#known.set(key, made);
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostRebuilt && oldest !== undefined) this.#known.delete(oldest);
    return made;
  }

  #make(turn: Exclude<BranchTurn, { kind: 'seen' }>): ViewTurn {
    const { userMessageId, heard } = turn;
    const question = userMessageId === null ? null : questionOf(this.#workspace, userMessageId);
    if (turn.kind === 'rebuild') {
      const answer = this.#workspace.messages.get(turn.agentMessageId);
      return { ...viewTurn(rebuildTurn(question, answer)), ...(heard && { heard }) };
    }
    const user = question?.parts ?? [];
    return { userMessageId, user, agentMessageId: null, steps: [], ...(heard && { heard }) };
  }
}

/** What is sent for a message that an agent answers: the user's own, or what another agent said [B10]. */
export function questionOf(
  { messages, agents }: Pick<Workspace, 'messages' | 'agents'>,
  messageId: string,
): Question {
  const message = messages.get(messageId);
  if (message.agentId === null) return { id: messageId, parts: seenParts(message.parts) };
  return { id: messageId, parts: heardParts(message, agents.get(message.agentId).name) };
}

const keyOf = (turn: Exclude<BranchTurn, { kind: 'seen' }>): string =>
  `${turn.userMessageId} ${turn.kind === 'rebuild' ? turn.agentMessageId : ''}`;

function seenTurn({ turn, heard }: Extract<BranchTurn, { kind: 'seen' }>): ViewTurn {
  return { ...viewTurn(turn), ...(heard && { heard }) };
}

export interface HistoryLoader {
  /** Loads an agent's history of the branch that ends with a message, the message included. */
  load(conversationId: string, agentId: string, leafId: string): Promise<History>;
}

export interface HistoryLoaderOptions {
  workspace: Pick<Workspace, 'messages' | 'agents' | 'transcripts' | 'settings'>;
  /** Told once that a transcript was lost and the database is used instead [T7]. */
  onLost(conversationId: string, loaded: LoadedTranscript): void;
}

/**
 * Loads the turns of branches as one agent's view begins with them: replayed from its transcript, rebuilt from the
 * database where the transcript does not hold them [T6], and trimmed to the newest that fit [T5].
 */
export function historyLoader({ workspace, onLost }: HistoryLoaderOptions): HistoryLoader {
  const { messages, transcripts, settings } = workspace;
  const rebuilt = new RebuiltTurns(workspace);
  return {
    async load(conversationId, agentId, leafId) {
      const loaded = await transcripts.load(conversationId, agentId);
      if (historyState(loaded) !== 'loaded') onLost(conversationId, loaded);
      const transcript = loaded.kind === 'loaded' ? loaded.transcript : null;
      const limits = settings.get('resume', resumeSchema, defaultResume);
      const nodes = messages.pathIds(leafId);
      const all = alignBranch(nodes, agentId, transcript);
      const skipped = Math.max(0, all.length - limits.turns);
      const aligned = all.slice(skipped);
      await rebuilt.prepare(aligned);
      const newest = aligned.map((turn) => (turn.kind === 'seen' ? seenTurn(turn) : rebuilt.of(turn)));
      // A million tokens: the branch was laid out just now, and what comes next looks at all of it again.
      await breathe();
      const turns = trimTurns(newest, limits, weightOf, skipped);
      return {
        turns,
        firstTurn: all.length - turns.length + 1,
        path: nodes.map((node) => node.id),
        passes: transcript?.passes ?? [],
      };
    },
  };
}
