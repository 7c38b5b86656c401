import type { BridgeError, ErrorCode } from '#contract';

/** A failure with a code that people get a sentence for. Everything else is `internal`. */
export class BoughError extends Error {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number> | undefined;
  /** Technical text behind one click. Must never hold a key. */
  readonly detail: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { params?: Record<string, string | number>; detail?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'BoughError';
    this.code = code;
    this.params = more.params;
    this.detail = more.detail;
  }
}

/** What crosses the bridge of any thrown value. */
export function toBridgeError(thrown: unknown): BridgeError {
  if (thrown instanceof BoughError) {
    return {
      code: thrown.code,
      message: thrown.message,
      ...(thrown.params && { params: thrown.params }),
      ...(thrown.detail !== undefined && { detail: thrown.detail }),
    };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { code: 'internal', message: error.message, ...(error.stack && { detail: error.stack }) };
}
