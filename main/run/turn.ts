import type { Agent, DeltaOp, ErrorPart, Mark, MessageUsage, Part, StartedTurn, TurnWait } from '#contract';
import type { Schedule } from '#core/environment.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import type { SeenPart, Step } from '#core/transcript/types.ts';
import type { TurnPasses } from '../context/turn-passes.ts';
import type { Prepared, RoomTurn, TurnRoom } from '../context/turn-room.ts';
import type { ResolvedReader } from '../providers/routes.ts';
import type { WireResponse } from '../providers/wire.ts';
import { type Equipment, equip } from '../tools/agent-tools.ts';
import { Answer } from './answer.ts';
import { ask } from './ask.ts';
import { runCalls } from './calls.ts';
import type { History } from './history.ts';
import { Journal } from './journal.ts';
import type { ToolCall, ToolContext, ToolSource } from './ports.ts';
import { TurnPoints } from './turn-points.ts';
import { addUsage } from './usage.ts';

/** More model responses than any real task takes; a model that calls tools for ever is ended here. */
const maxSteps = 50;

/** What a turn begins with. */
export interface TurnPlan extends StartedTurn {
  agent: Agent;
  reader: ResolvedReader;
  /** What is sent for the user's message. */
  user: SeenPart[];
  /** The turns before, and the user message that is answered as the last, open one. */
  history(): Promise<History>;
}

/** How a turn ended. */
export type TurnEnd =
  | { status: 'complete'; parts: Part[]; usage: MessageUsage | null; steps: Step[] }
  | { status: 'interrupted' | 'failed'; parts: Part[]; usage: MessageUsage | null };

export interface TurnHost {
  tools: ToolSource;
  /** Keeps the requests of a turn inside the reader's window. */
  makeRoom(turn: RoomTurn): TurnRoom;
  readAttachment(hash: string): Promise<Uint8Array>;
  readPage(hash: string): Promise<Uint8Array>;
  /** The marks of the turn's branch that a history still reaches. */
  marks(history: History): Promise<Mark[]>;
  schedule: Schedule;
  now(): number;
  /** Writes what there is of the answer [commit order 2]. */
  journal(parts: Part[]): void;
  onOps(ops: DeltaOp[]): void;
  onWait(wait: TurnWait | null): void;
}

/** One answer being made: asks the model, runs its tools, asks again, until there is nothing more to run. */
export class Turn {
  readonly plan: TurnPlan;
  readonly #host: TurnHost;
  readonly #abort = new AbortController();
  readonly #answer: Answer;
  readonly #journal: Journal;
  readonly #steps: Step[] = [];
  /** What the agent marked, and where it goes back to. */
  readonly points: TurnPoints;
  #history: History | null = null;
  #room: TurnRoom | null = null;
  #usage: MessageUsage | null = null;
  #wait: TurnWait | null = null;

  constructor(plan: TurnPlan, host: TurnHost) {
    this.plan = plan;
    this.#host = host;
    this.points = new TurnPoints(async () => (this.#history ? host.marks(this.#history) : []));
    this.#journal = new Journal(host.schedule, () => host.journal(this.#answer.parts()));
    this.#answer = new Answer((ops) => {
      this.#journal.touch();
      host.onOps(ops);
    });
  }

  /** What is written so far. */
  get parts(): Part[] {
    return this.#answer.parts();
  }

  /** The branch as the turn began with it; null before it was read. */
  get history(): History | null {
    return this.#history;
  }

  /** What was set aside in this turn; null before it looked at its history. */
  get passes(): TurnPasses | null {
    return this.#room?.passes ?? null;
  }

  /** Set while the turn waits before it asks its provider again. */
  get wait(): TurnWait | null {
    return this.#wait;
  }

  /** [T2] Ends the turn; what is written so far is kept. */
  stop(): void {
    this.#abort.abort(new BoughError('cancelled', 'The answer was stopped'));
  }

