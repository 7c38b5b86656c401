import type { Agent, Conversation } from '#contract';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView } from '#core/context/build-view.ts';
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
  workspace: Pick<Workspace, 'conversations' | 'messages' | 'agents'>;
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

/** A branch between two turns, with its reader and everything that is decided from it. */
export interface OpenBranch {
  conversation: Conversation;
  agent: Agent;
  leafId: string;
  reader: KnownReader;
  reading: Reading;
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
    const { workspace, routes, tools, memory, choices } = this.#options;
    const { conversationId, until } = request;
    const conversation = workspace.conversations.get(conversationId);
    const agent = workspace.agents.get(request.agentId ?? conversation.agentId);
    const reader = routes.describe(readerFor(agent, conversation));
    const reading = new Reading(reader, memory);
    const leafId = until ?? conversation.tipId;
    const { turns, firstTurn, path, passes } = await this.history(request);
    const equipment = equip({ agent, model: reader.model }, tools);
    const facts: Facts = {
      branch: {
        conversationId,
        agentName: agent.name,
        system: equipment.system,
        tools: equipment.tools,
        path,
        turns,
        firstTurn,
        passes,
      },
      reader: reading.figures,
      calibration: reading.calibration,
      settings: choices.ladder(),
    };
    return { conversation, agent, leafId, reader, reading, facts };
  }

  /** The turns of a branch, and the passes of its transcript. Throws `not_found`. */
  async history(request: BranchRequest): Promise<History> {
    const { workspace, history, turns } = this.#options;
    const { conversationId, until } = request;
    const { agentId: own, tipId } = workspace.conversations.get(conversationId);
    const agentId = request.agentId ?? own;
    if (until !== undefined && workspace.messages.get(until).conversationId !== conversationId) {
      throw new BoughError('not_found', 'The message is not in this conversation');
    }
    const loaded = await history.load(conversationId, agentId, until ?? tipId);
    const passes = turns
      .passesOf(conversationId, agentId)
      .reduce((merged, unsaved) => unsaved.mergedInto(merged), [...loaded.passes]);
    return { ...loaded, passes };
  }
}

/** The view of a branch, shaped by its passes. */
export function appliedView({ branch, reader }: Facts): AppliedView {
  const { system, tools, turns, firstTurn, path, passes } = branch;
  return applyPasses({ view: buildView(system, tools, turns, firstTurn), path, passes }, reader);
}
