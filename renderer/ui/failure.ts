import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { BridgeError } from '#contract';
import { toBridgeError } from '../bridge/call.ts';

export interface FailureWords {
  /** What happened. */
  title: string;
  /** What it means for the user's data, and what to do. */
  text: string;
  /** For support: English and technical. */
  detail: string;
}

/** The words for a caught failure in the interface's language. */
export function useFailure(failure: unknown): FailureWords {
  const { t } = useTranslation('errors');
  return describeError(t, toBridgeError(failure));
}

/** The words for an error that came over the bridge, or that a message carries. */
export function describeError(t: TFunction<'errors'>, error: BridgeError): FailureWords {
  const unnamed = { provider: t('anyProvider'), model: t('anyModel') };
  const params = { ...unnamed, ...error.params };
  const sentence = begin(t(`${error.code}.title`, params), Object.values(unnamed));
  // Errors about one of several files say which.
  const file = error.params?.['name'];
  return {
    title: file === undefined ? sentence : `${file}: ${sentence}`,
    text: t(`${error.code}.text`, params),
    detail: [error.code, error.message, error.detail].filter(Boolean).join('\n'),
  };
}

/** A sentence that begins with "the provider", where no name is known, gets its capital. Names keep theirs. */
function begin(sentence: string, unnamed: string[]): string {
  if (!unnamed.some((words) => sentence.startsWith(words))) return sentence;
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}
