import type { IncomingHttpHeaders } from 'node:http';
import { PromptCache } from './cache.ts';
import { DEFAULT_PACE, type Pace } from './chunking.ts';
import type { LabState } from './exchange.ts';
import { createGate, type Gate } from './gate.ts';
import { type LocalKind, type LocalOptions, type LocalRuntime, startLocalRuntime } from './local/runtime.ts';
import { ANTHROPIC_MODELS, COMPATIBLE_MODELS, GOOGLE_MODELS, OPENAI_MODELS } from './models.ts';
import { type Price, priceOf } from './price.ts';
import { type Expectation, type LabRequest, Recorder } from './record.ts';
import { type Script, ScriptQueue, type Target } from './script.ts';
import { type LabServer, type Mount, startServer } from './server.ts';
import type { WireName } from './types.ts';
import { createAnthropicWire } from './wires/anthropic.ts';

import { createGoogleWire } from './wires/google.ts';
import { createOpenAiWire } from './wires/openai.ts';
import { createResponsesWire } from './wires/responses.ts';

export interface LabOptions {
  /** Port on 127.0.0.1; any free one if not given. */
  readonly port?: number;
  /** How answers are spread over the wire unless a script says otherwise. */
  readonly pace?: Partial<Pace>;
  /** JSON lines of verdicts are appended here. `BOUGH_LAB_LOG` if not given; null for none. */
  readonly logFile?: string | null;
  /** Milliseconds since the epoch, for the records and the life of cache entries. */
  readonly now?: () => number;
}

/** Where an SDK finds a wire of the lab. */
export interface Endpoint {
  readonly baseURL: string;
  /** Any key but those that begin with `bad-` is accepted. */
  readonly apiKey: string;
}

/** A request whose price a test asks for. */
export interface PriceRequest {
  readonly wire: WireName;
  readonly body: unknown;
  /** For Google, whose requests have the model in their path. */
  readonly model?: string;
  /** The key whose prompt cache counts; the lab's own if not given. */
  readonly key?: string;
  readonly headers?: IncomingHttpHeaders;
}

/** A running provider lab. */
export interface Lab {
  readonly url: string;
  /** OpenAI: Chat Completions and Responses. */
  readonly openai: Endpoint;
  /** An OpenAI-compatible gateway: reasoning in the open, comments as keep-alive, system message first. */
  readonly compatible: Endpoint;
  readonly anthropic: Endpoint;
  /** Google Generative AI; the SDK takes the address as `httpOptions.baseUrl`. */
  readonly google: Endpoint;
  /** Every judged request in time order. */
  readonly requests: readonly LabRequest[];
  /** Queues one answer, or several in order, for the next requests that fit the target. */
  script(scripts: Script | readonly Script[], target?: Target): void;
  /** The gate of this name; made at first use. */
  gate(name: string): Gate;
  /** Announces a refusal that the test is about to provoke, so that it counts as told. */
  expectRefusal(expectation: Expectation): void;
  /** The newest request, of a wire if given. Throws when there is none. */
  lastRequest(wire?: WireName): LabRequest;
  /** The first request, past or future, for which the predicate holds. Rejects after 5 s or `timeoutMs`. */
  waitForRequest(predicate: (request: LabRequest) => boolean, timeoutMs?: number): Promise<LabRequest>;
  /**
   * What a request would cost if it were sent now. Nothing is sent, recorded or cached; one that is too large for the
   * window has a price too. Throws when the vendor would refuse it for anything else.
   */
  price(request: PriceRequest): Price;
  /** Throws when a request was refused other than as told, or when an announced refusal did not happen. */
  verify(): void;
  /** Starts a fake of a runtime on this computer; its requests are recorded here. */
  startLocal(kind: LocalKind, options?: LocalOptions): Promise<LocalRuntime>;
  close(): Promise<void>;
}

const API_KEY = 'lab-key';

/** Starts a lab on 127.0.0.1. Rejects when the port is taken. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const state = createState(options);
  const mounts = createMounts();
  const server = await startServer(mounts, state, options.port ?? 0);
  const endpoint = (prefix: string): Endpoint => ({ baseURL: `${server.url}${prefix}`, apiKey: API_KEY });
  const runtimes: LabServer[] = [];
  const { recorder } = state;
  return {
    url: server.url,
    openai: endpoint('/openai/v1'),
    compatible: endpoint('/compatible/v1'),
    anthropic: endpoint('/anthropic'),
    google: endpoint('/google'),
    requests: recorder.requests,
    script: (scripts, target = {}) => {
      for (const script of [scripts].flat()) state.scripts.add(script, target);
    },
    gate: (name) => state.gate(name),
    expectRefusal: (expectation) => recorder.expect(expectation),
    lastRequest: (wire) => newest(recorder.requests, wire),
    waitForRequest: (predicate, timeoutMs = 5000) => recorder.wait(predicate, timeoutMs),
    price: (request) => quote(mounts, state, request),
    verify: () => recorder.verify(),
    startLocal: async (kind, local = {}) => {
      const runtime = await startLocalRuntime(kind, local, state);
      runtimes.push(runtime);
      return runtime;
    },
    close: async () => {
      await Promise.all([server, ...runtimes].map((running) => running.close()));
    },
  };
}

const createMounts = (): Mount[] => [
  { prefix: '/openai/v1', wire: createOpenAiWire({ name: 'openai', models: OPENAI_MODELS }) },
  { prefix: '/openai/v1', wire: createResponsesWire(OPENAI_MODELS) },
  { prefix: '/compatible/v1', wire: createOpenAiWire({ name: 'compatible', models: COMPATIBLE_MODELS }) },
  { prefix: '/anthropic', wire: createAnthropicWire(ANTHROPIC_MODELS) },
  { prefix: '/google', wire: createGoogleWire(GOOGLE_MODELS) },
];

function quote(mounts: readonly Mount[], state: LabState, request: PriceRequest): Price {
  const { wire: name, body, model = '', key = API_KEY, headers = {} } = request;
  const wire = mounts.find((mount) => mount.wire.name === name)?.wire;
  if (wire === undefined) throw new Error(`The lab has no prices on ${name}.`);
  const raw = Buffer.from(JSON.stringify(body));
  const query = new URLSearchParams();
  const prompt = wire.measure({ method: 'POST', path: wire.chatPath(model), query, headers, raw, body, key });
  return priceOf(prompt, state.cache.quote(prompt, key));
}

function createState(options: LabOptions): LabState {
  const gates = new Map<string, Gate>();
  const met = new Map<string, number>();
  const now = options.now ?? Date.now;
  const { logFile = process.env['BOUGH_LAB_LOG'] || null } = options;
  return {
    recorder: new Recorder(logFile),
    scripts: new ScriptQueue(),
    cache: new PromptCache(now),
    pace: { ...DEFAULT_PACE, ...options.pace },
    now,
    gate: (name) => {
      const gate = gates.get(name) ?? createGate(name);
      gates.set(name, gate);
      return gate;
    },
    met: (place) => {
      const times = (met.get(place) ?? 0) + 1;
      met.set(place, times);
      return times;
    },
  };
}

function newest(requests: readonly LabRequest[], wire: WireName | undefined): LabRequest {
  const found = requests.findLast((request) => wire === undefined || request.wire === wire);
  if (!found) throw new Error(`The lab has seen no request${wire ? ` on ${wire}` : ''} yet.`);
  return found;
}
