import type { contextMethods } from '#contract/context.ts';
import type { ContextService } from '../context/context-service.ts';
import type { HandlersOf } from './handlers.ts';

export function contextHandlers(context: ContextService): HandlersOf<typeof contextMethods> {
  return {
    'context.gauge': (branch) => context.gauge(branch),
    'context.report': (branch) => context.report(branch),
    'context.content': (request) => context.content(request),
    'context.preview': (branch) => context.preview(branch),
    'context.previewCommand': (command) => context.previewCommand(command),
    'context.run': (command) => context.run(command),
    'context.stop': ({ conversationId }) => ({ stopped: context.stop(conversationId) }),
    'context.passes': (branch) => context.passes(branch),
    'context.undo': (request) => context.undo(request),
    'context.pages': (request) => context.pages(request),
    'context.foldText': (request) => context.foldText(request),
    'context.recall': (request) => context.recall(request),
    'context.settings': () => context.settings(),
    'context.setSettings': (change) => context.setSettings(change),
  };
}
