import type { Pace } from './chunking.ts';
import type { FaultName } from './faults.ts';
import type { Gate } from './gate.ts';
import type { LabRequest } from './record.ts';
import type { StopReason, Usage, WireName } from './types.ts';

/** A piece of a scripted answer. */
export type ScriptPart =
  | { readonly type: 'text'; readonly text: string }
  /** Prose of exactly this many tokens. */
  | { readonly type: 'tokens'; readonly tokens: number }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Reasoning that only the vendor can read (Anthropic's `redacted_thinking`). */
  | { readonly type: 'redacted'; readonly seed: string }
  /** A tool call; `arguments` goes out as it is, whitespace, `1.0` and large integers included. */
  | { readonly type: 'call'; readonly name: string; readonly arguments: string; readonly id?: string }
  | { readonly type: 'refusal'; readonly text: string }
  /** The stream waits here until the gate is released. */
  | { readonly type: 'hold'; readonly gate: Gate };

/** What the lab shall fail with, and the figures that the failure quotes. */
export interface FaultOrder {
  readonly name: FaultName;
  /** The window that an overflow message names; the model's own otherwise. Tokens. */
  readonly limit?: number;
  /** The size that an overflow message names; what the lab counted, or a little over the limit. Tokens. */
  readonly actual?: number;
  readonly retryAfterSeconds?: number;
}

/** One scripted answer. Without parts it is the default answer. */
export interface Script {
  readonly parts?: readonly ScriptPart[];
  /** Why the answer ends; otherwise what the parts imply. */
  readonly stop?: StopReason;
  readonly pace?: Partial<Pace>;
  readonly fault?: FaultName | FaultOrder;
  /** Figures to report in place of the counted ones. */
  readonly usage?: Partial<Usage>;
}

/** Which requests a script is for; every given field has to fit. */
export interface Target {
  readonly wire?: WireName;
  readonly model?: string;
  /** The API key itself, not its hash. */
  readonly key?: string;
  readonly when?: (request: LabRequest) => boolean;
}

/** A piece of visible answer. */
export const text = (value: string): ScriptPart => ({ type: 'text', text: value });
/** Prose of exactly `count` tokens. */
export const tokens = (count: number): ScriptPart => ({ type: 'tokens', tokens: count });
/** Visible reasoning. */
export const reasoning = (value: string): ScriptPart => ({ type: 'reasoning', text: value });
/** Encrypted reasoning. */
export const redacted = (seed = 'redacted'): ScriptPart => ({ type: 'redacted', seed });
/** A tool call with its raw argument string. */
export const call = (name: string, args: string, id?: string): ScriptPart =>
  id === undefined ? { type: 'call', name, arguments: args } : { type: 'call', name, arguments: args, id };
/** A point where the stream waits. */
export const hold = (gate: Gate): ScriptPart => ({ type: 'hold', gate });

interface Queued {
  readonly script: Script;
  readonly target: Target;
}

/** Scripts in the order in which they were queued; each is used once. */
export class ScriptQueue {
  readonly #queued: Queued[] = [];

  add(script: Script, target: Target): void {
    this.#queued.push({ script, target });
  }

  /** Takes the first script that fits the request, or undefined. */
  take(request: LabRequest, key: string): Script | undefined {
    const at = this.#queued.findIndex(({ target }) => fits(target, request, key));
    return at < 0 ? undefined : this.#queued.splice(at, 1)[0]?.script;
  }

  get length(): number {
    return this.#queued.length;
  }
}

function fits(target: Target, request: LabRequest, key: string): boolean {
  return (
    (target.wire === undefined || target.wire === request.wire) &&
    (target.model === undefined || target.model === request.model) &&
    (target.key === undefined || target.key === key) &&
    (target.when === undefined || target.when(request))
  );
}
