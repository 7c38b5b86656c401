import type { ContextSettings, Gauge, MethodOutput, MethodRequest } from '#contract';
import type { Estimate } from '#core/context/calibrate.ts';
import { type RoomCommand, readRoomCommand } from '#core/context/commands.ts';
import { gaugeLevel } from '#core/context/gauge.ts';
import type { Pass } from '#core/context/passes.ts';
import type { PassPreview as CorePreview } from '#core/context/preview.ts';
import { contentAt } from '#core/context/report.ts';
import { BoughError } from '#core/errors.ts';
import type { ReaderSource } from '../run/ports.ts';
import { readerFor } from '../run/speakers.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { Workspace } from '../storage/workspace.ts';
import { appliedView, type Branches, type BranchRequest, type OpenBranch } from './branches.ts';
import { noticeOf, passInfo } from './pass-info.ts';
import type { Jobs } from './protocol.ts';
import { roughEstimate, surelyFits } from './rough.ts';
import { askForSummary } from './summariser.ts';
import { pieceOf } from './text-piece.ts';
import type { RoomServices } from './turn-room.ts';

export interface ContextServiceOptions {
  workspace: Pick<Workspace, 'transcripts'>;
  branches: Branches;
  readers: ReaderSource;
  turns: Pick<TurnService, 'isAnswering'>;
  room: RoomServices;
}

/** Below this share of the window a rough count is told: nobody needs to know it better. */
const roughShare = 0.4;

type Command = Pick<MethodRequest<'context.run'>, 'conversationId' | 'command' | 'args'>;

/** What the window asks about the context of a conversation, and room that is made at its word [L10]. */
export class ContextService {
  readonly #options: ContextServiceOptions;
  /** Passes that are being made, by conversation. */
  readonly #making = new Map<string, AbortController>();

  constructor(options: ContextServiceOptions) {
    this.#options = options;
  }

  async gauge(request: BranchRequest): Promise<Gauge> {
    const open = await this.#options.branches.open(request);
    const { tokens } = await this.#estimate(open);
    const { window } = open.facts.reader;
    const { conversationId } = request;
    const share = tokens / window;
    return { conversationId, leafId: open.leafId, tokens, window, share, level: gaugeLevel(share) };
  }

  /** Tells the windows how full the current branch is. What goes wrong is logged: the next answer tells it again. */
  async tellGauge(conversationId: string): Promise<void> {
    const { events, log } = this.#options.room;
    try {
      events.publish({ type: 'gauge', gauge: await this.gauge({ conversationId }) });
    } catch (error) {
      log.info('no gauge', { conversationId, error: String(error) });
    }
  }

  async report(request: BranchRequest): Promise<MethodOutput<'context.report'>> {
    this.#options.room.planner.wake();
    const { facts, leafId, reader } = await this.#options.branches.open(request);
    const { report, mark } = await this.#options.room.planner.run('report', { facts });
    const { target, model } = reader;
    return {
      ...report,
      stamp: stampOf(leafId, mark),
      leafId,
      reader: { provider: target.provider, model: model.name, vision: model.vision },
    };
  }

  async content(request: MethodRequest<'context.content'>): Promise<MethodOutput<'context.content'>> {
    const { facts, leafId } = await this.#options.branches.open(request);
    const applied = appliedView(facts);
    const isSame = request.stamp === stampOf(leafId, applied.mark);
    const found = isSame ? contentAt(applied.view, request.content) : null;
    if (found === null) throw new BoughError('not_found', 'The view is not the one of the report');
    if (typeof found === 'string') return pieceOf(found, request);
    if ('mime' in found) return { kind: 'attachment', attachment: found };
    const { hash, width, height } = found;
    return { kind: 'page', hash, width, height };
  }

  async preview(request: BranchRequest): Promise<MethodOutput<'context.preview'>> {
    this.#options.room.planner.wake();
    const { facts } = await this.#options.branches.open(request);
    const { window, tokens, rungs, compact } = await this.#options.room.planner.run('preview', { facts });
    return {
      window,
      tokens,
      rungs: {
        elide: told(rungs.elide),
        shed: told(rungs.shed),
        snapshots: told(rungs.snapshots),
        summary: told(rungs.summary),
      },
      compact: told(compact),
    };
  }

