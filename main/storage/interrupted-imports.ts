import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartupNotice } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { guardedFiles } from './failures.ts';
import type { Readable } from './handle.ts';
import type { ImportStore } from './import-store.ts';

export interface InterruptedImportsOptions {
  imports: ImportStore;
  db: Readable;
  /** Of the workspace. */
  folder: string;
  environment: Environment;
  log: Log;
}

/**
 * Recognises imports that the process ended in. Their conversations are whole, each came in by one transaction; what was
 * unpacked for them, and transcripts whose conversation did not come in any more, are removed.
 */
export async function endInterruptedImports(options: InterruptedImportsOptions): Promise<StartupNotice[]> {
  const { imports, folder, environment } = options;
  const interrupted = imports.interrupted();
  await guardedFiles(() => rm(join(folder, 'imports'), { recursive: true, force: true }));
  if (interrupted.length > 0) await removeOrphans(options);
  return interrupted.map(({ name, conversations }) => ({
    id: environment.newId(),
    kind: 'import_interrupted',
    conversationId: null,
    detail: name,
    count: conversations,
  }));
}

async function removeOrphans({ db, folder, log }: InterruptedImportsOptions): Promise<void> {
  const known = db.query<{ id: string }, { id: string }>('SELECT id FROM conversations WHERE id = @id');
  const transcripts = join(folder, 'transcripts');
  await guardedFiles(async () => {
    for (const name of await readdir(transcripts)) {
      const id = name.split('.', 1)[0] ?? '';
      if (!name.endsWith('.json') || known.get({ id })) continue;
      await rm(join(transcripts, name), { force: true });
      log.info('Removed a transcript of a conversation that was not imported', { name });
    }
  });
}
