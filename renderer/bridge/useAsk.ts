import { useCallback, useEffect, useState } from 'react';
import type { MethodInput, MethodName, MethodOutput } from '#contract';
import { call } from './call.ts';

/** A question to main in its states. */
export type Asked<Value> =
  | { status: 'loading' }
  | { status: 'ready'; value: Value }
  | { status: 'failed'; failure: unknown };

/** Methods that take nothing. */
type Plain = {
  [Name in MethodName]: Record<never, never> extends MethodInput<Name> ? Name : never;
}[MethodName];

/** Asks main once, when the component appears; the second part of the answer asks again. */
export function useAsk<Name extends Plain>(method: Name): [Asked<MethodOutput<Name>>, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<Asked<MethodOutput<Name>>>({ status: 'loading' });
  const again = useCallback(() => {
    setAsked({ status: 'loading' });
    setAttempt((last) => last + 1);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt asks again
  useEffect(() => {
    let stale = false;
    const settle = (next: Asked<MethodOutput<Name>>) => {
      if (!stale) setAsked(next);
    };
    call(method, {} as MethodInput<Name>).then(
      (value) => settle({ status: 'ready', value }),
      (failure: unknown) => settle({ status: 'failed', failure }),
    );
    return () => {
      stale = true;
    };
  }, [method, attempt]);
  return [asked, again];
}
