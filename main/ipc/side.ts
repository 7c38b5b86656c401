import type { sideMethods } from '#contract/side.ts';
import type { SideService } from '../run/side-service.ts';
import type { HandlersOf } from './handlers.ts';

export function sideHandlers(side: SideService): HandlersOf<typeof sideMethods> {
  return {
    'side.ask': (request) => side.ask(request),
    'side.stop': async ({ id }) => ({ stopped: await side.stop(id) }),
  };
}
