import type { providerMethods } from '#contract/providers.ts';
import type { Routes } from '../providers/routes.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export function providerHandlers(routes: Routes, events: EventSink): HandlersOf<typeof providerMethods> {
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
    'providers.setModelFigures': (request) => changed(routes.setModelFigures(request)),
    'providers.detectLocal': () => routes.detectLocal(),
    'providers.setDefaultReader': ({ reader }) => {
      routes.setDefaultReader(reader);
      return changed({ saved: true });
    },
    'providers.defaultReader': () => routes.defaultReader(),
  };
}
