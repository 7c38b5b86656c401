import type { TFunction } from 'i18next';
import { toBridgeError } from '../../../bridge/call.ts';
import { describeError, type FailureWords, networkAdvice } from '../../../ui/failure.ts';

/** Failures of the live check that have advice of their own; every other gets the general one. */
const advised = [
  'key_missing',
  'key_unreadable',
  'provider_auth',
  'provider_billing',
  'provider_rate_limit',
  'provider_overloaded',
  'provider_network',
  'provider_stalled',
  'provider_garbage',
  'provider_unknown',
  'bad_request',
] as const;

type Advised = (typeof advised)[number];

/** What a failed live check means and what to do, in the user's words. The title is that of the error. */
export function describeCheck(
  t: TFunction<'settings'>,
  errors: TFunction<'errors'>,
  caught: unknown,
  provider: string,
): FailureWords {
  const error = toBridgeError(caught);
  const words = describeError(errors, { ...error, params: { provider, ...error.params } });
  const code = advised.find((candidate): candidate is Advised => candidate === error.code);
  const way = networkAdvice(errors, error);
  if (way !== null) return { ...words, text: way };
  return { ...words, text: t(code ? `check.${code}` : 'check.other', { provider }) };
}

/** Whether saving without a check makes sense: the provider was not reached, or did not say no. */
export function canWait(caught: unknown): boolean {
  const { code } = toBridgeError(caught);
  return code !== 'provider_auth' && code !== 'bad_request' && code !== 'key_missing';
}

/** Whether another key is the way on. */
export function wantsNewKey(caught: unknown): boolean {
  return toBridgeError(caught).code === 'provider_auth';
}
