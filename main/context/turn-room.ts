import type { Agent, ErrorPart, Gauge, RoomWork } from '#contract';
import type { AheadFacts } from '#core/context/ahead.ts';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView, type ViewTurn } from '#core/context/build-view.ts';
import { type Estimate, learn } from '#core/context/calibrate.ts';
import { repairView, viewFaults } from '#core/context/check-view.ts';
import { gaugeLevel } from '#core/context/gauge.ts';
import type { Branch, Pass } from '#core/context/passes.ts';
import type { Recalled } from '#core/context/recall.ts';
import type { Refusal } from '#core/context/recover.ts';
import type { PagedView, ToolSpec } from '#core/context/view.ts';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Step } from '#core/transcript/types.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { ResolvedReader } from '../providers/routes.ts';
import type { WireResponse } from '../providers/wire.ts';
import type { History } from '../run/history.ts';
import type { LadderChoices } from './ladder-settings.ts';
import { findOriginal, type OriginalsOptions, passesOn } from './originals.ts';
import type { Pages } from './pages.ts';
import { noticeOf } from './pass-info.ts';
import type { JobOptions, Planner } from './planner.ts';
import type { PromptCaches } from './prompt-caches.ts';
import type { Facts, SummaryAnswer } from './protocol.ts';
import type { ReaderMemory } from './reader-memory.ts';
import { Reading } from './reading.ts';
import { roughEstimate, surelyFits } from './rough.ts';
import { askForSummary } from './summariser.ts';
import { TurnPasses } from './turn-passes.ts';

/** What making room takes from the rest of the app. */
export interface RoomServices {
  planner: Planner;
  pages: Pages;
  memory: ReaderMemory;
  caches: PromptCaches;
  choices: LadderChoices;
  originals: OriginalsOptions;
  events: EventSink;
  environment: Environment;
  schedule: Schedule;
  log: Log;
}

/** The answer that room is made for. */
export interface RoomTurn {
  conversationId: string;
  agentMessageId: string;
  agent: Agent;
  reader: ResolvedReader;
  tools: ToolSpec[];
  history: History;
  signal: AbortSignal;
}

/** A view that may be sent, and what is known of it. */
export interface Prepared {
  view: PagedView;
  model: ResolvedReader['model'];
  /** The passes that shaped it; absent where none did. */
  passMark?: string;
  /** Tokens that it is estimated to have. */
  promptTokens: number;
}

/**
 * Keeps one answer's requests inside its reader's window: ahead of the wall before every request [L1], and after
 * a refusal [L2]. What goes wrong with that never ends the answer: the view is sent as it is.
 */
export class TurnRoom {
  readonly passes: TurnPasses;
  readonly #turn: RoomTurn;
  readonly #services: RoomServices;
  readonly #reading: Reading;
  #steps: readonly Step[] = [];
  /** Of the view that was sent last, where it was counted. */
  #estimate: Estimate | null = null;
  /** What went wrong where room was needed before the newest request and none could be made. */
  #failure: string | null = null;
  /** A model that failed to write a summary, or wrote none of use, is not asked for another in the same answer. */
  #mayAsk = true;

  constructor(turn: RoomTurn, services: RoomServices) {
    this.#turn = turn;
    this.#services = services;
    this.passes = new TurnPasses(turn.history.passes);
    const { wire, target, model } = turn.reader;
    this.#reading = new Reading({ wire: wire.name, target, model }, services.memory);
  }

  /** The view of the next request, with room made where it is needed. */
  async prepare(steps: readonly Step[]): Promise<Prepared> {
    this.#steps = steps;
    const { figures, model } = this.#reading;
    await this.#giveForms();
    const estimate = await this.#makeRoom();
    let applied = this.#applied();
    const redrawn = await this.#services.pages.ensure(applied, this.passes.all);
    for (const { foldId, form } of redrawn) this.passes.addForm(foldId, form);
    if (redrawn.length > 0) applied = this.#applied();
    this.#tell(estimate);
    return {
      view: sendable(applied.view, figures),
      model,
      promptTokens: estimate.tokens,
      ...(applied.mark !== '' && { passMark: applied.mark }),
    };
  }

