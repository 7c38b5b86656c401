import { useEffect, useState } from 'react';
import { call } from '../../../bridge/call.ts';
import { reportError } from '../../../bridge/report.ts';

let asked: Promise<ReadonlySet<string>> | null = null;

/** The answers that start-up found cut off, by message id. Start-up happens once, and so does the question. */
function cutOffAtStart(): Promise<ReadonlySet<string>> {
  asked ??= call('app.info', {}).then(({ notices }) => {
    const interrupted = notices.filter((notice) => notice.kind === 'answer_interrupted');
    return new Set(interrupted.map((notice) => notice.detail));
  });
  return asked;
}

/** Whether an unfinished answer was cut off because Bough closed, rather than stopped by the user. */
export function useCutOff(messageId: string): boolean {
  const [cutOff, setCutOff] = useState(false);
  useEffect(() => {
    let here = true;
    cutOffAtStart().then((ids) => here && setCutOff(ids.has(messageId)), reportError);
    return () => {
      here = false;
    };
  }, [messageId]);
  return cutOff;
}
