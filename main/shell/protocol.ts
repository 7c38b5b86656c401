import { protocol, type Session } from 'electron';
import { createPageServer, type PageServerOptions } from './page-server.ts';

/** Must be called before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'bough',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves `bough://app/` of a session. Any other host of the scheme is not found. */
export function serveApp(session: Session, options: PageServerOptions): void {
  const serve = createPageServer(options);
  session.protocol.handle('bough', (request) => {
    if (new URL(request.url).host !== 'app') return new Response(null, { status: 404 });
    return serve(request);
  });
}
