import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

type Answer = Record<string, unknown>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(problem: Error): void;
}

/** Talks to a Chromium that was started with `--remote-debugging-pipe`: JSON, with a zero byte after each message. */
export class DevTools {
  readonly #to: Writable;
  readonly #calls = new Map<number, Waiting>();
  readonly #events = new Map<string, Waiting>();
  #id = 0;
  #ended: Error | null = null;

  constructor(browser: ChildProcess) {
    this.#to = browser.stdio[3] as Writable;
    const from = browser.stdio[4] as Readable;
    let pieces: Buffer[] = [];
    from.on('data', (bytes: Buffer) => {
      let start = 0;
      for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
        pieces.push(bytes.subarray(start, end));
        this.#hear(JSON.parse(Buffer.concat(pieces).toString('utf8')) as Message);
        pieces = [];
        start = end + 1;
      }
      if (start < bytes.length) pieces.push(bytes.subarray(start));
    });
    // Writing to a browser that is gone; its end is told below.
    this.#to.on('error', () => {});
    browser.once('error', (problem) => this.#end(problem));
    browser.once('exit', () => this.#end(new Error('The browser has ended')));
  }

  /** Throws what the browser says, and where it ends meanwhile. */
  call(method: string, params: Record<string, unknown>, sessionId?: string): Promise<Answer> {
    this.#id += 1;
    const id = this.#id;
    return this.#wait(this.#calls, id, () =>
      this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`),
    );
  }

  /** The next event of that name. */
  event(sessionId: string, method: string): Promise<Answer> {
    return this.#wait(this.#events, `${sessionId} ${method}`, () => {});
  }

  #wait<Key>(where: Map<Key, Waiting>, key: Key, begin: () => void): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => where.set(key, { resolve, reject }));
    // Whoever waits hears of its failing; nobody has to.
    answered.catch(() => {});
    if (this.#ended) where.get(key)?.reject(this.#ended);
    else begin();
    return answered;
  }

  #hear({ id, method, sessionId, params, result, error }: Message): void {
    if (id !== undefined) {
      const waiting = this.#calls.get(id);
      this.#calls.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result ?? {});
    } else {
      const name = `${sessionId} ${method}`;
      this.#events.get(name)?.resolve(params ?? {});
      this.#events.delete(name);
    }
  }

  #end(problem: Error): void {
    this.#ended = problem;
    for (const { reject } of [...this.#calls.values(), ...this.#events.values()]) reject(problem);
  }
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Answer;
  result?: Answer;
  error?: { message: string };
}
