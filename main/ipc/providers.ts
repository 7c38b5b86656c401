import type { LocalServer, MethodRequest, Preset, Reader, Route, RouteCheck } from '#contract';
import type { providerMethods } from '#contract/providers.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

/** What the bridge needs of the providers. */
export interface ProviderService {
  presets(): Preset[];
  routes(): Route[];
  keyProtection(): { system: boolean };
  saveRoute(request: MethodRequest<'providers.saveRoute'>): Promise<Route>;
  removeRoute(id: string): Promise<boolean>;
  check(request: MethodRequest<'providers.check'>): Promise<RouteCheck>;
  refreshModels(id: string): Promise<Route>;
  setModelFigures(request: MethodRequest<'providers.setModelFigures'>): Promise<Route>;
  detectLocal(): Promise<LocalServer[]>;
  defaultReader(): Reader;
  setDefaultReader(reader: Reader): void;
}

export function providerHandlers(
  providers: ProviderService,
  events: EventSink,
): HandlersOf<typeof providerMethods> {
  const changed = <T>(value: T): T => {
    events.publish({ type: 'routes' });
    return value;
  };
  return {
    'providers.presets': () => providers.presets(),
    'providers.routes': () => providers.routes(),
    'providers.keyProtection': () => providers.keyProtection(),
    'providers.saveRoute': async (request) => changed(await providers.saveRoute(request)),
    'providers.removeRoute': async ({ id }) => changed({ removed: await providers.removeRoute(id) }),
    'providers.check': (request) => providers.check(request),
    'providers.refreshModels': async ({ id }) => changed(await providers.refreshModels(id)),
    'providers.setModelFigures': async (request) => changed(await providers.setModelFigures(request)),
    'providers.detectLocal': () => providers.detectLocal(),
    'providers.setDefaultReader': ({ reader }) => {
      providers.setDefaultReader(reader);
      return changed({ saved: true });
    },
    'providers.defaultReader': () => providers.defaultReader(),
  };
}
