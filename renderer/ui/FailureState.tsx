import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { useFailure } from './failure.ts';

export interface FailureStateProps {
  /** What was caught: a BridgeFailure, or anything else. */
  failure: unknown;
  actions?: ReactNode;
  look?: 'page' | 'inline';
}

/** A caught failure, told in the user's language by its code. */
export function FailureState({ failure, actions, look = 'page' }: FailureStateProps) {
  const { title, text, detail } = useFailure(failure);
  return (
    <ErrorState title={title} actions={actions} detail={detail} look={look}>
      {text}
    </ErrorState>
  );
}
