import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportWork, MethodInput } from '#contract';
import { call, failedWith } from '../../../bridge/call.ts';
import { useEvent } from '../../../bridge/events.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';

export interface RunningExport {
  /** The dialog of the system is open, or it is being written. */
  running: boolean;
  /** Null until something is written. */
  work: ExportWork | null;
  /** Why the last try failed. */
  failure: unknown;
  start: (wanted: Omit<MethodInput<'export.run'>, 'id'>) => void;
  cancel: () => void;
}

/** Runs an export and tells what came of it. */
export function useExport(onDone: () => void): RunningExport {
  const { t } = useTranslation('export');
  const tellFailure = useFailureToast();
  const id = useRef<string | null>(null);
  const [running, setRunning] = useState(false);
  const [work, setWork] = useState<ExportWork | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEvent('export', (event) => {
    if (event.id === id.current) setWork(event.work);
  });

  const run = async (wanted: Omit<MethodInput<'export.run'>, 'id'>) => {
    const mine = crypto.randomUUID();
    id.current = mine;
    setFailure(null);
    setRunning(true);
    try {
      const { name, missing } = await call('export.run', { id: mine, ...wanted });
      if (name === null) return;
      const show = () => void call('export.show', { id: mine }).catch(tellFailure);
      const text = missing > 0 ? t('doneMissing', { name, count: missing }) : t('done', { name });
      showToast({ text, action: { label: t('show'), onSelect: show } });
      onDone();
    } catch (caught) {
      if (failedWith(caught, 'cancelled')) showToast({ text: t('cancelled') });
      else setFailure(caught);
    } finally {
      id.current = null;
      setRunning(false);
      setWork(null);
    }
  };
  const cancel = useCallback(() => {
    if (id.current !== null) void call('export.cancel', { id: id.current }).catch(tellFailure);
  }, [tellFailure]);
  return { running, work, failure, start: (wanted) => void run(wanted), cancel };
}
