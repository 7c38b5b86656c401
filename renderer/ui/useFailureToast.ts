import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toBridgeError } from '../bridge/call.ts';
import { reportError } from '../bridge/report.ts';
import { describeError } from './failure.ts';
import { showToast } from './toasts.ts';

/** Tells of a small act that failed, where nothing on screen stands for it, and writes it to the log. */
export function useFailureToast(): (caught: unknown) => void {
  const { t } = useTranslation('errors');
  return useCallback(
    (caught: unknown) => {
      const { title, text } = describeError(t, toBridgeError(caught));
      showToast({ text: `${title} ${text}` });
      reportError(caught);
    },
    [t],
  );
}
