import type { BridgeError, ErrorCode, MethodInput, MethodName, MethodOutput } from '#contract';
import { boughApi } from './api.ts';

/** A call that main answered with an error. `FailureState` turns it into a sentence for people. */
export class BridgeFailure extends Error {
  readonly error: BridgeError;

  constructor(error: BridgeError) {
    super(error.message);
    this.name = 'BridgeFailure';
    this.error = error;
  }
}

/**
 * Calls main and returns its data.
 * @throws BridgeFailure with the error that main answered; `internal` when the bridge itself broke.
 */
export async function call<Name extends MethodName>(
  method: Name,
  input: MethodInput<Name>,
): Promise<MethodOutput<Name>> {
  const result = await boughApi()
    .call(method, input)
    .catch((cause: unknown) => ({ ok: false as const, error: broken(cause) }));
  if (result.ok) return result.data;
  throw new BridgeFailure(result.error);
}

/** Whether something caught is main's answer with one of these codes. */
export function failedWith(caught: unknown, ...codes: ErrorCode[]): boolean {
  return caught instanceof BridgeFailure && codes.includes(caught.error.code);
}

/** What was caught, as the error that people can be told about. */
export function toBridgeError(caught: unknown): BridgeError {
  return caught instanceof BridgeFailure ? caught.error : broken(caught);
}

function broken(cause: unknown): BridgeError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const detail = cause instanceof Error ? cause.stack : undefined;
  return { code: 'internal', message, ...(detail ? { detail } : {}) };
}
