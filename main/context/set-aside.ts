import type { FoldPages, MethodOutput, MethodRequest, Original, PassInfo } from '#contract';
import { imageTokens } from '#core/context/image-cost.ts';
import { type Fold, foldsById, type PagesForm, type Pass, sourceOf, undoPass } from '#core/context/passes.ts';
import type { Recalled } from '#core/context/recall.ts';
import { BoughError } from '#core/errors.ts';
import { hasSmallLetters } from '#core/snapshot/shapes.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { Branches, BranchReader, BranchRequest } from './branches.ts';
import { findOriginal } from './originals.ts';
import { passInfo } from './pass-info.ts';
import { pieceOf } from './text-piece.ts';
import type { RoomServices } from './turn-room.ts';

export interface SetAsideOptions {
  workspace: Pick<Workspace, 'conversations' | 'transcripts' | 'agents'>;
  branches: Branches;
  turns: Pick<TurnService, 'passesOf'>;
  room: RoomServices;
  /** Tells the windows how full the branch is now. */
  tellGauge(conversationId: string): Promise<void>;
}

/** What was set aside in a conversation: lists it, shows it, brings it back [L7] [L8]. */
export class SetAside {
  readonly #options: SetAsideOptions;

  constructor(options: SetAsideOptions) {
    this.#options = options;
  }

  /** Oldest first, of every branch. */
  async passes(request: BranchRequest): Promise<PassInfo[]> {
    const { path, passes, turns } = await this.#options.branches.history(request);
    const onPath = new Set(path);
    const all = [...turns, ...(await this.#otherTurns(request))];
    return passes.map((pass) => passInfo(pass, all, onPath));
  }

  /** Takes a pass back. One of an answer that is being made is taken back in it, and saved with it. */
  async undo({ conversationId, passId }: MethodRequest<'context.undo'>): Promise<PassInfo> {
    const { workspace, turns, tellGauge } = this.#options;
    const running = turns.passesOf(conversationId).filter((passes) => passes.undo(passId));
    const isUnsaved = running.some((passes) => passes.unsaved.some((pass) => pass.id === passId));
    const agentId = await this.#madeFor(conversationId, passId);
    if (!isUnsaved) {
      await workspace.transcripts.amend(conversationId, agentId, (transcript) => {
        if (!transcript.passes.some((pass) => pass.id === passId)) throw notFound('pass');
        return { ...transcript, passes: undoPass(transcript.passes, passId) };
      });
    }
    await tellGauge(conversationId);
    const undone = (await this.passes({ conversationId, agentId })).find(({ id }) => id === passId);
    if (!undone) throw notFound('pass');
    return undone;
  }

  /** [S10] */
  async pages({ conversationId, foldId }: MethodRequest<'context.pages'>): Promise<FoldPages> {
    const { room, branches } = this.#options;
    const { agentId, fold, passes } = await this.#find(conversationId, foldId);
    const known = branches.reader({ conversationId, agentId });
    const { figures, calibration } = known.reading;
    const form = pagesFor(fold, figures.pageShapes);
    if (!form) throw notFound('fold with pages');
    room.pages.note(fold, form, passes);
    const source = sourceOf(fold, foldsById(passes));
    const beside = `${form.legend}\n${form.sidecar}`;
    const layout = await room.planner.run('layout', { source, shape: form.shape, beside });
    const pages = form.pages.map((page, at) => ({
      ...page,
      tokens: imageTokens(figures.imageRule, page, 'original'),
      start: layout.starts[at] ?? source.length,
      end: layout.starts[at + 1] ?? source.length,
    }));
    const inText = (tokens: number): number => Math.ceil(tokens * calibration.ratio);
    const pageTokens = pages.reduce((sum, page) => sum + page.tokens, inText(layout.besideTokens));
    const textTokens = inText(layout.textTokens);
    return {
      foldId,
      ...fold.turns,
      smallLetters: hasSmallLetters(form.shape),
      pages,
      legend: form.legend,
      sidecar: form.sidecar,
      pageTokens,
      textTokens,
      money: moneyFor(known, { pages: pageTokens, text: textTokens }),
      length: source.length,
    };
  }

  async foldText(request: MethodRequest<'context.foldText'>): Promise<MethodOutput<'context.foldText'>> {
    const { conversationId, foldId } = request;
    const { fold, passes } = await this.#find(conversationId, foldId);
    return pieceOf(sourceOf(fold, foldsById(passes)), request);
  }

  /** [L7] */
  async recall({ conversationId, id, part }: MethodRequest<'context.recall'>): Promise<Original> {
    const { branches, room } = this.#options;
    for (const agentId of this.#agentsOf(conversationId)) {
      const { passes, turns } = await branches.history({ conversationId, agentId });
      const request = { conversationId, agentId, passes, turns, id, part };
      const found = await findOriginal(request, room.originals);
      if (found.kind !== 'unknown') return originalOf(found);
    }
    throw notFound('original');
  }

  /** The conversation's own agent, then the others: what was set aside was set aside for one of them. */
  #agentsOf(conversationId: string): string[] {
    const { workspace } = this.#options;
    const own = workspace.conversations.get(conversationId).agentId;
    return [own, ...workspace.agents.list().flatMap(({ id }) => (id === own ? [] : [id]))];
  }

  /** A fold, the agent that it was made for, and what else was set aside for that one. Throws `not_found`. */
  async #find(
    conversationId: string,
    foldId: string,
  ): Promise<{ agentId: string; fold: Fold; passes: readonly Pass[] }> {
    for (const agentId of this.#agentsOf(conversationId)) {
      const passes = await this.#options.branches.passes(conversationId, agentId);
      const fold = foldsById(passes).get(foldId);
      if (fold) return { agentId, fold, passes };
    }
    throw notFound('fold');
  }

  /** The agent that a pass was made for. Throws `not_found`. */
  async #madeFor(conversationId: string, passId: string): Promise<string> {
    for (const agentId of this.#agentsOf(conversationId)) {
      const passes = await this.#options.branches.passes(conversationId, agentId);
      if (passes.some(({ id }) => id === passId)) return agentId;
    }
    throw notFound('pass');
  }

  async #otherTurns({ conversationId, agentId }: BranchRequest) {
    const { workspace } = this.#options;
    const own = workspace.conversations.get(conversationId).agentId;
    const loaded = await workspace.transcripts.load(conversationId, agentId ?? own);
    return loaded.kind === 'loaded' ? loaded.transcript.turns : [];
  }
}

/** The pages that the reader would get; else the ones that were made first. */
function pagesFor(fold: Fold, shapes: readonly string[]): PagesForm | undefined {
  const forms = fold.forms.filter((form) => form.kind === 'pages');
  return forms.find((form) => shapes.includes(form.shape)) ?? forms[0];
}

function moneyFor({ reading }: BranchReader, tokens: { pages: number; text: number }): FoldPages['money'] {
  const { prices } = reading.figures;
  if (!prices) return null;
  const million = 1_000_000;
  return { pages: (tokens.pages * prices.input) / million, text: (tokens.text * prices.input) / million };
}

function originalOf(recalled: Recalled): Original {
  switch (recalled.kind) {
    case 'text':
      return recalled;
    case 'image':
      return { kind: 'image', attachment: recalled.image };
    case 'unknown':
    case 'no-part':
    case 'gone':
      throw notFound('original');
  }
}

const notFound = (what: string): BoughError => new BoughError('not_found', `There is no such ${what}`);
