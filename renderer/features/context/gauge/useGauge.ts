import { useEffect, useState } from 'react';
import type { Gauge } from '#contract';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';

/** How full the window of the branch that is shown is, as far as it is known. */
export interface KnownGauge {
  gauge: Gauge | null;
  /** Why it is not known, or not known anew. */
  failure: unknown;
}

/**
 * Follows the gauge of the current branch: main tells of requests and passes; after a move of the tip, another reader
 * or other figures of a model it is asked again.
 *
 * @param place changes with the tip and the reader
 */
export function useGauge(conversationId: string, place: string): KnownGauge {
  const [asked, again] = useAnswer('context.gauge', { conversationId });
  const [gauge, setGauge] = useState<Gauge | null>(null);
  const [askedFor, setAskedFor] = useState(place);
  useEffect(() => {
    if (asked.status === 'ready') setGauge(asked.value);
  }, [asked]);
  useEffect(() => {
    if (askedFor === place) return;
    setAskedFor(place);
    again();
  }, [askedFor, place, again]);
  useEvent('routes', again);
  useEvent('gauge', (event) => {
    if (event.gauge.conversationId !== conversationId) return;
    // An answer that is written on another branch tells of that one.
    if (place.includes(event.gauge.leafId)) setGauge(event.gauge);
    else again();
  });
  return { gauge, failure: asked.status === 'failed' ? asked.failure : null };
}
