import type { AppInfo } from '#contract';
import type { appMethods } from '#contract/app.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { GuidePage } from '../guide.ts';
import type { Notices } from '../notices.ts';
import type { PreferenceFile } from '../preferences.ts';
import type { ShellPort } from '../shell-port.ts';
import type { EventSink } from './event-hub.ts';
import { externalUrl } from './external-url.ts';
import type { HandlersOf } from './handlers.ts';

export interface AppHandlerOptions {
  info: Omit<AppInfo, 'notices'>;
  preferences: PreferenceFile;
  notices: Notices;
  shell: ShellPort;
  guide(): Promise<GuidePage[]>;
  events: EventSink;
  log: Log;
}

export function appHandlers(options: AppHandlerOptions): HandlersOf<typeof appMethods> {
  const { info, preferences, notices, shell, events, log } = options;
  return {
    'app.info': () => ({ ...info, notices: notices.list() }),
    'app.preferences': () => preferences.current,
    'app.setPreferences': async (fields) => {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      const changed = await preferences.change(Object.fromEntries(given));
      shell.preferencesChanged(changed);
      events.publish({ type: 'preferences', preferences: changed });
      return changed;
    },
    'app.dismissNotice': ({ id }) => {
      notices.dismiss(id);
      return { dismissed: true };
    },
    'app.openExternal': async ({ url }) => {
      const address = externalUrl(url);
      if (address === null) throw new BoughError('bad_request', 'Refused to open an address');
      await shell.openExternal(address);
      return { opened: true };
    },
    'app.showWorkspace': async () => {
      await shell.showFolder(info.workspace);
      return { shown: true };
    },
    'app.copyText': async ({ text, html }) => {
      await shell.copy({ text, ...(html !== undefined && { html }) });
      return { copied: true };
    },
    'app.mark': ({ name, at }) => {
      shell.mark(name, at);
      return { noted: true };
    },
    'app.reportError': ({ message, stack }) => {
      log.error('renderer failed', { message, stack });
      return { noted: true };
    },
    'app.guide': () => options.guide(),
  };
}
