import type { Page } from '@playwright/test';
import type { BoughApi, MethodName, MethodOutput, Result } from '#contract';

/**
 * Makes the page get a fixed answer for one method, or none at all, while main answers everything else. For states
 * that the real services cannot be brought into. Call before the page is opened.
 */
export async function intercept<Name extends MethodName>(
  page: Page,
  method: Name,
  answer: Result<MethodOutput<Name>> | 'silence',
): Promise<void> {
  await page.addInitScript(
    ({ name, given }) => {
      let api: BoughApi | undefined = window.bough;
      const before = Object.getOwnPropertyDescriptor(window, 'bough')?.set;
      Object.defineProperty(window, 'bough', {
        configurable: true,
        get: () => api,
        set: (real: BoughApi) => {
          const call = (asked: string, input: never) => {
            if (asked !== name) return real.call(asked as MethodName, input);
            return given === 'silence' ? new Promise(() => {}) : Promise.resolve(given);
          };
          api = { ...real, call: call as BoughApi['call'] };
          before?.(api);
        },
      });
    },
    { name: method as string, given: answer as unknown },
  );
}

/** An answer that main could not give. */
export const broken = { ok: false, error: { code: 'internal', message: 'broken on purpose' } } as const;
