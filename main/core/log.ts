/** Where the core and the services write what a person may need to find out later. Never a key, never a message's text. */
export interface Log {
  info(message: string, data?: Record<string, unknown>): void;
  warn(message: string, data?: Record<string, unknown>): void;
  error(message: string, data?: Record<string, unknown>): void;
  /** Takes a value out of every line from now on, whatever brings it there. */
  hide?(secret: string): void;
}
