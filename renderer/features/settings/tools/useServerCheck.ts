import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerProblem, ToolServer } from '#contract';
import { call } from '../../../bridge/call.ts';
import { showToast } from '../../../ui/toasts.ts';

/** Tries a server: says how many tools it has, or what is wrong with it. */
export function useServerCheck() {
  const { t } = useTranslation('tools');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<ServerProblem | null>(null);
  const check = async ({ id, name }: ToolServer): Promise<boolean> => {
    setChecking(true);
    setProblem(null);
    try {
      const result = await call('tools.checkServer', { id });
      if (result.ok) showToast({ text: t('servers.ok', { name, count: result.tools.length }) });
      else setProblem(result.problem);
      return result.ok;
    } finally {
      setChecking(false);
    }
  };
  return { checking, problem, check };
}
