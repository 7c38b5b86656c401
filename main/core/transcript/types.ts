import type { Attachment, Usage } from '#contract';
import type { Pass } from '../context/passes.ts';

/**
 * What one agent saw and produced in one conversation, as it is kept in the transcript file [T1].
 * Everything here is JSON: strings of the provider are kept verbatim [T4].
 */

/** Something a user message or a tool result is made of, in the order it was sent. */
export type SeenPart = { type: 'text'; text: string } | { type: 'attachment'; attachment: Attachment };

/** What a model said in one step, provider-neutral: what another wire, a reader or an export needs of it. */
export type SaidPart =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; id: string; name: string; arguments: string };

/** The provider's own blocks of one response, verbatim, and the wire and model they can be replayed to. */
export interface NativeBlocks {
  wire: string;
  /** Model id as the route names it: reasoning signatures are bound to it. */
  model: string;
  blocks: unknown[];
}

/** The result of one call of a step. */
export interface ToolResult {
  callId: string;
  name: string;
  parts: SeenPart[];
  failed: boolean;
  eventful: boolean;
}

/** One model response with all its calls and all their results: atomic [L6]. */
export interface Step {
  said: SaidPart[];
  native: NativeBlocks;
  /** One for each call in `said`, in the same order; empty in the final step. */
  results: ToolResult[];
  usage: Usage | null;
  /**
   * `mark` of the applied view that this step was asked with; absent where no pass had shaped it. Tells later whether
   * what stood before the step is still the same, and with it whether its reasoning and its usage still hold.
   */
  passMark?: string | undefined;
}

/** A user message and everything the agent did until its final answer. */
export interface Turn {
  userMessageId: string;
  agentMessageId: string;
  /** The model that was asked, `routeId` and model id. */
  routeId: string;
  model: string;
  /** Exactly what was sent for the user's message. */
  user: SeenPart[];
  steps: Step[];
  /** `seen`: as it happened. `rebuilt`: from the database, as plain text, because the file no longer held it [T6]. */
  source: 'seen' | 'rebuilt';
  /** Milliseconds since the epoch, at the turn boundary. */
  endedAt: number;
  /** Where the agent went back to when it was over [T9]; absent where it went on. */
  rewind?: Rewind | undefined;
}

/** A return to a turn boundary, with what was learned since. */
export interface Rewind {
  label: string;
  /** The agent message whose turn boundary it is. */
  messageId: string;
  digest: string;
}

/** A label on a turn boundary [T9]. */
export interface Checkpoint {
  label: string;
  /** The agent message whose turn boundary it marks. */
  messageId: string;
  createdAt: number;
}

/** One JSON file for one agent in one conversation [T1]. */
export interface Transcript {
  format: 'bough-transcript';
  version: 1;
  conversationId: string;
  agentId: string;
  /** Turns of every branch, in the order they ended. At most one per agent message. */
  turns: Turn[];
  checkpoints: Checkpoint[];
  /** What was set aside to make room, on every branch, in the order it was done; undone passes too [L8]. */
  passes: Pass[];
}
