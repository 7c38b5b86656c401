import type { Reader } from '#contract';
import type { Recalled } from '#core/context/recall.ts';
import type { ToolSpec } from '#core/context/view.ts';
import type { DeferredTool } from '#core/tools/tool-index.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import type { ResolvedReader } from '../providers/routes.ts';

/** Finds the route, the key and the model of a reader. */
export interface ReaderSource {
  /**
   * @param reader null: the app's default reader
   * @throws `no_reader`, `key_missing` or `key_unreadable`
   */
  resolve(reader: Reader | null): Promise<ResolvedReader>;
}

/** One call as a model made it. */
export interface ToolCall {
  id: string;
  name: string;
  /** The raw argument string. */
  arguments: string;
}

/** What an agent's own checkpoint or rewind came to; it takes effect when the turn ends well [T2] [T9]. */
export type PointOutcome =
  | { kind: 'marked'; moved: boolean }
  | { kind: 'goingBack' }
  /** There is no such label on this branch; these exist. `here`: it is set at the end of this very turn. */
  | { kind: 'unknown'; labels: string[]; here: boolean };

/** [T9] Labels on turn boundaries, as the agent of a turn uses them. */
export interface BranchPoints {
  /** Marks the end of this turn. */
  mark(label: string): Promise<PointOutcome>;
  /** Goes back to a label when this turn is over, and puts the digest after it. */
  rewind(label: string, digest: string): Promise<PointOutcome>;
}

/** What a tool may know of the turn that it runs in. */
export interface ToolContext {
  conversationId: string;
  /** The user message that the turn answers: tools look no further than its path. */
  messageId: string;
  /** [L7] The original of what was set aside on the turn's branch; long texts in parts, counted from 1. */
  recall(id: string, part: number): Promise<Recalled>;
  points: BranchPoints;
  agentName: string;
  /** What the agent said just before it called: its reason, as far as it gave one. */
  lastWords: string;
  /** Tools whose schemas are in the request. */
  described: ReadonlySet<string>;
  signal: AbortSignal;
}

/** The tools that agents can be given. */
export interface ToolSource {
  /** Specifications of the named tools, in a stable order; names that are not known are left out. */
  specs(names: readonly string[]): ToolSpec[];
  /** Every tool as it is found by its name, in a stable order. */
  deferred(): DeferredTool[];
  /** Runs one call. A failing tool answers with a failed result; only an abort rejects. */
  run(call: ToolCall, context: ToolContext): Promise<ToolResult>;
}
