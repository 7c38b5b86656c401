import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerChat, type LabState, sendAnswer } from './exchange.ts';
import { labError } from './faults.ts';
import { type Call, NO_FACTS, Refused, type Wire } from './types.ts';

/** A wire below a path of the server. */
export interface Mount {
  readonly prefix: string;
  readonly wire: Wire;
}

/** A listening HTTP server of the lab. */
export interface LabServer {
  readonly port: number;
  /** Without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1. Port 0 takes any free one. Rejects when the port is taken. */
export async function startServer(mounts: readonly Mount[], state: LabState, port = 0): Promise<LabServer> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void serve(mounts, state, request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    port: listening,
    url: `http://127.0.0.1:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serve(
  mounts: readonly Mount[],
  state: LabState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://lab');
  const method = request.method ?? 'GET';
  const mount = mountOf(mounts, method, url.pathname);
  const raw = await readBody(request);
  if (raw === null) return;
  const body = parse(raw);
  const { wire, prefix } = mount;
  const seen = {
    at: state.now(),
    wire: wire.name,
    method,
    path: url.pathname,
    headers: request.headers,
    raw,
    body,
  };
  const record = state.recorder.open(seen);
  try {
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
    const route = routeOf(wire, method, path);
    if (!route) throw new Refused('path', `no such endpoint: ${method} ${path}`, wire.notFound(method, path));
    const key = wire.authenticate(request.headers);
    if (raw.length > wire.maxBytes) throw tooManyBytes(wire, raw.length);
    if (method === 'POST' && body === undefined) {
      const reason = 'the body is not JSON';
      throw new Refused('invalid', reason, wire.malformed(reason));
    }
    const call: Call = { method, path, query: url.searchParams, headers: request.headers, raw, body, key };
    if (route.answer === 'chat') await answerChat(state, wire, call, record, response);
    else await sendAnswer({ state, wire, record, response }, route.answer(call));
  } catch (error) {
    await refuse({ state, wire, record, response }, error);
  }
}

/** Several protocols may live below one path: the first that knows the route, else the first that is there. */
function mountOf(mounts: readonly Mount[], method: string, path: string): Mount {
  const below = mounts.filter(({ prefix }) => path.startsWith(`${prefix}/`));
  const knowing = below.find(({ prefix, wire }) => routeOf(wire, method, path.slice(prefix.length)));
  const mount = knowing ?? below[0] ?? mounts[0];
  if (mount === undefined) throw new Error('A lab server needs a mount');
  return mount;
}

const routeOf = (wire: Wire, method: string, path: string) =>
  wire.routes.find((known) => known.method === method && matches(known.path, path));

const matches = (pattern: string | RegExp, path: string) =>
  typeof pattern === 'string' ? pattern === path : pattern.test(path);

function tooManyBytes(wire: Wire, bytes: number): Refused {
  const reason = `${bytes} bytes are more than the ${wire.maxBytes} that a request may have`;
  return new Refused('bytes', reason, wire.failure('overflow-bytes', NO_FACTS));
}

async function refuse(exchange: Parameters<typeof sendAnswer>[0], error: unknown): Promise<void> {
  const { state, record, response } = exchange;
  if (error instanceof Refused) {
    state.recorder.refuse(record, error.kind, error.message, error.told);
    return sendAnswer(exchange, error.answer);
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  state.recorder.refuse(record, 'invalid', `the lab failed: ${message}`, false);
  if (!response.headersSent) return sendAnswer(exchange, labError(message));
  response.destroy();
  state.recorder.publish(record);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch {
    // The client went away while it was sending: there is no request to judge.
    return null;
  }
}

/** The parsed body; null for an empty one, undefined for one that is not JSON. */
function parse(raw: Buffer): unknown {
  if (raw.length === 0) return null;
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