  async previewCommand(given: Command): Promise<MethodOutput<'context.previewCommand'>> {
    const command = understood(given);
    this.#options.room.planner.wake();
    const { facts } = await this.#options.branches.open(given);
    return told(await this.#options.room.planner.run('previewCommand', { facts, command }));
  }

  /** Makes a pass on the current branch and keeps it at once. */
  async run(given: Command): Promise<MethodOutput<'context.run'>> {
    const { conversationId } = given;
    const command = understood(given);
    if (this.#options.turns.isAnswering(conversationId) || this.#making.has(conversationId)) {
      throw new BoughError('busy', 'Something is being made in this conversation');
    }
    const controller = new AbortController();
    this.#making.set(conversationId, controller);
    try {
      return await this.#make(conversationId, command, controller.signal);
    } finally {
      this.#making.delete(conversationId);
    }
  }

  /** @returns false where nothing is being made */
  stop(conversationId: string): boolean {
    const making = this.#making.get(conversationId);
    making?.abort(new BoughError('cancelled', 'Making room was stopped'));
    return making !== undefined;
  }

  settings(): ContextSettings {
    return this.#options.room.choices.chosen();
  }

  setSettings(change: MethodRequest<'context.setSettings'>): ContextSettings {
    return this.#options.room.choices.choose(change);
  }

  async #make(
    conversationId: string,
    command: RoomCommand,
    signal: AbortSignal,
  ): Promise<MethodOutput<'context.run'>> {
    const { room, branches } = this.#options;
    const { environment } = room;
    room.planner.wake();
    const open = await branches.open({ conversationId });
    const stamp = { id: environment.newId(), createdAt: environment.now() };
    const outcome = await this.#plan(open, { facts: open.facts, command, stamp }, signal);
    signal.throwIfAborted();
    if (outcome.pass === null) return { pass: null, limit: outcome.limit };
    const info = await this.#keep(open, outcome.pass);
    return { pass: info, limit: null };
  }

  /** A model that failed takes the whole pass with it: what was asked for is not half done. */
  async #plan(
    { conversation, agent, reading, reader }: OpenBranch,
    input: Jobs['run']['input'],
    signal: AbortSignal,
  ) {
    const { room, readers } = this.#options;
    const { planner, schedule, environment, events } = room;
    const conversationId = conversation.id;
    let failure: unknown = null;
    const ask = async (prompt: Parameters<typeof askForSummary>[0]) => {
      if (failure !== null) return null;
      try {
        const resolved = { ...(await readers.resolve(readerFor(agent, conversation))), model: reading.model };
        return await askForSummary(prompt, { reader: resolved, schedule, now: environment.now, signal });
      } catch (error) {
        failure = error;
        return null;
      }
    };
    try {
      const outcome = await planner.run('run', input, {
        signal,
        ask,
        onWork: (work) => events.publish({ type: 'room', conversationId, work }),
      });
      if (failure !== null) throw failure;
      if (outcome.faults.length > 0) {
        const params = { model: reader.model.name };
        throw new BoughError('summary_unusable', `The summary was ${outcome.faults.join(', ')}`, { params });
      }
      return outcome;
    } finally {
      events.publish({ type: 'room', conversationId, work: null });
    }
  }

  async #keep({ conversation, agent, facts }: OpenBranch, pass: Pass) {
    const { workspace, room } = this.#options;
    const conversationId = conversation.id;
    await workspace.transcripts.amend(conversationId, agent.id, (transcript) => ({
      ...transcript,
      passes: [...transcript.passes, pass],
    }));
    room.events.publish({ type: 'pass', conversationId, pass: noticeOf(pass) });
    await this.tellGauge(conversationId);
    return passInfo(pass, facts.branch.turns, new Set(facts.branch.path));
  }

  #estimate({ facts }: OpenBranch): Estimate | Promise<Estimate> {
    const { reader, calibration } = facts;
    const applied = appliedView(facts);
    return surelyFits(applied.view, reader, calibration, roughShare)
      ? roughEstimate(applied, reader, calibration)
      : this.#options.room.planner.run('estimate', { facts });
  }
}

const stampOf = (leafId: string, mark: string): string => `${leafId} ${mark}`;

function understood({ command, args }: Command): RoomCommand {
  const read = readRoomCommand(command, args);
  if (read === null) throw new BoughError('bad_request', `/${command} does not know these words`);
  return read;
}

/** What never pays is told as null: infinity does not cross every bridge. */
function told(preview: CorePreview): MethodOutput<'context.previewCommand'> {
  const { repaysAfter } = preview;
  return { ...preview, repaysAfter: Number.isFinite(repaysAfter) ? repaysAfter : null };
}
