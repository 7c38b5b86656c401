import type { exportMethods } from '#contract/export.ts';
import type { ExportService } from '../export/export-service.ts';
import type { HandlersOf } from './handlers.ts';

export function exportHandlers(exports: ExportService): HandlersOf<typeof exportMethods> {
  return {
    'export.preview': (request) => exports.preview(request),
    'export.branches': ({ conversationId }) => exports.branches(conversationId),
    'export.run': (request) => exports.run(request),
    'export.cancel': ({ id }) => ({ cancelled: exports.cancel(id) }),
    'export.show': async ({ id }) => {
      await exports.show(id);
      return { shown: true };
    },
    'export.copy': async (request) => ({ messages: await exports.copy(request) }),
  };
}