  /** Runs to the end. Never rejects: a failure is an ending, with its reason as the last part. */
  async run(): Promise<TurnEnd> {
    try {
      const note = await this.#converse();
      if (note) this.#answer.addError(note);
      return { ...this.#ending(), status: 'complete', steps: this.#steps };
    } catch (thrown) {
      this.#answer.stopCalls();
      if (this.#abort.signal.aborted) return { ...this.#ending(), status: 'interrupted' };
      this.#answer.addError(errorPart(thrown));
      return { ...this.#ending(), status: 'failed' };
    } finally {
      this.#journal.end();
    }
  }

  #ending() {
    return { parts: this.#answer.kept(), usage: this.#usage };
  }

  /** @returns what is to be said about a complete answer, if anything */
  async #converse(): Promise<ErrorPart | null> {
    const { agent, reader } = this.plan;
    const equipment = equip({ agent, model: reader.model }, this.#host.tools);
    const room = await this.#openRoom(equipment);
    while (this.#steps.length < maxSteps) {
      this.#abort.signal.throwIfAborted();
      const { response, passMark } = await this.#askInRoom(room);
      this.#usage = addUsage(this.#usage, response.usage, this.plan.reader.model.prices);
      const calls = response.said.filter((part) => part.type === 'call');
      refuseUnfinished(response, calls);
      this.#answer.settleCalls(response.said);
      const results = await this.#runCalls(response, equipment, room);
      const { said, native, usage } = response;
      this.#steps.push({ said, native, results, usage, ...(passMark && { passMark }) });
      if (calls.length > 0) continue;
      const note = this.#noteOf(response);
      // A window that is full is why an answer was cut.
      return room.note ?? note;
    }
    throw new BoughError('too_many_steps', `The turn did not end in ${maxSteps} steps`);
  }

  async #openRoom({ tools, system }: Equipment): Promise<TurnRoom> {
    const { conversationId, agentMessageId, agent, reader } = this.plan;
    const history = await this.plan.history();
    this.#history = history;
    const { signal } = this.#abort;
    this.#room = this.#host.makeRoom({
      conversationId,
      agentMessageId,
      agent: { ...agent, systemPrompt: system },
      reader,
      tools,
      history,
      signal,
    });
    return this.#room;
  }

  /** [L1] [L2] Asks with room made before it, and again with more where the provider says that it is too much. */
  async #askInRoom(room: TurnRoom): Promise<{ response: WireResponse; passMark: string | undefined }> {
    for (let attempt = 1; ; attempt += 1) {
      const prepared = await room.prepare(this.#steps);
      try {
        const response = await this.#ask(prepared);
        room.learn(response);
        return { response, passMark: prepared.passMark };
      } catch (error) {
        if (this.#abort.signal.aborted || !(await room.recovers(error, attempt))) throw error;
        this.#answer.takeBack();
      }
    }
  }

  #ask({ view, model, promptTokens }: Prepared): Promise<WireResponse> {
    const { wire, target } = this.plan.reader;
    const { readAttachment, readPage, schedule, now } = this.#host;
    const { signal } = this.#abort;
    this.#answer.beginStep();
    return ask({
      wire,
      request: { target, model, view, promptTokens, readAttachment, readPage, signal },
      onEvent: (event) => this.#answer.take(event),
      onWait: (wait) => {
        this.#wait = wait;
        this.#host.onWait(wait);
      },
      schedule,
      now,
    });
  }

  #runCalls({ said }: WireResponse, { names, tools }: Equipment, room: TurnRoom) {
    const { conversationId, userMessageId: messageId, agent } = this.plan;
    const calls = said.filter((part) => part.type === 'call');
    const context: ToolContext = {
      conversationId,
      messageId,
      recall: (id, part) => room.recall(id, part),
      points: this.points,
      agentName: agent.name,
      lastWords: said.flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])).join('\n'),
      described: new Set(tools.map(({ name }) => name)),
      signal: this.#abort.signal,
    };
    return runCalls(calls, {
      tools: this.#host.tools,
      known: names,
      context,
      now: this.#host.now,
      onResult: (result, milliseconds) => this.#answer.finishCall(result, milliseconds),
    });
  }

  #noteOf(response: WireResponse): ErrorPart | null {
    if (response.stop === 'length') return { type: 'error', code: 'output_limit' };
    if (this.#answer.isEmpty) {
      throw new BoughError('provider_garbage', 'The model answered with nothing', {
        params: { provider: this.plan.reader.target.provider },
      });
    }
    return null;
  }
}

/** Why a message failed, as a part of it. */
export function errorPart(thrown: unknown): ErrorPart {
  const { code, message, params, detail } = toBridgeError(thrown);
  return { type: 'error', code, ...(params && { params }), detail: detail ?? message };
}

/** A response that was withheld, or cut inside its calls, is no step. */
function refuseUnfinished(response: WireResponse, calls: readonly ToolCall[]): void {
  if (response.stop === 'filtered')
    throw new BoughError('provider_filtered', 'The provider withheld the answer');
  if (response.stop === 'length' && calls.length > 0) {
    throw new BoughError('output_limit', 'The answer was cut inside a tool call');
  }
}
