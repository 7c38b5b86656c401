import type { Agent, DeltaOp, ErrorPart, Part, StartedTurn, TurnWait, Usage } from '#contract';
import { buildView, type ViewTurn } from '#core/context/build-view.ts';
import { repairView, viewFaults } from '#core/context/check-view.ts';
import type { View } from '#core/context/view.ts';
import type { Schedule } from '#core/environment.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import type { SeenPart, Step } from '#core/transcript/types.ts';
import type { ResolvedReader } from '../providers/routes.ts';
import type { WireResponse } from '../providers/wire.ts';
import { Answer } from './answer.ts';
import { ask } from './ask.ts';
import { runCalls } from './calls.ts';
import { Journal } from './journal.ts';
import type { ToolCall, ToolSource } from './ports.ts';

/** More model responses than any real task takes; a model that calls tools for ever is ended here. */
const maxSteps = 50;

/** What a turn begins with. */
export interface TurnPlan extends StartedTurn {
  agent: Agent;
  reader: ResolvedReader;
  /** What is sent for the user's message. */
  user: SeenPart[];
  /** The turns before, and the user message that is answered as the last, open one. */
  history(): Promise<ViewTurn[]>;
}

/** How a turn ended. */
export type TurnEnd =
  | { status: 'complete'; parts: Part[]; usage: Usage | null; steps: Step[] }
  | { status: 'interrupted' | 'failed'; parts: Part[]; usage: Usage | null };

export interface TurnHost {
  tools: ToolSource;
  readAttachment(hash: string): Promise<Uint8Array>;
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
  #usage: Usage | null = null;
  #wait: TurnWait | null = null;

  constructor(plan: TurnPlan, host: TurnHost) {
    this.plan = plan;
    this.#host = host;
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
    return { parts: this.#answer.parts(), usage: this.#usage };
  }

  /** @returns what is to be said about a complete answer, if anything */
  async #converse(): Promise<ErrorPart | null> {
    const { plan } = this;
    const { agent, reader } = plan;
    const history = await plan.history();
    const tools = reader.model.tools ? this.#host.tools.specs(agent.tools) : [];
    const known = new Set(tools.map((tool) => tool.name));
    while (this.#steps.length < maxSteps) {
      this.#abort.signal.throwIfAborted();
      const response = await this.#ask(
        sendable(buildView(agent.systemPrompt, tools, this.#withSteps(history))),
      );
      this.#usage = addUsage(this.#usage, response.usage);
      const calls = response.said.filter((part) => part.type === 'call');
      refuseUnfinished(response, calls);
      this.#answer.settleCalls(response.said);
      const results = await this.#runCalls(calls, known);
      const { said, native, usage } = response;
      this.#steps.push({ said, native, results, usage });
      if (calls.length === 0) return this.#noteOf(response);
    }
    throw new BoughError('too_many_steps', `The turn did not end in ${maxSteps} steps`);
  }

  #ask(view: View): Promise<WireResponse> {
    const { wire, target, model } = this.plan.reader;
    const { readAttachment, schedule, now } = this.#host;
    this.#answer.beginStep();
    return ask({
      wire,
      request: { target, model, view, readAttachment, signal: this.#abort.signal },
      onEvent: (event) => this.#answer.take(event),
      onWait: (wait) => {
        this.#wait = wait;
        this.#host.onWait(wait);
      },
      schedule,
      now,
    });
  }

  #runCalls(calls: readonly ToolCall[], known: ReadonlySet<string>) {
    const { conversationId, userMessageId } = this.plan;
    return runCalls(calls, {
      tools: this.#host.tools,
      known,
      context: { conversationId, messageId: userMessageId, signal: this.#abort.signal },
      now: this.#host.now,
      onResult: (result, milliseconds) => this.#answer.finishCall(result, milliseconds),
    });
  }

  /** The open turn is the last one, and holds what was done so far. */
  #withSteps(history: readonly ViewTurn[]): ViewTurn[] {
    const open = history.at(-1);
    if (!open) return [];
    return [
      ...history.slice(0, -1),
      { ...open, agentMessageId: this.plan.agentMessageId, steps: this.#steps },
    ];
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

/** [L6] A view that is not sound is mended, or refused here: never sent broken. */
function sendable(view: View): View {
  if (viewFaults(view).length === 0) return view;
  const repaired = repairView(view);
  const [fault] = viewFaults(repaired);
  if (fault) throw new BoughError('internal', `The view cannot be sent: ${fault.kind} at ${fault.at}`);
  return repaired;
}

/** A response that was withheld, or cut inside its calls, is no step. */
function refuseUnfinished(response: WireResponse, calls: readonly ToolCall[]): void {
  if (response.stop === 'filtered')
    throw new BoughError('provider_filtered', 'The provider withheld the answer');
  if (response.stop === 'length' && calls.length > 0) {
    throw new BoughError('output_limit', 'The answer was cut inside a tool call');
  }
}

function addUsage(sum: Usage | null, more: Usage | null): Usage | null {
  if (!sum || !more) return sum ?? more;
  return {
    input: sum.input + more.input,
    output: sum.output + more.output,
    cacheRead: sum.cacheRead + more.cacheRead,
    cacheWrite: sum.cacheWrite + more.cacheWrite,
  };
}
