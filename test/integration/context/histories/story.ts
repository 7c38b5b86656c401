import { expect } from 'vitest';
import type { Model } from '#contract';
import { type AppliedView, applyPasses } from '#core/context/apply-passes.ts';
import { buildView, type ViewTurn } from '#core/context/build-view.ts';
import { viewFaults } from '#core/context/check-view.ts';
import { type Pass, undoPass } from '#core/context/passes.ts';
import { isFold, type PagedView } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import { forkTranscript } from '#core/transcript/fork.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import { Reading } from '../../../../main/context/reading.ts';
import { type RoomServices, TurnRoom } from '../../../../main/context/turn-room.ts';
import type { Wire, WireRequest, WireTarget } from '../../../../main/providers/wire.ts';
import { Turn, type TurnHost } from '../../../../main/run/turn.ts';
import { passSchema } from '../../../../main/storage/pass-schema.ts';
import { emptyTranscript } from '../../../../main/storage/transcript-file.ts';
import { call, reasoning, text } from '../../../lab/index.ts';
import type { LabModel } from '../../../lab/models.ts';
import { isSummaryRequest } from '../requests.ts';
import { Author } from './author.ts';
import { agent, type Cast, lookTool, modelOf } from './cast.ts';
import { judgeRecall, judgeRequests, judgeWhole } from './judge.ts';
import type { AskSpec, Command, Plot } from './plot.ts';
import { openRoom } from './room.ts';
import type { Stage } from './stage.ts';
import { textOf } from './texts.ts';

let stories = 0;

