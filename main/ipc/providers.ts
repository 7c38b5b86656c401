import type { providerMethods } from '#contract/providers.ts';
import type { ReaderMemory } from '../context/reader-memory.ts';
import type { ProxySignInStore } from '../providers/proxy-sign-in.ts';
import type { Routes } from '../providers/routes.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface ProviderHandlerOptions {
  routes: Routes;
  proxySignIn: ProxySignInStore;
  memory: ReaderMemory;
  events: EventSink;
}

export function providerHandlers({
  routes,
  proxySignIn,
  memory,
  events,
}: ProviderHandlerOptions): HandlersOf<typeof providerMethods> {
  const changed = <T>(value: T): T => {
    events.publish({ type: 'routes' });
    return value;
  };
  return {
    'providers.presets': () => routes.presets(),
    'providers.routes': () => routes.routes(),
    'providers.keyProtection': () => routes.keyProtection(),
    'providers.saveRoute': async (request) => changed(await routes.saveRoute(request)),
    'providers.removeRoute': async ({ id }) => changed({ removed: await routes.removeRoute(id) }),
    'providers.check': (request) => routes.check(request),
    'providers.refreshModels': async ({ id }) => changed(await routes.refreshModels(id)),
    'providers.setModelFigures': (request) => {
      const { routeId, modelId, figures, reset } = request;
      // What a refusal taught goes with what the user says of the window, or takes back.
      const about = figures.contextWindow !== undefined || reset.includes('contextWindow');
      if (about) memory.forgetWindow(routeId, modelId);
      return changed(routes.setModelFigures(request));
    },
    'providers.detectLocal': () => routes.detectLocal(),
    'providers.proxySignIn': () => proxySignIn.describe(),
    'providers.setProxySignIn': ({ signIn }) => proxySignIn.set(signIn),
    'providers.setDefaultReader': ({ reader }) => {
      routes.setDefaultReader(reader);
      return changed({ saved: true });
    },
    'providers.defaultReader': () => routes.defaultReader(),
  };
}
