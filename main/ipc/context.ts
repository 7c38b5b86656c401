import type { contextMethods } from '#contract/context.ts';
import type { ContextService } from '../context/context-service.ts';
import type { SetAside } from '../context/set-aside.ts';
import type { HandlersOf } from './handlers.ts';

export interface ContextHandlerOptions {
  context: ContextService;
  setAside: SetAside;
}

export function contextHandlers({
  context,
  setAside,
}: ContextHandlerOptions): HandlersOf<typeof contextMethods> {
  return {
    'context.gauge': (branch) => context.gauge(branch),
    'context.report': (branch) => context.report(branch),
    'context.content': (request) => context.content(request),
    'context.preview': (branch) => context.preview(branch),
    'context.previewCommand': (command) => context.previewCommand(command),
    'context.run': (command) => context.run(command),
    'context.stop': ({ conversationId }) => ({ stopped: context.stop(conversationId) }),
    'context.passes': (branch) => setAside.passes(branch),
    'context.undo': (request) => setAside.undo(request),
    'context.pages': (request) => setAside.pages(request),
    'context.foldText': (request) => setAside.foldText(request),
    'context.recall': (request) => setAside.recall(request),
    'context.settings': () => context.settings(),
    'context.setSettings': (change) => context.setSettings(change),
  };
}
