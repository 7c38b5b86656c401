import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Outcome } from './chunking.ts';
import { deferred } from './gate.ts';
import type { Price } from './price.ts';
import type { RefusalKind, Usage, WireName } from './types.ts';

/** `refused-as-told`: the test asked for the refusal; `refused-invalid`: the client did something wrong. */
export type Verdict = 'accepted' | 'refused-as-told' | 'refused-invalid';

/** One request as the lab saw it. */
export interface LabRequest {
  /** Place in the lab's time order, from 1. */
  readonly n: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly wire: WireName;
  readonly method: string;
  readonly path: string;
  /** As sent, with every key replaced by a hash. */
  readonly headers: IncomingHttpHeaders;
  /** Hash of the key, or null without one. */
  readonly key: string | null;
  /** The body's exact bytes. */
  readonly raw: Buffer;
  /** The parsed body, or null where there is none or it is not JSON. */
  readonly body: unknown;
  readonly model: string | null;
  verdict: Verdict;
  kind: RefusalKind | null;
  reason: string | null;
  /** The failure that the lab was told to have. */
  fault: string | null;
  /** Tokens of the prompt as the lab counted them, for chat requests. */
  inputTokens: number | null;
  usage: Usage | null;
  /** What the prompt cost, for chat requests that were answered. */
  price: Price | null;
  status: number | null;
  outcome: Outcome | null;
  /** Resolves when the answer has ended, however it ended. */
  readonly finished: Promise<Outcome>;
  /** For the lab: reports the end. */
  readonly finish: (outcome: Outcome) => void;
}

/** A refusal that a test is about to provoke. */
export interface Expectation {
  readonly kind?: RefusalKind;
  readonly reason?: RegExp;
  /** How many such refusals; 1 if not given. */
  readonly times?: number;
}

/** One line of the log file. */
export interface LogLine {
  readonly at: number;
  readonly pid: number;
  readonly wire: WireName;
  readonly method: string;
  readonly path: string;
  readonly model: string | null;
  readonly verdict: Verdict;
  readonly kind: RefusalKind | null;
  readonly reason: string | null;
}

interface Waiter {
  readonly predicate: (request: LabRequest) => boolean;
  readonly resolve: (request: LabRequest) => void;
}

/** The lab's memory of every request, shared by all servers of one lab. */
export class Recorder {
  readonly requests: LabRequest[] = [];
  readonly #logFile: string | null;
  readonly #expected: { expectation: Expectation; left: number }[] = [];
  readonly #waiters = new Set<Waiter>();
  #opened = 0;

  /** @param logFile JSON lines are appended here, or null for none */
  constructor(logFile: string | null) {
    this.#logFile = logFile;
  }

  /** Starts a record. It becomes visible with {@link publish}, once its verdict is known. */
  open(seen: Pick<LabRequest, 'at' | 'wire' | 'method' | 'path' | 'headers' | 'raw' | 'body'>): LabRequest {
    const { promise, resolve } = deferred<Outcome>();
    this.#opened += 1;
    const request: LabRequest = {
      ...seen,
      n: this.#opened,
      headers: redact(seen.headers),
      key: keyHash(seen.headers),
      model: modelOf(seen.body) ?? modelInPath(seen.path),
      verdict: 'accepted',
      kind: null,
      reason: null,
      fault: null,
      inputTokens: null,
      usage: null,
      price: null,
      status: null,
      outcome: null,
      finished: promise,
      finish: (outcome) => {
        request.outcome ??= outcome;
        resolve(outcome);
      },
    };
    return request;
  }

  /** Marks a refusal, as told where a test expected it. */
  refuse(request: LabRequest, kind: RefusalKind, reason: string, told: boolean): void {
    request.kind = kind;
    request.reason = reason;
    request.verdict = told || this.#wasExpected(kind, reason) ? 'refused-as-told' : 'refused-invalid';
  }

  /** Makes a record visible, in the log too, and wakes those who wait for it. */
  publish(request: LabRequest): void {
    this.requests.push(request);
    if (this.#logFile !== null) appendFileSync(this.#logFile, `${JSON.stringify(logLine(request))}\n`);
    for (const waiter of [...this.#waiters]) {
      if (!waiter.predicate(request)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(request);
    }
  }

  expect(expectation: Expectation): void {
    this.#expected.push({ expectation, left: expectation.times ?? 1 });
  }

  /** The first request, past or future, for which the predicate holds. Rejects after `timeoutMs`. */
  wait(predicate: (request: LabRequest) => boolean, timeoutMs: number): Promise<LabRequest> {
    const past = this.requests.find(predicate);
    if (past) return Promise.resolve(past);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        predicate,
        resolve: (request) => {
          clearTimeout(timer);
          resolve(request);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const seen = this.requests.map((request) => `  ${summary(request)}`).join('\n') || '  none';
        reject(new Error(`The lab saw no such request within ${timeoutMs} ms. It saw:\n${seen}`));
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  /** Throws unless every refusal was asked for and every expected one happened. */
  verify(): void {
    const wrong = this.requests.filter((request) => request.verdict === 'refused-invalid');
    const missing = this.#expected.filter(({ left }) => left > 0);
    const lines = [
      ...wrong.map((request) => `  refused: ${summary(request)}`),
      ...missing.map(
        ({ expectation, left }) => `  never happened: ${left} x ${expectationText(expectation)}`,
      ),
    ];
    if (lines.length > 0) throw new Error(`The lab is not satisfied:\n${lines.join('\n')}`);
  }

  #wasExpected(kind: RefusalKind, reason: string): boolean {
    const match = this.#expected.find(
      ({ expectation, left }) =>
        left > 0 &&
        (expectation.kind === undefined || expectation.kind === kind) &&
        (expectation.reason === undefined || expectation.reason.test(reason)),
    );
    if (match) match.left -= 1;
    return match !== undefined;
  }
}

const expectationText = ({ kind, reason }: Expectation) => `${kind ?? 'any refusal'} ${reason ?? ''}`.trim();

/** One line about a request, for messages. */
function summary(request: LabRequest): string {
  const model = request.model === null ? '' : ` ${request.model}`;
  const reason = request.reason === null ? '' : `: ${request.kind}: ${request.reason}`;
  return `#${request.n} ${request.wire} ${request.method} ${request.path}${model} ${request.verdict}${reason}`;
}

function logLine(request: LabRequest): LogLine {
  const { at, wire, method, path, model, verdict, kind, reason } = request;
  return { at, pid: process.pid, wire, method, path, model, verdict, kind, reason };
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'];

const hashOf = (secret: string) => `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 16)}`;

/** The hash by which records name a key. */
export const hashKey = (key: string) => hashOf(key);

function keyHash(headers: IncomingHttpHeaders): string | null {
  const secret = KEY_HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string');
  return typeof secret === 'string' ? hashOf(secret.replace(/^Bearer\s+/i, '')) : null;
}

function redact(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      KEY_HEADERS.includes(name) && typeof value === 'string'
        ? [name, hashOf(value.replace(/^Bearer\s+/i, ''))]
        : [name, value],
    ),
  );
}

// Google has the model in the path.
function modelInPath(path: string): string | null {
  return /\/models\/([^/:]+):/.exec(path)?.[1] ?? null;
}

function modelOf(body: unknown): string | null {
  const model = typeof body === 'object' && body !== null && 'model' in body ? body.model : null;
  return typeof model === 'string' ? model : null;
}
