import { call } from './call.ts';

/** Writes a caught failure to the app's log. */
export function reportError(caught: unknown): void {
  const error = caught instanceof Error ? caught : new Error(String(caught));
  const stack = error.stack?.slice(0, 50_000);
  call('app.reportError', { message: error.message.slice(0, 10_000), ...(stack ? { stack } : {}) }).catch(
    (lost: unknown) => console.error(error, lost),
  );
}
