import { useEffect, useRef, useState } from 'react';
import type { Preset, Route } from '#contract';
import { BridgeFailure, call } from '../../../bridge/call.ts';
import { withModels } from '../../../bridge/providers.ts';
import { type FieldFaults, faultsOf, type RouteFields, startFields, toRequest } from './form.ts';

export interface Connect {
  fields: RouteFields;
  change: (fields: Partial<RouteFields>) => void;
  faults: FieldFaults;
  phase: 'editing' | 'checking' | 'failed';
  /** What the live check, or saving, failed with. */
  failure: unknown;
  /** Asks the provider with what was entered; saves when it answers. */
  checkAndSave: () => void;
  /** Saves without a check, for a provider that cannot be reached now. */
  saveAnyway: () => void;
}

interface Options {
  preset: Preset;
  /** The route that is being edited; null for a new one. */
  route: Route | null;
  /** Whether the system encrypts keys. */
  system: boolean;
  onSaved: (route: Route) => void;
}

/** The form of a provider with its live check. A check that is left behind saves nothing. */
export function useConnect({ preset, route, system, onSaved }: Options): Connect {
  const [fields, setFields] = useState(() => startFields(preset, route));
  const [faults, setFaults] = useState<FieldFaults>({});
  const [state, setState] = useState<{ phase: Connect['phase']; failure: unknown }>(editing);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const run = async (check: boolean) => {
    const found = faultsOf(fields, preset, route);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const request = toRequest(fields, preset, route, system);
    setState({ phase: 'checking', failure: null });
    try {
      if (check) await askProvider(request);
      if (left.current) return;
      const saved = await call('providers.saveRoute', request);
      const full = check ? await withModels(saved) : saved;
      if (!left.current) onSaved(full);
    } catch (failure) {
      if (!left.current) setState({ phase: 'failed', failure });
    }
  };
  return {
    fields,
    change: (more) => {
      setFields({ ...fields, ...more });
      setFaults({});
      setState(editing);
    },
    faults,
    ...state,
    checkAndSave: () => void run(true),
    saveAnyway: () => void run(false),
  };
}

const editing = { phase: 'editing', failure: null } as const;

async function askProvider({ route, key }: ReturnType<typeof toRequest>): Promise<void> {
  const answer = await call('providers.check', { route, ...(key && { key: key.value }) });
  if (!answer.ok) throw new BridgeFailure(answer.error);
}
