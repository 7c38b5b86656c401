import { expect } from 'vitest';
import type { Agent, BridgeEvent, Model } from '#contract';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView, type ViewTurn } from '#core/context/build-view.ts';
import { viewFaults } from '#core/context/check-view.ts';
import { type Pass, undoPass } from '#core/context/passes.ts';
import { isFold, type PagedView } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import { LadderChoices } from '../../../../main/context/ladder-settings.ts';
import { Pages } from '../../../../main/context/pages.ts';
import { PromptCaches } from '../../../../main/context/prompt-caches.ts';
import { ReaderMemory } from '../../../../main/context/reader-memory.ts';
import { Reading } from '../../../../main/context/reading.ts';
import { type RoomServices, TurnRoom } from '../../../../main/context/turn-room.ts';
import type { Wire, WireRequest, WireTarget } from '../../../../main/providers/wire.ts';
import { Turn, type TurnHost } from '../../../../main/run/turn.ts';
import { silentLog, systemEnvironment } from '../../../host/test-services.ts';
import { call, reasoning, text } from '../../../lab/index.ts';
import type { LabModel } from '../../../lab/models.ts';
import type { LabRequest } from '../../../lab/record.ts';
import { isSummaryRequest } from '../requests.ts';
import { Author } from './author.ts';
import type { AskSpec, Command, Plot } from './plot.ts';
import type { Stage } from './stage.ts';
import { textOf } from './texts.ts';

export interface Cast {
  wire: Wire;
  target: WireTarget;
  model: LabModel;
}

let stories = 0;

/** One history against a simulator, by the code that runs turns: everything but the database and the worker. */
export class Story {
  readonly #stage: Stage;
  readonly #cast: Cast;
  readonly #plot: Plot;
  readonly #room: RoomServices;
  readonly #events: BridgeEvent[] = [];
  readonly #author: Author;
  readonly #results = new Map<string, Omit<ToolResult, 'callId'>>();
  readonly #key: string;
  #model: Model;
  #turns: ViewTurn[] = [];
  #passes: readonly Pass[] = [];
  /** Refusals of the request that is being made. */
  #refused = 0;
  /** The most that any request of this story was refused. */
  mostRefused = 0;
  /** What passes did, by kind: `elision`, `shedding`, or how a stretch was folded. */
  readonly made: string[] = [];

