import { join } from 'node:path';
import type { Log } from '#core/log.ts';
import { redactLine } from './redact-line.ts';

type Level = 'info' | 'warn' | 'error';
type Line = [level: Level, message: string, data?: Record<string, unknown>];

/** Bytes of the log file before it becomes `main.old.log` and a new one begins. */
const maxSize = 2 * 1024 * 1024;

/**
 * The log of the app: `logs/main.log` in its folder, rotating, with everything taken out that looks like a key or is known to be one.
 * The library behind it is loaded after the window is made; what comes before is kept and written then.
 *
 * @param echo also to the terminal
 */
export function createLogFile(folder: string, echo: boolean): Log & { open(): Promise<void> } {
  const hidden = new Set<string>();
  let waiting: Line[] | null = [];
  let write = (...line: Line): void => {
    waiting?.push(line);
  };
  return {
    info: (message, data) => write('info', message, data),
    warn: (message, data) => write('warn', message, data),
    error: (message, data) => write('error', message, data),
    hide: (secret) => void hidden.add(secret),
    async open() {
      const { default: library } = await import('electron-log/node');
      library.transports.file.resolvePathFn = () => join(folder, 'logs', 'main.log');
      library.transports.file.maxSize = maxSize;
      library.transports.console.level = echo ? 'info' : false;
      write = (level, message, data) => library[level](redactLine(message, data, hidden));
      for (const line of waiting ?? []) write(...line);
      waiting = null;
    },
  };
}
