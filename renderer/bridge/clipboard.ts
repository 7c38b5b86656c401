import { call } from './call.ts';
import { reportError } from './report.ts';

/** Puts text, and HTML beside it for word processors, on the clipboard. False when the system refused. */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    const { copied } = await call('app.copyText', { text, ...(html === undefined ? {} : { html }) });
    return copied;
  } catch (caught) {
    reportError(caught);
    return false;
  }
}