/** One history against a simulator, by the code that runs turns: everything but the database and the worker. */
export class Story {
  readonly #stage: Stage;
  readonly #cast: Cast;
  readonly #plot: Plot;
  readonly #room: RoomServices;
  readonly #author: Author;
  readonly #results = new Map<string, Omit<ToolResult, 'callId'>>();
  readonly #key: string;
  #model: Model;
  #labModel: LabModel;
  #turns: ViewTurn[] = [];
  /** Turns of the branch that a trim has left out, at the beginning. */
  #trimmed = 0;
  /** The other branches, each with what a trim has left out of it. */
  #others: { turns: ViewTurn[]; trimmed: number }[] = [];
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
    this.#author = new Author(cast.model.window);
    this.#labModel = cast.model;
    this.#model = modelOf(cast.model, plot.vision);
    this.#room = openRoom(stage, plot.factor);
  }

  /** Plays the whole plot; fails where anything is not as it must be. */
  async play(): Promise<void> {
    for (const spec of this.#plot.before) this.#turns.push(this.#author.oldTurn(spec));
    for (const command of this.#plot.commands) {
      await this.#do(command);
      this.#judgeWhole();
    }
    expect(this.mostRefused).toBeLessThanOrEqual(2);
  }

  async #do(command: Command): Promise<void> {
    switch (command.do) {
      case 'ask':
        return this.#ask(this.#author.question(command.ask), command.ask);
      case 'again': {
        const last = this.#turns.at(-1);
        if (!last || this.#turns.length <= this.#trimmed + 1) return;
        this.#leave(this.#turns.length - 1);
        return this.#ask({ ...last, agentMessageId: null, steps: [] }, command.ask);
      }
      case 'back':
        this.#leave(Math.max(1, this.#turns.length - command.turns));
        return this.#ask(this.#author.question(command.ask), command.ask);
      case 'over': {
        const there = this.#others.shift();
        if (!there) return;
        this.#leave(0);
        ({ turns: this.#turns, trimmed: this.#trimmed } = there);
        return this.#ask(this.#author.question(command.ask), command.ask);
      }
      case 'fail':
        return this.#fail(this.#author.question(command.ask));
      case 'hear':
        if (this.#turns.length <= this.#trimmed) return;
        return this.#ask({ ...this.#author.question(command.ask), heard: true }, command.ask);
      case 'undo':
        return this.#undo(command.before);
      case 'trim':
        this.#trimmed = Math.min(this.#trimmed + command.turns, Math.max(0, this.#turns.length - 2));
        while (this.#turns[this.#trimmed]?.heard) this.#trimmed += 1;
        return;
      case 'fork':
        return this.#fork();
      case 'read':
        this.#labModel = command.other ? this.#cast.other : this.#cast.model;
        this.#model = modelOf(this.#labModel, command.vision);
        return;
      case 'make':
        return this.#make(command.command, command.args);
    }
  }

  /** Goes back to the first turns of the branch; what followed stays as a branch of its own. */
  #leave(kept: number): void {
    const { length } = this.#turns;
    if (kept < length) this.#others.push({ turns: this.#turns, trimmed: this.#trimmed });
    this.#turns = this.#turns.slice(0, kept);
    this.#trimmed = Math.min(this.#trimmed, Math.max(0, kept - 1));
  }

  /** [B7] [L9] A copy of the branch has the same view, with ids of its own, and nothing of other branches. */
  #fork(): void {
    const ids = new Map(this.#path(this.#turns).map((id) => [id, this.#author.messageId()]));
    const copied = (id: string | null): string | null => (id === null ? null : (ids.get(id) ?? id));
    const before = this.#applied(this.#passes);
    const { passes } = forkTranscript(
      { ...emptyTranscript({ conversationId: this.#key, agentId: agent.id }), passes: [...this.#passes] },
      { ids, conversationId: this.#key, newId: () => this.#author.messageId() },
    );
    this.#turns = this.#turns.map((turn) => ({
      ...turn,
      userMessageId: copied(turn.userMessageId),
      agentMessageId: copied(turn.agentMessageId),
    }));
    this.#others = [];
    this.#passes = passes;
    const renamed = before.view.messages.map((message) => ({
      ...message,
      messageId: copied(message.messageId),
    }));
    expect(this.#applied(passes).view.messages).toEqual(renamed);
  }

  /** [B4] The question stays; the answer is no turn. */
  async #fail(open: ViewTurn): Promise<void> {
    this.#stage.lab.script(
      { fault: 'content-filter' },
      { key: this.#key, when: (one) => !isSummaryRequest(one) },
    );
    const { end, turn } = await this.#run(open);
    expect(end.parts.at(-1)).toMatchObject({ type: 'error', code: 'provider_filtered' });
    this.#passes = turn.passes?.mergedInto(this.#passes, turn.plan.agentMessageId) ?? this.#passes;
    this.#turns.push(open);
  }

  /** [L2] [L5] [L6] [L8] One turn, and what must hold of it and of the passes that it made. */
  async #ask(open: ViewTurn, spec: AskSpec): Promise<void> {
    const since = this.#stage.lab.requests.length;
    this.#script(spec);
    const { end, turn } = await this.#run(open);
    this.#refused = 0;
    judgeRequests(this.#stage.lab.requests.slice(since), this.#model, this.#plot.factor);
    if (end.status !== 'complete') throw new Error(`${end.status}: ${JSON.stringify(end.parts.at(-1))}`);
    this.#turns.push({ ...open, agentMessageId: turn.plan.agentMessageId, steps: end.steps });
    const unsaved = turn.passes?.unsaved ?? [];
    this.#passes = turn.passes?.mergedInto(this.#passes) ?? this.#passes;
    for (const pass of unsaved) this.#judgePass(pass);
  }

  async #run(open: ViewTurn) {
    const turns = [...this.#turns, open];
    const history = {
      turns: turns.slice(this.#trimmed),
      firstTurn: this.#trimmed + 1,
      path: this.#path(turns),
      passes: this.#passes,
    };
    this.#scriptSummaries();
    const plan = {
      conversationId: this.#key,
      userMessageId: open.userMessageId ?? '',
      agentMessageId: this.#author.messageId(),
      agent,
      reader: { wire: this.#judgingWire(), target: this.#target, model: this.#model },
      user: open.user,
      history: async () => history,
    } as Turn['plan'];
    const turn = new Turn(plan, this.#host());
    return { turn, end: await turn.run() };
  }

  #judgeWhole(): void {
    for (const pass of this.#passes) passSchema.parse(pass);
    const applied = this.#applied(this.#passes);
    // As the file gives them back they make the same view; to compare a million tokens would take all the time.
    const stored = JSON.parse(JSON.stringify(this.#passes)) as Pass[];
    if (this.#labModel.window < 100_000) expect(this.#applied(stored)).toEqual(applied);
    judgeWhole(this.#base(), this.#path(this.#turns), applied);
  }

  /** [L4] [L8] */
  #judgePass(pass: Pass): void {
    const turns = [this.#turns, ...this.#others.map((other) => other.turns)].flat();
    for (const edit of pass.edits) {
      this.made.push(edit.kind === 'fold' ? edit.as : edit.kind);
      judgeRecall(edit, this.#passes, turns, this.#cast.model.window);
    }
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
        turns: this.#turns.slice(this.#trimmed),
        firstTurn: this.#trimmed + 1,
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

  #undo(before: number): void {
    const newest = this.#passes.filter((pass) => !pass.undone).at(-1 - before);
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
    const [first = open] = this.#turns.slice(this.#trimmed);
    // A fold may stand for the beginning of what a trim has left.
    if (this.#trimmed === 0)
      expect(shown.at(0)).toMatchObject({ messageId: first?.userMessageId, parts: first?.user });
    expect(shown.at(-1)).toMatchObject({ messageId: open?.userMessageId, parts: open?.user });
    const asked = [...this.#turns.slice(this.#trimmed), open].findLast((turn) => turn && !turn.heard);
    expect(shown.some(({ messageId }) => messageId === asked?.userMessageId)).toBe(true);
  }

  #open: ViewTurn | null = null;

  #noteRefusal(error: unknown): void {
    const isTokens = error instanceof BoughError && error.code === 'provider_tokens';
    if (!isTokens) return;
    this.#refused += 1;
    this.mostRefused = Math.max(this.mostRefused, this.#refused);
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

  /** One that is useless is asked for twice, and one that is refused once in an answer. */
  #scriptSummaries(): void {
    const { summaries } = this.#plot;
    if (summaries === 'good') return;
    const script = summaries === 'useless' ? { parts: [text('Sure.')] } : { fault: 'auth' as const };
    this.#stage.lab.script(Array(8).fill(script), { key: this.#key, when: isSummaryRequest });
  }

  /** Models with a budget reason only where the wire asks them to, which depends on the room that is left. */
  get #reasons(): boolean {
    return this.#labModel.reasoning === 'adaptive' || this.#labModel.reasoning === 'effort';
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
    const path = this.#path(this.#turns);
    return applyPasses({ view: this.#base(), path, passes }, this.#reading().figures);
  }

  /** The branch as no pass has shaped it. */
  #base() {
    return buildView(agent.systemPrompt, [lookTool], this.#turns.slice(this.#trimmed), this.#trimmed + 1);
  }

  #path(turns: readonly ViewTurn[]): string[] {
    return [
      'root',
      ...turns.flatMap((turn) => [turn.userMessageId, turn.agentMessageId].filter((id) => id !== null)),
    ];
  }
}
