import { writeFile } from 'node:fs/promises';
import type { importMethods } from '#contract/import.ts';
import type { ImportService } from '../import/import-service.ts';
import type { ShellPort } from '../shell-port.ts';
import { guardedFiles } from '../storage/failures.ts';
import { cleanFileName } from '../storage/file-name.ts';
import type { ImportStore } from '../storage/import-store.ts';
import type { HandlersOf } from './handlers.ts';

export interface ImportHandlerOptions {
  imports: ImportService;
  importStore: ImportStore;
  shell: ShellPort;
}

export function importHandlers(options: ImportHandlerOptions): HandlersOf<typeof importMethods> {
  const { imports, importStore, shell } = options;
  return {
    'import.choose': async ({ what }) => {
      const folder = what === 'folder' ? await shell.pickFolder() : null;
      const paths = what === 'files' ? await shell.pickFiles() : folder === null ? [] : [folder];
      return paths.length === 0 ? null : { id: imports.start(paths) };
    },
    'import.dropBegin': async ({ files }) => ({ id: await imports.beginDrop(files) }),
    'import.dropChunk': async ({ id, file, bytes }) => {
      await imports.takeChunk(id, file, bytes);
      return { taken: true };
    },
    'import.dropEnd': async ({ id }) => {
      await imports.endDrop(id);
      return { started: true };
    },
    'import.cancel': async ({ id }) => ({ cancelled: await imports.cancel(id) }),
    'import.running': () => imports.progress(),
    'import.list': () => importStore.list(),
    'import.report': ({ id }) => importStore.report(id),
    'import.saveReport': async ({ id, text }) => {
      const { name } = importStore.report(id);
      const target = await shell.pickSavePath(cleanFileName(`${name}.import.md`));
      if (target === null) return { saved: false };
      await guardedFiles(() => writeFile(target, text));
      return { saved: true };
    },
  };
}
