import type { BridgeEvent, Result } from '#contract';
import { toBridgeError } from '#core/errors.ts';
import type { EventClient } from './ipc/event-hub.ts';
import type { Recovery } from './recovery.ts';
import type { Services } from './services.ts';

/** Services that may still be opening, as a window sees them. */
export interface Opening {
  /** Waits for the services; answers with the reason when they cannot be opened. */
  call(method: unknown, input: unknown): Promise<Result<unknown>>;
  /** Where opening failed, a window that connects anew has it tried again. */
  connect(send: (event: BridgeEvent) => void): EventClient;
  /** What was opened. Rejects with why it could not be. */
  services(): Promise<Services>;
}

/**
 * Lets a window be there before its workspace is open.
 *
 * @param recovery lists and restores backups, also of a workspace that cannot be opened
 */
export function whenOpen(open: () => Promise<Services>, recovery?: Recovery): Opening {
  let failed = false;
  const attempt = () => {
    failed = false;
    const opened = open();
    // Every call answers with the failure: nothing is hidden by not handling it here.
    opened.catch(() => {
      failed = true;
    });
    return opened;
  };
  let services = attempt();
  /** Closes what is open, and opens what was restored. */
  const restore = async (from: Recovery, input: unknown): Promise<{ restored: true }> => {
    const opened = await services.catch(() => null);
    await from.askForRestore(input);
    await opened?.close();
    services = attempt();
    await services;
    return { restored: true };
  };
  let restores: Promise<unknown> = Promise.resolve();
  /** One after the other: each closes what the one before has opened. */
  const inTurn = (from: Recovery, input: unknown): Promise<{ restored: true }> => {
    const next = restores.then(() => restore(from, input));
    // Whoever asked is told of a failure; the next one does not depend on it.
    restores = next.catch(() => {});
    return next;
  };
  return {
    services: () => services,
    call: (method, input) => {
      if (recovery && method === 'backup.restore') return answer(() => inTurn(recovery, input));
      return services.then(
        (opened) => opened.call(method, input),
        (thrown: unknown) => {
          if (recovery && method === 'backup.list') return answer(() => recovery.listBackups());
          return { ok: false, error: toBridgeError(thrown) };
        },
      );
    },
    connect(send) {
      let client: EventClient | null = null;
      let closed = false;
      if (failed) services = attempt();
      services.then(
        (opened) => {
          if (!closed) client = opened.connect(send);
        },
        () => {},
      );
      return {
        acknowledge: () => client?.acknowledge(),
        close() {
          closed = true;
          client?.close();
        },
      };
    },
  };
}

async function answer(work: () => Promise<unknown>): Promise<Result<unknown>> {
  try {
    return { ok: true, data: await work() };
  } catch (thrown) {
    return { ok: false, error: toBridgeError(thrown) };
  }
}
