/**
 * Every code an error can carry across the bridge. The renderer holds one sentence per code and language
 * (`errors` namespace), so that people read their own language and logs stay stable.
 */
export const errorCodes = [
  'bad_request',
  'unknown_method',
  'not_found',
  'busy',
  'cancelled',
  'internal',
  'name_taken',
  'agent_file_unreadable',
  'workspace_locked',
  'workspace_newer',
  'workspace_unreadable',
  'disk_full',
  'not_writable',
  'place_not_writable',
  'import_unreadable',
  'import_unsafe',
  'import_nothing',
  'import_newer',
  'import_busy',
  'import_too_many',
  'backup_unreadable',
  'backup_newer',
  'attachment_missing',
  'attachment_too_large',
  'attachment_unsupported',
  'no_reader',
  'key_missing',
  'key_unreadable',
  'nothing_to_retry',
  'history_not_loaded',
  'no_checkpoint',
  'no_checkpoints',
  'context_failed',
  'room_failed',
  'summary_unusable',
  'output_limit',
  'too_many_steps',
  'provider_auth',
  'provider_billing',
  'provider_rate_limit',
  'provider_overloaded',
  'provider_tokens',
  'provider_bytes',
  'provider_model',
  'provider_refused',
  'provider_filtered',
  'provider_network',
  'provider_stalled',
  'provider_cut',
  'provider_garbage',
  'provider_unknown',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What the renderer learns of a failure. `message` is English for logs; people read the sentence of `code`. */
export interface BridgeError {
  code: ErrorCode;
  message: string;
  /** Values for the sentence, for example `{ provider: 'OpenAI', seconds: 12 }`. Never holds a key. */
  params?: Record<string, string | number>;
  /** The technical detail that is one click away and can be copied. Never holds a key. */
  detail?: string;
}

/** Handlers answer with this, never by rejecting. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: BridgeError };
