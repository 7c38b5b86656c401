import type { z } from 'zod';
import { contract, type ErrorCode, type MethodName, type Result } from '#contract';
import { errorCodes } from '#contract/result.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Handlers } from './handlers.ts';

/** Calls that take longer than this are written to the log, in milliseconds. */
const slowCall = 250;

/** Answers one call of the bridge. Never rejects. */
export type Router = (method: unknown, input: unknown) => Promise<Result<unknown>>;

export interface RouterOptions {
  /** May still be opening: calls wait for it, and answer with its error when it fails. */
  handlers: Promise<Handlers> | Handlers;
  log: Log;
  now(): number;
}

/**
 * Makes the one entrance to main: an unknown method is refused, what comes in is validated, what goes wrong
 * becomes a code. The caller has checked who is asking.
 */
export function createRouter(options: RouterOptions): Router {
  const { log, now } = options;
  return async (method, input) => {
    const started = now();
    try {
      if (!isMethod(method)) throw new BoughError('unknown_method', `No such method: ${String(method)}`);
      const request = validate(method, input);
      const handler = (await options.handlers)[method] as (request: unknown) => unknown;
      return { ok: true, data: await handler(request) };
    } catch (thrown) {
      const error = toBridgeError(thrown);
      const level = error.code === 'internal' ? 'error' : 'info';
      log[level]('call failed', { method: String(method), code: error.code, detail: error.detail });
      return { ok: false, error };
    } finally {
      const milliseconds = now() - started;
      if (milliseconds > slowCall) log.warn('slow call', { method: String(method), milliseconds });
    }
  };
}

function isMethod(method: unknown): method is MethodName {
  return typeof method === 'string' && Object.hasOwn(contract, method);
}

function validate(method: MethodName, input: unknown): unknown {
  const schema: z.ZodType = contract[method].input;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const code = issues.map((issue) => issue.message).find(isErrorCode) ?? 'bad_request';
  // Paths and rules only: the refused values may be what people wrote.
  const detail = issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join('\n');
  throw new BoughError(code, `Refused input of ${method}`, { detail });
}

function isErrorCode(message: string): message is ErrorCode {
  return (errorCodes as readonly string[]).includes(message);
}
