import type { NativeBlocks, SaidPart, SeenPart, ToolResult } from '../transcript/types.ts';

/** A tool as the reader is told of it. `parameters` is a JSON Schema object. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** One message of the view, in the order it is sent. */
export type ViewMessage =
  | { role: 'user'; messageId: string; parts: SeenPart[] }
  | { role: 'agent'; messageId: string; said: SaidPart[]; native: NativeBlocks | null }
  /** Directly after the agent message whose calls it answers, one result for each call [L6]. */
  | { role: 'results'; messageId: string; results: ToolResult[] };

/** The messages that would be sent now: what a wire turns into a request. */
export interface View {
  system: string;
  tools: ToolSpec[];
  messages: ViewMessage[];
}
