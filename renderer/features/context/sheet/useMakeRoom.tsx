import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RungLimit } from '#contract';
import { failedWith } from '../../../bridge/call.ts';
import { FailureState } from '../../../ui/FailureState.tsx';
import { limitSentence, type Way } from '../pass-words.ts';
import { makeRoom, type RoomCommand } from '../room.ts';
import { useRoomReport } from '../useRoomCommand.ts';
import styles from './MakeRoomSheet.module.css';

type Outcome = 'stopped' | { way: Way; limit: RungLimit };

/** Making room from a sheet, and what came of it where that was no pass. */
export interface MakingRoom {
  failure: unknown;
  outcome: Outcome | null;
  run: (way: Way, command: RoomCommand) => void;
}

/** Goes one of the ways, closes when room was made, and tells when there was none to make. */
export function useMakeRoom(conversationId: string, onClose: () => void): MakingRoom {
  const [failure, setFailure] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const report = useRoomReport();
  const here = useHere();
  const run = (way: Way, command: RoomCommand) => {
    setFailure(null);
    setOutcome(null);
    makeRoom(conversationId, command).then(
      (made) => {
        if (!here.current) report.made(way, made);
        else if (made.pass) onClose();
        else setOutcome({ way, limit: made.limit ?? 'nothing' });
      },
      (caught: unknown) => {
        if (!here.current) report.failed(caught);
        else if (failedWith(caught, 'cancelled')) setOutcome('stopped');
        else setFailure(caught);
      },
    );
  };
  return { failure, outcome, run };
}

/** Why no room was made. */
export function OutcomeLine({ act, model }: { act: MakingRoom; model: string }) {
  const { t } = useTranslation('context');
  if (act.failure) return <FailureState failure={act.failure} look="inline" />;
  if (!act.outcome) return null;
  return (
    <p role="status" className={styles.outcome}>
      {act.outcome === 'stopped'
        ? t('room.stopped')
        : limitSentence(t, act.outcome.way, act.outcome.limit, model)}
    </p>
  );
}

/** Whether the sheet is still open: work that was begun in it goes on without it. */
function useHere() {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
