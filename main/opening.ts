import type { BridgeEvent, Result } from '#contract';
import { toBridgeError } from '#core/errors.ts';
import type { EventClient } from './ipc/event-hub.ts';
import type { Services } from './services.ts';

/** Services that may still be opening, as a window sees them. */
export interface Opening {
  /** Waits for the services; answers with the reason when they cannot be opened. */
  call(method: unknown, input: unknown): Promise<Result<unknown>>;
  connect(send: (event: BridgeEvent) => void): EventClient;
}

/** Lets a window be there before its workspace is open. */
export function whenOpen(services: Promise<Services>): Opening {
  // Every call answers with the failure: nothing is hidden by not handling it here.
  services.catch(() => {});
  return {
    call: (method, input) =>
      services.then(
        (open) => open.call(method, input),
        (thrown: unknown) => ({ ok: false, error: toBridgeError(thrown) }),
      ),
    connect(send) {
      let client: EventClient | null = null;
      let closed = false;
      services.then(
        (open) => {
          if (!closed) client = open.connect(send);
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
