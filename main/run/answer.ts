import type { DeltaOp, ErrorPart, Part, ToolPart } from '#contract';
import type { SaidPart, SeenPart, ToolResult } from '#core/transcript/types.ts';
import type { WireEvent } from '../providers/wire.ts';

/** The agent's message as it grows: what people see of a turn. */
export class Answer {
  readonly #parts: Part[] = [];
  readonly #onOps: (ops: DeltaOp[]) => void;
  /** Where the calls of the present step stand. Providers may use an id again in a later step. */
  #calls = new Map<string, number>();
  /** Where the present step's parts begin. */
  #begun = 0;

  /** @param onOps told of every change, for the windows and the journal */
  constructor(onOps: (ops: DeltaOp[]) => void) {
    this.#onOps = onOps;
  }

  /** A copy of what is there now. */
  parts(): Part[] {
    return [...this.#parts];
  }

  /** What is kept of it when it is over: without what was taken back. */
  kept(): Part[] {
    return this.#parts.filter((part) => !('text' in part) || part.text !== '');
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** A new model response begins: its text does not join the one before. */
  beginStep(): void {
    this.#calls = new Map();
    this.#begun = this.#parts.length;
  }

  /** The response that has begun came to nothing and is asked for again: what was shown of it goes. */
  takeBack(): void {
    for (let at = this.#begun; at < this.#parts.length; at += 1) this.#set(at, { type: 'text', text: '' });
  }

  /** Takes one event of a stream. Arguments are shown when they are whole, see {@link settleCalls}. */
  take(event: WireEvent): void {
    if (event.type === 'text' || event.type === 'reasoning') this.#append(event.type, event.text);
    else if (event.type === 'call') {
      this.#calls.set(event.id, this.#parts.length);
      this.#set(this.#parts.length, toolPart(event.id, event.name, ''));
    }
  }

  /** A response is whole: its calls get their arguments, and the ones that no event announced their place. */
  settleCalls(said: readonly SaidPart[]): void {
    for (const part of said) {
      if (part.type !== 'call') continue;
      const at = this.#calls.get(part.id) ?? this.#parts.length;
      this.#calls.set(part.id, at);
      this.#set(at, toolPart(part.id, part.name, part.arguments));
    }
  }

  /** A call has its result. `milliseconds` is how long it took. */
  finishCall(result: ToolResult, milliseconds: number): void {
    const at = this.#calls.get(result.callId);
    const part = at === undefined ? undefined : this.#parts[at];
    if (at === undefined || part?.type !== 'tool') return;
    this.#set(at, {
      ...part,
      state: result.failed ? 'failed' : 'done',
      result: result.parts.map(shown).join('\n'),
      eventful: result.eventful,
      milliseconds,
    });
  }

  /** The turn ends now: calls that are still running are over. */
  stopCalls(): void {
    this.#parts.forEach((part, at) => {
      if (part.type === 'tool' && part.state === 'running') this.#set(at, { ...part, state: 'stopped' });
    });
  }

  addError(part: ErrorPart): void {
    this.#set(this.#parts.length, part);
  }

  #append(type: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    const last = this.#parts.length - 1;
    const open = this.#parts[last];
    if (open?.type === type) {
      this.#parts[last] = { type, text: open.text + text };
      this.#onOps([{ part: last, type, at: open.text.length, append: text }]);
    } else {
      this.#parts.push({ type, text });
      this.#onOps([{ part: last + 1, type, at: 0, append: text }]);
    }
  }

  #set(at: number, part: Part): void {
    this.#parts[at] = part;
    this.#onOps([{ part: at, set: part }]);
  }
}

function toolPart(id: string, name: string, input: string): ToolPart {
  return { type: 'tool', id, name, input, state: 'running' };
}

function shown(part: SeenPart): string {
  return part.type === 'text' ? part.text : `[${part.attachment.name}]`;
}
