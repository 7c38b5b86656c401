import { useCallback, useEffect, useRef, useState } from 'react';
import type { MethodInput, MethodName, MethodOutput } from '#contract';
import { call } from './call.ts';
import type { Asked } from './useAsk.ts';

/**
 * Main's answer to a question that may change. Another question starts over; the same one asked again, by the second
 * part of the answer, keeps what is known in sight until the new answer is there. Null asks nothing yet.
 */
export function useAnswer<Name extends MethodName>(
  method: Name,
  input: MethodInput<Name> | null,
): [Asked<MethodOutput<Name>>, () => void] {
  const question = JSON.stringify(input);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ to: string; asked: Asked<MethodOutput<Name>> } | null>(null);
  const newest = useRef(input);
  useEffect(() => {
    newest.current = input;
  });
  const again = useCallback(() => setAttempt((last) => last + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt asks again
  useEffect(() => {
    if (newest.current === null) return;
    let stale = false;
    const settle = (asked: Asked<MethodOutput<Name>>) => {
      if (!stale) setAnswer({ to: question, asked });
    };
    call(method, newest.current).then(
      (value) => settle({ status: 'ready', value }),
      (failure: unknown) => settle({ status: 'failed', failure }),
    );
    return () => {
      stale = true;
    };
  }, [method, question, attempt]);
  return [answer?.to === question ? answer.asked : { status: 'loading' }, again];
}
