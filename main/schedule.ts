import type { Schedule } from './storage/workspace.ts';

/** The process's own timers. */
export const systemSchedule: Schedule = (milliseconds, run) => {
  const handle = setTimeout(run, milliseconds);
  return () => clearTimeout(handle);
};
