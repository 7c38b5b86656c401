import { useEffect } from 'react';
import { create } from 'zustand';
import type { LocalServer, Model, Reader, Route } from '#contract';
import { call } from './call.ts';
import { onEvent } from './events.ts';
import { reportError } from './report.ts';

export interface Providers {
  status: 'loading' | 'ready' | 'failed';
  /** What was caught when they could not be read. */
  failure: unknown;
  /** Every way to a model, the practice assistant among them. */
  routes: readonly Route[];
  /** The reader of new conversations. */
  defaultReader: Reader | null;
}

const useStore = create<Providers>(() => ({
  status: 'loading',
  failure: null,
  routes: [],
  defaultReader: null,
}));

let followed = false;
/** Counts the questions: only the answer to the newest is taken. */
let asked = 0;

/** The routes and the default reader, kept up to date from the first use on. */
export function useProviders(): Providers {
  useEffect(() => {
    if (followed) return;
    followed = true;
    onEvent('routes', () => void loadProviders());
    void loadProviders();
  }, []);
  return useStore();
}

/** Asks for the routes again; what is known stays in sight meanwhile. */
export async function loadProviders(): Promise<void> {
  asked += 1;
  const mine = asked;
  try {
    const [routes, defaultReader] = await Promise.all([
      call('providers.routes', {}),
      call('providers.defaultReader', {}),
    ]);
    if (mine === asked) useStore.setState({ status: 'ready', failure: null, routes, defaultReader });
  } catch (failure) {
    reportError(failure);
    if (mine === asked) useStore.setState({ status: 'failed', failure });
  }
}

/** The model a reader names, where its route still offers it. */
export function findModel(routes: readonly Route[], reader: Reader | null): Model | undefined {
  return routes.find(({ id }) => id === reader?.routeId)?.models.find(({ id }) => id === reader?.modelId);
}

/**
 * Keeps a model server of this computer as a route. It is kept even where its list of models cannot be had now:
 * that is fetched another time.
 *
 * @throws BridgeFailure when it cannot be kept
 */
export async function keepLocalServer({ preset, name, wire, baseUrl }: LocalServer): Promise<Route> {
  return withModels(await call('providers.saveRoute', { route: { preset, name, wire, baseUrl } }));
}

/** A saved route with its provider's models, where they can be had now. */
export async function withModels(route: Route): Promise<Route> {
  if (route.models.length > 0) return route;
  try {
    return await call('providers.refreshModels', { id: route.id });
  } catch (caught) {
    reportError(caught);
    return route;
  }
}
