import type { Usage } from '#contract';
import type { NativeBlocks, SaidPart, SeenPart, ToolResult } from '../transcript/types.ts';

/** A tool as the reader is told of it. `parameters` is a JSON Schema object. */
export interface ToolSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** What an agent said in one step. */
export interface AgentMessage {
  role: 'agent';
  messageId: string;
  said: SaidPart[];
  /** Null where only the words may be sent: a rebuilt turn, or reasoning that a pass made invalid. */
  native: NativeBlocks | null;
  /** What the provider counted for the request that this answered; absent where nothing is known. */
  usage?: Usage;
  /** The passes that shaped that request, see `passMark` of a step; absent where there were none. */
  passMark?: string;
}

/** One message of the view, in the order it is sent. */
export type ViewMessage =
  /** `heard`: what another agent said, not the user [B10]. */
  | { role: 'user'; messageId: string; parts: SeenPart[]; heard?: true }
  | AgentMessage
  /** Directly after the agent message whose calls it answers, one result for each call [L6]. */
  | { role: 'results'; messageId: string; results: ToolResult[] };

/** The messages that would be sent now: what a wire turns into a request. */
export interface View {
  system: string;
  tools: ToolSpec[];
  messages: ViewMessage[];
  /** Number of its first turn, counted from 1 along the branch; 1 where it is not given. */
  firstTurn?: number;
}

/** A snapshot page, by the content hash of its picture. Pixels, and bytes of the PNG. */
export interface PagePart {
  type: 'page';
  hash: string;
  width: number;
  height: number;
  bytes: number;
}

/** What stands in the view for a folded stretch: texts, and pages between them, in reading order [S1]. */
export interface FoldMessage {
  role: 'user';
  /** The first message that the fold stands for. */
  messageId: string;
  foldId: string;
  parts: ({ type: 'text'; text: string } | PagePart)[];
}

/** One message of a view that passes have shaped. */
export type PagedMessage = ViewMessage | FoldMessage;

/** A view that passes have shaped: folds stand in it as pages or as summaries. */
export interface PagedView {
  system: string;
  tools: ToolSpec[];
  messages: PagedMessage[];
}

export function isFold(message: PagedMessage): message is FoldMessage {
  return 'foldId' in message;
}
