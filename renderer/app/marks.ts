import { call } from '../bridge/call.ts';
import { reportError } from '../bridge/report.ts';

/** Tells main when the first frame was painted, and when the window has settled enough to take input. */
export function markStart(): void {
  requestAnimationFrame(() => {
    // The second frame begins after the first was painted.
    requestAnimationFrame(() => {
      mark('first-paint');
      requestIdleCallback(() => mark('interactive'), { timeout: 1000 });
    });
  });
}

/** `at` is milliseconds since 1970, so that main can set it against the start of its process. */
function mark(name: 'first-paint' | 'interactive'): void {
  call('app.mark', { name, at: performance.timeOrigin + performance.now() }).catch(reportError);
}
