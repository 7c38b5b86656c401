import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '#core/log.ts';
import type { Services } from '../services.ts';
import type { ShellPort } from '../shell-port.ts';
import { systemSecretBox } from './secret-box.ts';

export interface OpenOptions {
  workspaceFolder: string;
  log: Log;
  shell: ShellPort;
}

/** Loads and opens the services. Called when the window is already on its way, so that nobody waits for them. */
export async function openServices({ workspaceFolder, log, shell }: OpenOptions): Promise<Services> {
  const { createServices } = await import('../services.ts');
  const { systemSchedule } = await import('../schedule.ts');
  const { v7: newId } = await import('uuid');
  return createServices({
    workspaceFolder,
    appFolder: app.getPath('userData'),
    guideFolder: resource('guide', 'docs/guide'),
    atlasFolder: resource('atlas', 'out/atlas'),
    vocabularyFile: resource('tokens/o200k.tokens', 'out/tokens/o200k.tokens'),
    catalogueFile: resource('catalogue/models.json', 'out/catalogue/models.json'),
    pageFolder: join(app.getPath('userData'), 'pages'),
    workers: {
      context: worker('context'),
      transcripts: worker('transcript'),
      import: worker('import'),
      backup: worker('backup'),
      media: worker('media'),
      readable: worker('readable'),
    },
    app: {
      version: app.getVersion(),
      platform: platform(),
      systemLanguage: app.getPreferredSystemLanguages()[0] ?? 'en',
    },
    environment: { now: () => Date.now(), newId: () => newId() },
    schedule: systemSchedule,
    log,
    shell,
    secretBox: systemSecretBox,
    nativeBinding: app.isPackaged ? undefined : process.env['BOUGH_SQLITE_BINDING'],
  });
}

/** A file that is shipped beside the app, and lies in the checkout while it is developed. */
function resource(shipped: string, source: string): string {
  return app.isPackaged ? join(process.resourcesPath, shipped) : join(app.getAppPath(), source);
}

const worker = (name: string): string => join(app.getAppPath(), `out/main/${name}.worker.cjs`);

/** Systems that the app is not made for are treated as the Linux they resemble most. */
function platform(): 'darwin' | 'win32' | 'linux' {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
}
