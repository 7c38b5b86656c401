import { app, type Session, type WebContents } from 'electron';
import type { Log } from '#core/log.ts';

/** The window's only address; everything that it loads is below it. */
export const appOrigin = 'bough://app';

/** Whether an address is the window's own page. */
export function isAppPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === 'bough:' && host === 'app';
}

/** Forbids every page of the process what Bough's window never needs, now and for any page made later. */
export function lockDownPages(log: Log): void {
  app.on('web-contents-created', (_, contents) => {
    const refuse = (what: string) => (event: { preventDefault(): void }) => {
      event.preventDefault();
      log.warn('refused', { what });
    };
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', refuse('webview'));
    contents.on('will-frame-navigate', (event) => {
      // The page may start itself again, and go nowhere else.
      const isOwnPage = event.isMainFrame && event.url.split('#')[0] === `${appOrigin}/`;
      if (!isOwnPage) refuse('navigation')(event);
    });
    contents.on('will-redirect', refuse('redirect'));
    keepZoomInReach(contents);
  });
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
}

/** Forbids a session permissions, devices, downloads and every request that does not stay inside the app. */
export function lockDownSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
  session.on('will-download', (event) => {
    event.preventDefault();
    log.warn('refused', { what: 'download' });
  });
  session.webRequest.onBeforeRequest((request, decide) => {
    const { protocol } = new URL(request.url);
    const inside = protocol === 'bough:' || protocol === 'blob:' || protocol === 'data:';
    decide({ cancel: !inside && protocol !== 'devtools:' });
  });
}

function keepZoomInReach(contents: WebContents): void {
  contents.on('did-finish-load', () => {
    // Pinching must not enlarge the page beyond what the menu can undo.
    contents.setVisualZoomLevelLimits(1, 1).catch(() => {});
  });
}
