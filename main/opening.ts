import type { BridgeEvent, Result } from '#contract';
import { toBridgeError } from '#core/errors.ts';
import type { EventClient } from './ipc/event-hub.ts';
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

/** Lets a window be there before its workspace is open. */
export function whenOpen(open: () => Promise<Services>): Opening {
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
  return {
    services: () => services,
    call: (method, input) =>
      services.then(
        (opened) => opened.call(method, input),
        (thrown: unknown) => ({ ok: false, error: toBridgeError(thrown) }),
      ),
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
