import type { Model, Thinking, Usage } from '#contract';
import type { PagedView } from '#core/context/view.ts';
import type { NativeBlocks, SaidPart } from '#core/transcript/types.ts';

/** Where a request goes. The key is fetched for the request and never kept by a wire. */
export interface WireTarget {
  routeId: string;
  /** Id of the preset that the route was made from: some vendors have habits of their own. */
  preset: string;
  /** Name for people: "OpenAI". */
  provider: string;
  baseUrl: string;
  key: string | null;
}

export interface WireRequest {
  target: WireTarget;
  model: Model;
  view: PagedView;
  /** Returns an attachment's bytes by content hash. */
  readAttachment(hash: string): Promise<Uint8Array>;
  /** Returns a snapshot page's PNG by content hash. */
  readPage(hash: string): Promise<Uint8Array>;
  /** What the view is estimated to cost, in tokens; without it a rough upper figure is used. */
  promptTokens?: number | undefined;
  /** Set where a summary is asked for in place of an answer: tokens that it may have. */
  summary?: { maxTokens: number } | undefined;
  signal: AbortSignal;
}

/**
 * What a stream yields, in order. `done` comes exactly once, last; a failure throws a `ProviderError`, an aborted
 * signal `cancelled`.
 */
export type WireEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'call'; id: string; name: string }
  | { type: 'arguments'; id: string; text: string }
  | { type: 'done'; response: WireResponse };

/** A whole model response. */
export interface WireResponse {
  /** Calls may be run only where `stop` is `calls`: one that the output limit cut is not whole. */
  said: SaidPart[];
  native: NativeBlocks;
  /** `calls`: tools are wanted. `length`: the output limit cut it. `filtered`: the provider withheld it. */
  stop: 'end' | 'calls' | 'length' | 'filtered';
  /** `input` leaves out what was read from the cache or written to it. */
  usage: Usage | null;
}

/** One small adapter per wire, on the vendor's official SDK, which is imported on first use. */
export interface Wire {
  readonly name: string;
  stream(request: WireRequest): AsyncIterable<WireEvent>;
  /** Asks the provider for its models: the live check of a key. Throws a `ProviderError`. */
  models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]>;
}

/** A model as a provider lists it: only `id` is certain. */
export interface ListedModel {
  id: string;
  name?: string | undefined;
  /** Tokens. */
  contextWindow?: number | undefined;
  /** Tokens. */
  maxOutput?: number | undefined;
  vision?: boolean | undefined;
  tools?: boolean | undefined;
  reasoning?: boolean | undefined;
  thinking?: Thinking | undefined;
}
