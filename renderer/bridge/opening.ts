import { call } from './call.ts';

/** Why main could not open the workspace, in which case it answers no call at all; null when it is open. */
export async function openingFailure(): Promise<unknown> {
  try {
    await call('app.info', {});
    return null;
  } catch (caught) {
    return caught;
  }
}
