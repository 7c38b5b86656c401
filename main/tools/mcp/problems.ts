import type { ServerProblem, ServerProblemCode } from '#contract';
import { readNetworkError } from '../../providers/network.ts';

/** A server cannot be used, or did something wrong. `message` is a sentence for the model. */
export class ServerError extends Error {
  readonly problem: ServerProblem;

  constructor(server: string, problem: ServerProblem) {
    super(sentences[problem.code](server));
    this.problem = problem;
  }
}

const sentences: Record<ServerProblemCode, (server: string) => string> = {
  'not-found': (server) => `The program of the server “${server}” is not on this computer.`,
  refused: (server) => `The server “${server}” refused the connection: its key is missing or wrong.`,
  unreachable: (server) => `The server “${server}” cannot be reached.`,
  timeout: (server) => `The server “${server}” took too long to answer.`,
  ended: (server) => `The server “${server}” ended unexpectedly. It is started again when it is next needed.`,
  protocol: (server) => `The server “${server}” answered with something that is no answer.`,
  resting: (server) =>
    `The server “${server}” ended several times in a row. It is not started again for a minute.`,
  secrets: (server) => `The secrets of the server “${server}” cannot be read on this computer.`,
};

/**
 * Says what went wrong with a server.
 *
 * @param told what the server wrote on its error output, without secrets
 */
export function serverError(server: string, thrown: unknown, told: string): ServerError {
  if (thrown instanceof ServerError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const detail = [readNetworkError(thrown, null).detail || message, told]
    .filter((part) => part !== '')
    .join('\n');
  return new ServerError(server, { code: codeOf(thrown, message), detail });
}

function codeOf(thrown: unknown, message: string): ServerProblemCode {
  const codes = codesOf(thrown);
  const has = (...wanted: (string | number)[]): boolean => codes.some((code) => wanted.includes(code));
  if (has('ENOENT', 'EACCES')) return 'not-found';
  if (has('CLIENT_HTTP_AUTHENTICATION', 'CLIENT_HTTP_FORBIDDEN', 401, 403)) return 'refused';
  if (/\b(401|403)\b|unauthorized|forbidden/i.test(message)) return 'refused';
  if (has('REQUEST_TIMEOUT', 'ETIMEDOUT') || /timed? ?out/i.test(message)) return 'timeout';
  if (has('ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN') || /fetch failed/i.test(message)) {
    return 'unreachable';
  }
  if (has('CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED', 'EPIPE', 'ECONNRESET')) return 'ended';
  return 'protocol';
}

/** Codes of an error and of what caused it. */
function codesOf(thrown: unknown, depth = 0): (string | number)[] {
  if (!(thrown instanceof Error) || depth > 4) return [];
  const { code, status, cause } = thrown as Error & { code?: unknown; status?: unknown };
  const own = [code, status].filter((one) => typeof one === 'string' || typeof one === 'number');
  return [...own, ...codesOf(cause, depth + 1)];
}
