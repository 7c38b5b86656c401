import type { Schedule } from '#core/environment.ts';

/** The process's own timers. */
export const systemSchedule: Schedule = (milliseconds, run) => {
  const handle = setTimeout(run, milliseconds);
  return () => clearTimeout(handle);
};
