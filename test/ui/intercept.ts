import type { Page } from '@playwright/test';
import type { BoughApi, MethodName, MethodOutput, Model, Result } from '#contract';
import type { Stage } from './chat/stage.ts';

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

/** A fake Ollama runs, on any port, and looking for models on this computer finds it. */
export async function interceptOllama(page: Page, stage: Stage): Promise<void> {
  const { baseURL: baseUrl } = await stage.lab.startLocal('ollama');
  const models = ['llama3.2:3b', 'qwen3-vl:8b'].map(
    (id): Model => ({
      id,
      name: id,
      contextWindow: 4096,
      maxOutput: 2048,
      vision: false,
      tools: true,
      reasoning: false,
      source: 'provider',
    }),
  );
  await intercept(page, 'providers.detectLocal', {
    ok: true,
    data: [{ preset: 'ollama', name: 'Ollama', wire: 'openai-chat', baseUrl, models }],
  });
}