  constructor(stage: Stage, cast: Cast, plot: Plot) {
    stories += 1;
    this.#key = `story-${stories}`;
    this.#stage = stage;
    this.#cast = cast;
    this.#plot = plot;
    const { model } = cast;
    this.#author = new Author(model.window);
    this.#model = {
      id: model.id,
      name: model.name,
      contextWindow: model.window,
      maxOutput: model.maxOutput,
      vision: plot.vision,
      tools: true,
      reasoning: model.reasoning !== 'none',
      ...(model.reasoning === 'adaptive' && { thinking: 'adaptive' as const }),
      ...(model.reasoning === 'budget' && { thinking: 'budget' as const }),
      source: 'provider',
    };
    this.#room = this.#openRoom();
  }

  /** Plays the whole plot; fails where anything is not as it must be. */
  async play(): Promise<void> {
    for (const spec of this.#plot.before) this.#turns.push(this.#author.oldTurn(spec));
    for (const command of this.#plot.commands) await this.#do(command);
    expect(this.mostRefused).toBeLessThanOrEqual(2);
  }

  async #do(command: Command): Promise<void> {
    switch (command.do) {
      case 'ask':
        return this.#ask(this.#author.question(command.ask), command.ask);
      case 'again': {
        const last = this.#turns.at(-1);
        if (!last) return;
        this.#turns = this.#turns.slice(0, -1);
        return this.#ask({ ...last, agentMessageId: null, steps: [] }, command.ask);
      }
      case 'back':
        this.#turns = this.#turns.slice(0, Math.max(1, this.#turns.length - command.turns));
        return this.#ask(this.#author.question(command.ask), command.ask);
      case 'undo':
        return this.#undo();
      case 'read':
        this.#model = { ...this.#model, vision: command.vision };
        return;
      case 'make':
        return this.#make(command.command, command.args);
    }
  }

  /** [L2] [L5] [L6] [L8] One turn, and what must hold of it and of the passes that it made. */
  async #ask(open: ViewTurn, spec: AskSpec): Promise<void> {
    const ids = { userMessageId: open.userMessageId ?? '', agentMessageId: this.#author.id('a') };
    const history = {
      turns: [...this.#turns, open],
      firstTurn: 1,
      path: this.#path([...this.#turns, open]),
      passes: this.#passes,
    };
    const since = this.#stage.lab.requests.length;
    this.#script(spec);
    const turn = new Turn(
      {
        conversationId: this.#key,
        ...ids,
        agent,
        reader: { wire: this.#judgingWire(), target: this.#target, model: this.#model },
        user: open.user,
        history: async () => history,
      } as Turn['plan'],
      this.#host(),
    );
    const end = await turn.run();
    this.#judgeRequests(this.#stage.lab.requests.slice(since));
    if (end.status !== 'complete') throw new Error(`${end.status}: ${JSON.stringify(end.parts.at(-1))}`);
    this.#turns.push({ ...open, agentMessageId: ids.agentMessageId, steps: end.steps });
    const unsaved = turn.passes?.unsaved ?? [];
    this.#passes = turn.passes?.mergedInto(this.#passes) ?? this.#passes;
    for (const pass of unsaved) this.#judgePass(pass);
  }

  /** [L4] [L8] */
  #judgePass(pass: Pass): void {
    for (const edit of pass.edits) this.made.push(edit.kind === 'fold' ? edit.as : edit.kind);
    const isSmaller = pass.after < pass.before || pass.edits.some((edit) => edit.kind === 'shedding');
    expect(isSmaller).toBe(true);
    const undone = this.#applied(undoPass(this.#passes, pass.id));
    const without = this.#applied(this.#passes.filter((one) => one.id !== pass.id));
    // Later passes may stand on this one; as the newest its undoing brings the very view back.
    if (this.#passes.at(-1)?.id === pass.id) expect(undone.view).toEqual(without.view);
  }

  async #make(name: 'shake' | 'compact', args: string): Promise<void> {
    if (this.#turns.length === 0) return;
    const { planner, environment, choices } = this.#room;
    const reading = this.#reading();
    const command =
      name === 'shake'
        ? ({ command: 'shake', what: args as 'tools' | 'images' | 'all' } as const)
        : ({
            command: 'compact',
            rung: (args || null) as 'snapshots' | 'summary' | null,
            focus: null,
          } as const);
    const facts = {
      branch: {
        conversationId: this.#key,
        agentName: agent.name,
        system: agent.systemPrompt,
        tools: [lookTool],
        path: this.#path(this.#turns),
        turns: this.#turns,
        firstTurn: 1,
        passes: this.#passes,
      },
      reader: reading.figures,
      calibration: reading.calibration,
      settings: choices.ladder(),
    };
    const before = this.#applied(this.#passes);
    const outcome = await planner.run(
      'run',
      { facts, command, stamp: { id: environment.newId(), createdAt: 0 } },
      { ask: async () => ({ text: `## Goal\n${textOf('Summary', 0, 120)}`, model: 'lab' }) },
    );
    if (!outcome.pass) return;
    this.#passes = [...this.#passes, outcome.pass];
    this.#judgePass(outcome.pass);
    // [L8] Undone at once, the view is what it was, object for object.
    const undone = this.#applied(undoPass(this.#passes, outcome.pass.id));
    expect(undone).toEqual(before);
  }

  #undo(): void {
    const newest = this.#passes.findLast((pass) => !pass.undone);
    if (newest) this.#passes = undoPass(this.#passes, newest.id);
  }

  /** The wire, with every view judged before it goes out. */
  #judgingWire(): Wire {
    const { wire } = this.#cast;
    const judge = (request: WireRequest) => this.#judgeView(request.view, request.model.vision);
    const told = (error: unknown) => this.#noteRefusal(error);
    return {
      name: wire.name,
      models: (target, signal) => wire.models(target, signal),
      async *stream(request) {
        if (request.summary === undefined) judge(request);
        try {
          yield* wire.stream(request);
        } catch (error) {
          if (request.summary === undefined) told(error);
          throw error;
        }
      },
    };
  }

  #judgeView(view: PagedView, vision: boolean): void {
    // [L6] [S3]
    expect(viewFaults(view, { vision })).toEqual([]);
    // [L5]
    const shown = view.messages.filter((message) => message.role === 'user' && !isFold(message));
    const open = this.#open;
    const [first = open] = this.#turns;
    expect(shown.at(0)).toMatchObject({ messageId: first?.userMessageId, parts: first?.user });
    expect(shown.at(-1)).toMatchObject({ messageId: open?.userMessageId, parts: open?.user });
  }

  #open: ViewTurn | null = null;

  #noteRefusal(error: unknown): void {
    const isTokens = error instanceof BoughError && error.code === 'provider_tokens';
    if (!isTokens) return;
    this.#refused += 1;
    this.mostRefused = Math.max(this.mostRefused, this.#refused);
  }

  /** What the simulator saw of one turn. */
  #judgeRequests(requests: readonly LabRequest[]): void {
    this.#refused = 0;
    let recovering = false;
    for (const request of requests) {
      if (request.verdict !== 'accepted') {
        // Too large is the one thing that may be refused, and only where the estimate was made wrong.
        expect(`${request.kind}: ${request.reason}`).toMatch(/^overflow: /);
        expect(this.#plot.factor, request.reason ?? '').toBeLessThan(1);
      }
      const isSummary = isSummaryRequest(request);
      // [L2] In recovery a reader with vision is asked for nothing before the request fits.
      if (this.#model.vision && recovering) expect(isSummary).toBe(false);
      if (!isSummary) recovering = request.verdict !== 'accepted';
      // [S3] No image of any kind for a reader that cannot see it.
      if (!this.#model.vision && request.price) expect(request.price.imageCount).toBe(0);
    }
  }

  #script(spec: AskSpec): void {
    const author = this.#author;
    const tokens = (size: number): number => author.tokens(size);
    const steps = spec.steps.map((step) => {
      const said = step.text > 0 ? [text(textOf(this.#author.id('said'), step.kind, tokens(step.text)))] : [];
      const thought =
        step.reasons && this.#reasons ? [reasoning(textOf(this.#author.id('thought'), 0, 60))] : [];
      const calls = step.calls.map((one) => {
        const args = `{ "about": ${one.about}, "n": 1.0, "call": "${this.#author.id('c')}" }`;
        this.#results.set(args, author.result(one));
        return call('look', args);
      });
      return { parts: [...thought, ...said, ...calls] };
    });
    const last = { parts: [text(textOf(this.#author.id('answer'), 0, tokens(spec.answer)))] };
    this.#stage.lab.script([...steps, last], {
      key: this.#key,
      when: (request) => !isSummaryRequest(request),
    });
  }

  /** Models with a budget reason only where the wire asks them to, which depends on the room that is left. */
  get #reasons(): boolean {
    return this.#cast.model.reasoning === 'adaptive' || this.#cast.model.reasoning === 'effort';
  }

  #host(): TurnHost {
    const nothing = () => {};
    return {
      tools: {
        specs: () => [lookTool],
        deferred: () => [],
        run: async ({ id, arguments: args }) => {
          const found = this.#results.get(args);
          if (!found) throw new Error(`Nothing is known about ${args}`);
          return { callId: id, ...found };
        },
      },
      marks: async () => [],
      makeRoom: (turn) => {
        this.#open = turn.history.turns.at(-1) ?? null;
        return new TurnRoom(turn, this.#room);
      },
      readAttachment: async (hash) => this.#author.pictures.get(hash) ?? new Uint8Array(),
      readPage: (hash) => this.#room.pages.read(hash),
      schedule: () => nothing,
      now: () => 0,
      journal: nothing,
      onOps: nothing,
      onWait: nothing,
    };
  }

  #openRoom(): RoomServices {
    const kept = new Map<string, unknown>();
    const settings = {
      get: <T>(key: string, _: unknown, fallback: T): T => (kept.get(key) as T | undefined) ?? fallback,
      set: (key: string, value: unknown) => void kept.set(key, value),
    };
    const planner = this.#stage.planner(this.#plot.factor);
    return {
      planner,
      pages: new Pages(this.#stage.folder, planner),
      memory: new ReaderMemory(settings as never),
      caches: new PromptCaches(),
      choices: new LadderChoices(settings as never),
      originals: {} as never,
      events: { publish: (event) => void this.#events.push(event) },
      environment: systemEnvironment,
      schedule: () => () => {},
      log: silentLog,
    };
  }

  get #target(): WireTarget {
    return { ...this.#cast.target, key: this.#key };
  }

  #reading(): Reading {
    return new Reading(
      { wire: this.#cast.wire.name, target: this.#target, model: this.#model },
      this.#room.memory,
    );
  }

  #applied(passes: readonly Pass[]): AppliedView {
    const view = buildView(agent.systemPrompt, [lookTool], this.#turns);
    return applyPasses({ view, path: this.#path(this.#turns), passes }, this.#reading().figures);
  }

  #path(turns: readonly ViewTurn[]): string[] {
    return [
      'root',
      ...turns.flatMap((turn) => [turn.userMessageId, turn.agentMessageId].filter((id) => id !== null)),
    ];
  }
}

const lookTool = {
  name: 'look',
  description: 'Looks something up.',
  parameters: {
    type: 'object',
    properties: { about: { type: 'number' }, n: { type: 'number' }, call: { type: 'string' } },
  },
};

const agent: Agent = {
  id: 'helper',
  name: 'Helper',
  systemPrompt: 'You help with whatever is asked.',
  tools: ['look'],
  archivedAt: null,
} as Agent;
