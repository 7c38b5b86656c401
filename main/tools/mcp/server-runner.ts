import { ServerError, serverError } from './problems.ts';
import type { ListedTool, StoredServer } from './server-store.ts';
import type { CallResult, ServerSession, SessionOptions } from './session.ts';

export interface RunnerOptions {
  open(options: SessionOptions): Promise<ServerSession>;
  /** Null where they cannot be read. */
  secrets(server: StoredServer): Record<string, string> | null;
  appVersion: string;
  fetch: typeof fetch;
  now(): number;
}

/** A server that ended this many times within this many milliseconds rests as long. */
const mostEnds = 3;
const restMs = 60_000;

/**
 * One server: started when it is first needed, and again after it ended. It may crash, hang or lie: each call fails by
 * itself, in a sentence.
 */
export class ServerRunner {
  readonly server: StoredServer;
  readonly #options: RunnerOptions;
  #session: Promise<ServerSession> | null = null;
  #ends: number[] = [];
  #closing = false;

  constructor(server: StoredServer, options: RunnerOptions) {
    this.server = server;
    this.#options = options;
  }

  /** Throws a {@link ServerError}. */
  tools(): Promise<ListedTool[]> {
    return this.#use((session) => session.tools());
  }

  /** Throws a {@link ServerError}, and the signal's reason. */
  async call(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallResult> {
    try {
      return await this.#use((session) => session.call(name, args, signal));
    } catch (error) {
      // It may be busy with what nobody waits for any more, or hang for good.
      if (signal.aborted) void this.#endIfDead();
      signal.throwIfAborted();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    const session = this.#session;
    this.#session = null;
    await session?.then((open) => open.close()).catch(() => {});
  }

  async #use<T>(work: (session: ServerSession) => Promise<T>): Promise<T> {
    let session: ServerSession | null = null;
    try {
      session = await this.#open();
      return await work(session);
    } catch (error) {
      const problem = serverError(this.server.name, error, session?.told() ?? '');
      if (session === null || problem.problem.code === 'timeout') void this.#endIfDead();
      throw problem;
    }
  }

  #open(): Promise<ServerSession> {
    if (this.#session) return this.#session;
    const { now, open, secrets, appVersion, fetch } = this.#options;
    const { name, transport } = this.server;
    this.#ends = this.#ends.filter((at) => now() - at < restMs);
    if (this.#ends.length >= mostEnds) throw new ServerError(name, { code: 'resting', detail: '' });
    const values = secrets(this.server);
    if (values === null) throw new ServerError(name, { code: 'secrets', detail: '' });
    const onClosed = () => this.#ended(opening);
    const opening = open({ transport, secrets: values, appVersion, fetch, onClosed });
    this.#session = opening;
    opening.catch(() => this.#ended(opening));
    return opening;
  }

  #ended(session: Promise<ServerSession>): void {
    if (this.#session !== session) return;
    this.#session = null;
    if (!this.#closing) this.#ends.push(this.#options.now());
  }

  async #endIfDead(): Promise<void> {
    const current = this.#session;
    const session = await current?.catch(() => null);
    if (!current || !session || (await session.answers())) return;
    this.#ended(current);
    await session.close().catch(() => {});
  }
}
