import type { IncomingHttpHeaders } from 'node:http';
import type { Gate } from './gate.ts';
import type { LabModel } from './models.ts';

/** What the lab calls the protocol of a request: a vendor's wire, or the local runtime that was asked. */
export type WireName =
  | 'openai'
  | 'responses'
  | 'compatible'
  | 'anthropic'
  | 'google'
  | 'ollama'
  | 'ollama-chat'
  | 'lm-studio'
  | 'llama.cpp';

/** Why a request was refused. Anything but `invalid` can be a situation that a test provokes on purpose. */
export type RefusalKind = 'auth' | 'model' | 'overflow' | 'bytes' | 'path' | 'invalid';

/** One whole HTTP answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Thrown by a wire that refuses a request; `message` is the reason as the vendor words it. */
export class Refused extends Error {
  readonly kind: RefusalKind;
  readonly answer: HttpAnswer;
  /** True when the caller asked for the refusal, for instance by using a key that is known to be bad. */
  readonly told: boolean;

  constructor(kind: RefusalKind, message: string, answer: HttpAnswer, told = false) {
    super(message);
    this.name = 'Refused';
    this.kind = kind;
    this.answer = answer;
    this.told = told;
  }
}

/** One HTTP call as it came in. `path` is below the wire's mount, without the query. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: unknown;
  readonly key: string;
}

/** How long a vendor keeps what a breakpoint wrote. */
export type Lifetime = '5m' | '30m' | '1h' | '12h';

/** Pictures of a stretch of the prompt, with what they cost in tokens. */
export interface Pictures {
  readonly count: number;
  readonly tokens: number;
}

/** A stretch of the prompt in prompt order: the unit of the simulated prompt cache. */
export interface Segment {
  /** Canonical content; two segments with the same key are the same bytes to the cache. */
  readonly key: string;
  /** Pictures included. */
  readonly tokens: number;
  readonly images?: Pictures;
  /** A cache marker after this segment. */
  readonly breakpoint?: Lifetime;
}

/**
 * How a vendor caches prompts: at breakpoints, looking back 20 blocks (Anthropic) or at every earlier one (OpenAI from
 * 5.6); the longest common prefix in steps of 128 tokens (OpenAI before), or to the token (Google).
 */
export type Caching = 'look-back' | 'marks' | 'steps' | 'prefix';

/** A request's prompt as its vendor counts it. */
export interface Prompt {
  readonly model: LabModel;
  readonly segments: readonly Segment[];
  /** Tokens that count as read; below the sum of the segments where a runtime cuts silently. */
  readonly inputTokens: number;
  readonly caching: Caching;
  /** What keeps cache entries apart beside key and model. */
  readonly cacheScope?: string;
  /** Whether the vendor may compress the pictures of this request. */
  readonly compressed?: boolean;
}

/** Why an answer ended; each wire has its own word for it. */
export type StopReason = 'end' | 'length' | 'calls' | 'filter' | 'refusal' | 'stop-sequence' | 'window';

/** A piece of an answer, complete with ids and signatures, ready to be put on a wire. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string; readonly signature?: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature?: string }
  | { readonly type: 'redacted'; readonly data: string }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
      readonly signature?: string;
    }
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'hold'; readonly gate: Gate };

/** What a redacted part counts: it stands for a short stretch of reasoning. */
export const REDACTED_TOKENS = 64;

/** Tokens of one exchange. `input` is everything that was read, cached or not. */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWriteShort: number;
  readonly cacheWriteLong: number;
  readonly output: number;
  readonly reasoning: number;
}

/** A whole answer before it is put on a wire. */
export interface Reply {
  readonly id: string;
  readonly parts: readonly ReplyPart[];
  readonly stop: StopReason;
  readonly usage: Usage;
}

/** One server-sent event, or a point where the stream waits for the test. */
export type StreamItem = { readonly frame: string } | { readonly gate: Gate };

/** What the newest turn of a conversation looks like, for directives and for the default answer. */
export interface TurnView {
  /** The newest user message's text. */
  readonly text: string;
  /** How many model responses the turn holds already: 0 for the first request of a turn. */
  readonly step: number;
  readonly messages: number;
  readonly images: number;
  readonly tools: readonly string[];
  /** Text of the newest tool result, when the request continues a tool loop. */
  readonly toolResult: string | null;
}

/** A request that passed every check, with the functions that put an answer on its wire. */
export interface AcceptedChat extends Prompt {
  readonly stream: boolean;
  /** Tokens that the answer may have, reasoning included. */
  readonly maxOutput: number;
  /** Why an answer ends that meets that limit: its own, or the window's. */
  readonly cutStop: 'length' | 'window';
  /** Whether the model may reason in this request. */
  readonly reasons: boolean;
  readonly turn: TurnView;
  /** What the vendor's ids of tool calls begin with. */
  readonly callPrefix: string;
  /** Makes the parts what the wire returns: signed where it signs, without what it keeps to itself. */
  seal(parts: readonly ReplyPart[], replyId: string): readonly ReplyPart[];
  json(reply: Reply): unknown;
  frames(reply: Reply, split: (text: string) => readonly string[]): StreamItem[];
}

/** Failures that every vendor has, in its own words. */
export type CommonFailure =
  | 'auth'
  | 'forbidden'
  | 'model-missing'
  | 'rate-limit'
  | 'overloaded'
  | 'quota'
  | 'server-error'
  | 'overflow'
  | 'overflow-bytes'
  | 'content-filter';

/** What a failure may quote. */
export interface FailureFacts {
  readonly model: string;
  /** The window, in tokens. */
  readonly limit: number;
  /** What the request is said to have, in tokens. */
  readonly actual: number;
  readonly retryAfterSeconds: number;
  /** Whether the client waits for a stream: some vendors then report the failure inside one. */
  readonly stream: boolean;
}

/** Facts of a failure that has nothing to do with sizes. */
export const NO_FACTS: FailureFacts = { model: '', limit: 0, actual: 0, retryAfterSeconds: 0, stream: false };

/** A route below a wire's mount. `chat` goes through the whole pipeline, a function answers at once. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string | RegExp;
  readonly answer: 'chat' | ((call: Call) => HttpAnswer);
}

/** A provider's protocol: one implementation a vendor. */
export interface Wire {
  readonly name: WireName;
  /** Request bytes above which the vendor answers 413. */
  readonly maxBytes: number;
  readonly routes: readonly Route[];
  /** Content type of a stream; server-sent events if not given. */
  readonly streamType?: string;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the key. Throws {@link Refused}. */
  authenticate(headers: IncomingHttpHeaders): string;
  /** Parses and checks a chat request. Throws {@link Refused} in the vendor's wording. */
  accept(call: Call): AcceptedChat;
  /** Checks a chat request but for its size, and counts it. Throws {@link Refused}. */
  measure(call: Call): Prompt;
  /** The vendor's answer for a common failure. */
  failure(name: CommonFailure, facts: FailureFacts): HttpAnswer;
  /** The vendor's 400 for a body that cannot be read. */
  malformed(message: string): HttpAnswer;
  notFound(method: string, path: string): HttpAnswer;
  /** Where the protocol has the model: a chat request of this path. */
  chatPath(model: string): string;
  /** The frame by which the vendor reports an error inside a stream. */
  readonly errorFrame: string;
}
