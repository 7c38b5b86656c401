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
  const way = networkAdvice(t, error);
  return {
    title: file === undefined ? sentence : `${file}: ${sentence}`,
    text: way === null ? t(`${error.code}.text`, params) : `${t('network.saved')} ${way}`,
    detail: [error.code, error.message, error.detail].filter(Boolean).join('\n'),
  };
}

/** Kinds of failures on the way to a provider that have advice of their own. */
const ways = ['offline', 'dns', 'refused', 'tls', 'proxy'] as const;

/** What to do about the way to a provider; null where it is not known what is wrong with it. */
export function networkAdvice(t: TFunction<'errors'>, { code, params }: BridgeError): string | null {
  const way = code === 'provider_network' && ways.find((known) => known === params?.['reason']);
  return way ? t(`network.${way}`) : null;
}

/** A sentence that begins with "the provider", where no name is known, gets its capital. Names keep theirs. */
function begin(sentence: string, unnamed: string[]): string {
  if (!unnamed.some((words) => sentence.startsWith(words))) return sentence;
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}
