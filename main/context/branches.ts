import type { Agent, Conversation } from '#contract';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView } from '#core/context/build-view.ts';
import type { Pass } from '#core/context/passes.ts';
import type { ToolSpec } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { KnownReader, Routes } from '../providers/routes.ts';
import type { History, HistoryLoader } from '../run/history.ts';
import type { ToolSource } from '../run/ports.ts';
import { readerFor } from '../run/speakers.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { Workspace } from '../storage/workspace.ts';
import { equip } from '../tools/agent-tools.ts';
import type { LadderChoices } from './ladder-settings.ts';
import type { Facts } from './protocol.ts';
import type { ReaderMemory } from './reader-memory.ts';
import { Reading } from './reading.ts';

export interface BranchesOptions {
  workspace: Pick<Workspace, 'conversations' | 'messages' | 'agents' | 'transcripts'>;
  history: HistoryLoader;
  routes: Pick<Routes, 'describe'>;
  tools: ToolSource;
  turns: Pick<TurnService, 'passesOf'>;
  memory: ReaderMemory;
  choices: LadderChoices;
}

/** A branch as the window asks about it. */
export interface BranchRequest {
  conversationId: string;
  /** The message it ends with; the tip where none is named. */
  until?: string | undefined;
  /** Whose view of it; the conversation's own agent's where none is named. */
  agentId?: string | undefined;
}

/** Who reads a conversation as whom: all that is known without its history. */
export interface BranchReader {
  conversation: Conversation;
  agent: Agent;
  reader: KnownReader;
  reading: Reading;
  system: string;
  tools: ToolSpec[];
}

/** A branch between two turns, with its reader and everything that is decided from it. */
export interface OpenBranch extends BranchReader {
  leafId: string;
  facts: Facts;
}

/** Opens branches as the next request would see them, what running answers set aside included. */
export class Branches {
  readonly #options: BranchesOptions;

  constructor(options: BranchesOptions) {
    this.#options = options;
  }

  /** Throws `not_found`, and `no_reader` where the reader's route is gone. */
  async open(request: BranchRequest): Promise<OpenBranch> {
    const { conversationId, until } = request;
    const known = this.reader(request);
    const { conversation, agent, reading, system, tools } = known;
    const leafId = until ?? conversation.tipId;
    const { turns, firstTurn, path, passes } = await this.history(request);
    const facts: Facts = {
      branch: { conversationId, agentName: agent.name, system, tools, path, turns, firstTurn, passes },
      reader: reading.figures,
      calibration: reading.calibration,
      settings: this.#options.choices.ladder(),
    };
    return { ...known, leafId, facts };
  }

  /** Throws as `open` does. */
  reader({ conversationId, agentId }: Omit<BranchRequest, 'until'>): BranchReader {
    const { workspace, routes, tools, memory } = this.#options;
    const conversation = workspace.conversations.get(conversationId);
    const agent = workspace.agents.get(agentId ?? conversation.agentId);
    const reader = routes.describe(readerFor(agent, conversation));
    const equipment = equip({ agent, model: reader.model }, tools);
    return { conversation, agent, reader, reading: new Reading(reader, memory), ...equipment };
  }

  /** The turns of a branch, and the passes of its transcript. Throws `not_found`. */
  async history(request: BranchRequest): Promise<History> {
    const { workspace, history } = this.#options;
    const { conversationId, until } = request;
    const { agentId: own, tipId } = workspace.conversations.get(conversationId);
    const agentId = request.agentId ?? own;
    if (until !== undefined && workspace.messages.get(until).conversationId !== conversationId) {
      throw new BoughError('not_found', 'The message is not in this conversation');
    }
    const loaded = await history.load(conversationId, agentId, until ?? tipId);
    return { ...loaded, passes: this.#withUnsaved(conversationId, agentId, loaded.passes) };
  }

  /** What was set aside for an agent, on every branch: no branch is laid out for it. */
  async passes(conversationId: string, agentId: string): Promise<Pass[]> {
    const loaded = await this.#options.workspace.transcripts.load(conversationId, agentId);
    const saved = loaded.kind === 'loaded' ? loaded.transcript.passes : [];
    return this.#withUnsaved(conversationId, agentId, saved);
  }

  #withUnsaved(conversationId: string, agentId: string, saved: readonly Pass[]): Pass[] {
    return this.#options.turns
      .passesOf(conversationId, agentId)
      .reduce((merged, unsaved) => unsaved.mergedInto(merged), [...saved]);
  }
}

/** The view of a branch, shaped by its passes. */
export function appliedView({ branch, reader }: Facts): AppliedView {
  const { system, tools, turns, firstTurn, path, passes } = branch;
  return applyPasses({ view: buildView(system, tools, turns, firstTurn), path, passes }, reader);
}