  /**
   * [L2] Makes room after a failed request, if that is why it failed.
   *
   * @param attempt 1 for the first refusal of this request
   * @returns whether it is worth asking again
   */
  async recovers(error: unknown, attempt: number): Promise<boolean> {
    const refusal = refusalOf(error);
    if (refusal === null) return false;
    const outcome = await this.#try('recover', () =>
      this.#run((options) =>
        this.#services.planner.run(
          'recover',
          { facts: this.#facts(), refusal, attempt, stamp: this.#stamp(), mayAsk: this.#mayAsk },
          options,
        ),
      ),
    );
    if (outcome?.lacksSummary) this.#mayAsk = false;
    if (outcome?.correction) this.#reading.correct(outcome.correction);
    if (!outcome?.pass) return false;
    this.#add(outcome.pass);
    return true;
  }

  /** A response tells how its model counts. */
  learn({ usage }: WireResponse): void {
    const { caches, environment } = this.#services;
    caches.note(this.#cacheKey, environment.now());
    const cost = this.#estimate?.cost;
    if (!usage || !cost) return;
    const reported = usage.input + usage.cacheRead + usage.cacheWrite;
    this.#reading.learn(learn(this.#reading.calibration, reported, cost));
  }

  /** [L2] What people are told when the answer came although no room could be made; null where all is well. */
  get note(): ErrorPart | null {
    if (this.#failure === null) return null;
    const params = { model: this.#turn.reader.model.name };
    return { type: 'error', code: 'room_failed', params, detail: this.#failure };
  }

  /** [L7] What was set aside on this branch, for the agent's own tool. */
  recall(id: string, part: number): Promise<Recalled> {
    const { conversationId, agent } = this.#turn;
    const passes = passesOn(this.passes.all, this.#path());
    const { window } = this.#reading.figures;
    const request = { conversationId, agentId: agent.id, passes, turns: this.#turns(), id, part, window };
    return findOriginal(request, this.#services.originals);
  }

  /** [S3] Folds that this reader cannot have as they are get a form that it can. */
  async #giveForms(): Promise<void> {
    if (this.#applied().needs.length === 0) return;
    const forms = await this.#try('forms', () =>
      this.#run((options) => this.#services.planner.run('forms', { facts: this.#facts() }, options)),
    );
    for (const { foldId, form } of forms ?? []) this.passes.addForm(foldId, form);
  }

  /** [L1] */
  async #makeRoom(): Promise<Estimate> {
    const { planner } = this.#services;
    const { figures, calibration } = this.#reading;
    const { threshold } = this.#services.choices.ladder();
    const applied = this.#applied();
    this.#estimate = null;
    if (surelyFits(applied.view, figures, calibration, threshold)) {
      this.#failure = null;
      return roughEstimate(applied, figures, calibration);
    }
    const outcome = await this.#try('ahead', () =>
      this.#run((options) =>
        planner.run(
          'ahead',
          { facts: this.#facts(), stamp: this.#stamp(), more: this.#aheadFacts() },
          options,
        ),
      ),
    );
    if (!outcome) return this.#withoutRoom(applied);
    this.#failure = null;
    if (outcome.lacksSummary) this.#mayAsk = false;
    if (outcome.pass) this.#add(outcome.pass);
    this.#estimate = outcome.estimate;
    return outcome.estimate;
  }

  /** The view goes out as it is. Where it is far from full, nobody needs to know. */
  #withoutRoom(applied: AppliedView): Estimate {
    const { figures, calibration } = this.#reading;
    const estimate = roughEstimate(applied, figures, calibration);
    if (estimate.tokens < this.#services.choices.ladder().threshold * figures.window) this.#failure = null;
    return estimate;
  }

  /** Runs a job that may ask the reader itself for a summary, and tells what is being done. */
  async #run<Output>(work: (options: JobOptions) => Promise<Output>): Promise<Output> {
    const { events } = this.#services;
    const { conversationId, signal } = this.#turn;
    let told = false;
    const onWork = (doing: RoomWork) => {
      told = true;
      events.publish({ type: 'room', conversationId, work: doing });
    };
    try {
      return await work({ signal, onWork, ask: (prompt) => this.#ask(prompt) });
    } finally {
      if (told) events.publish({ type: 'room', conversationId, work: null });
    }
  }

  async #ask(prompt: Parameters<typeof askForSummary>[0]): Promise<SummaryAnswer | null> {
    if (!this.#mayAsk) return null;
    const { schedule, environment } = this.#services;
    const { signal } = this.#turn;
    const reader = { ...this.#turn.reader, model: this.#reading.model };
    try {
      return await askForSummary(prompt, { reader, schedule, now: environment.now, signal });
    } catch (error) {
      this.#mayAsk = false;
      throw error;
    }
  }

  /** Null where it failed, twice where the worker ended under it; an answer that was stopped ends here. */
  async #try<Output>(what: string, work: () => Promise<Output>): Promise<Output | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        this.#turn.signal.throwIfAborted();
        this.#services.log.warn('no room made', { what, attempt, error: String(error) });
        // The next job starts another worker.
        const again = attempt === 1 && error instanceof BoughError && error.code === 'context_failed';
        if (again) continue;
        this.#failure = error instanceof BoughError ? (error.detail ?? error.message) : String(error);
        return null;
      }
    }
  }

  #aheadFacts(): AheadFacts {
    const { caches, environment } = this.#services;
    const cacheIsCold = caches.isCold(this.#cacheKey, this.#turn.reader.wire.name, environment.now());
    return { cacheIsCold, mayAsk: this.#mayAsk };
  }

  get #cacheKey(): string {
    const { conversationId, agent, reader } = this.#turn;
    return `${conversationId} ${agent.id} ${reader.target.routeId} ${reader.model.id}`;
  }

  #add(pass: Pass): void {
    this.passes.add(pass);
    const { conversationId } = this.#turn;
    this.#services.events.publish({ type: 'pass', conversationId, pass: noticeOf(pass) });
  }

  #tell({ tokens }: Estimate): void {
    const { conversationId, agentMessageId: leafId } = this.#turn;
    const { window } = this.#reading.figures;
    const share = tokens / window;
    const gauge: Gauge = { conversationId, leafId, tokens, window, share, level: gaugeLevel(share) };
    this.#services.events.publish({ type: 'gauge', gauge });
  }

  #stamp() {
    const { environment } = this.#services;
    return { id: environment.newId(), createdAt: environment.now() };
  }

  #facts(): Facts {
    const { conversationId, agent, tools } = this.#turn;
    const { figures: reader, calibration } = this.#reading;
    return {
      branch: {
        conversationId,
        agentName: agent.name,
        system: agent.systemPrompt,
        tools,
        path: this.#path(),
        turns: this.#turns(),
        firstTurn: this.#turn.history.firstTurn,
        passes: this.passes.all,
      },
      reader,
      calibration,
      settings: this.#services.choices.ladder(),
    };
  }

  #applied(): AppliedView {
    const { agent, tools } = this.#turn;
    const { firstTurn } = this.#turn.history;
    const view = buildView(agent.systemPrompt, tools, this.#turns(), firstTurn);
    const branch: Branch = { view, path: this.#path(), passes: this.passes.all };
    return applyPasses(branch, this.#reading.figures);
  }

  #path(): string[] {
    const { history, agentMessageId } = this.#turn;
    return [...history.path, agentMessageId];
  }

  /** The open turn is the last one, and holds what was done so far. */
  #turns(): ViewTurn[] {
    const { history, agentMessageId } = this.#turn;
    const open = history.turns.at(-1);
    if (!open) return [];
    return [...history.turns.slice(0, -1), { ...open, agentMessageId, steps: [...this.#steps] }];
  }
}

/** [L6] A view that is not sound is mended, or refused here: never sent broken. */
function sendable(view: PagedView, reader: { vision: boolean }): PagedView {
  if (viewFaults(view, reader).length === 0) return view;
  const repaired = repairView(view);
  const [fault] = viewFaults(repaired, reader);
  if (fault) throw new BoughError('internal', `The view cannot be sent: ${fault.kind} at ${fault.at}`);
  return repaired;
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof BoughError)) return null;
  if (error.code === 'provider_bytes') return { kind: 'bytes' };
  if (error.code !== 'provider_tokens') return null;
  const figure = (name: string): number | null => {
    const value = error.params?.[name];
    return typeof value === 'number' ? value : null;
  };
  return { kind: 'tokens', limit: figure('limit'), actual: figure('actual') };
}
