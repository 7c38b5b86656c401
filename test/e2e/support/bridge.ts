import type { Page } from '@playwright/test';
import type { MethodInput, MethodName, MethodOutput, Result } from '#contract';
import type { Lab } from '../../lab/index.ts';

/** Calls main over the bridge, as the window's own scripts do. Throws what it answers for a failure. */
export async function callBridge<Name extends MethodName>(
  page: Page,
  method: Name,
  input: MethodInput<Name>,
): Promise<MethodOutput<Name>> {
  const asked: [name: string, input: unknown] = [method, input];
  // The types were checked above; inside the page they are those of any one method.
  const result: Result<unknown> | undefined = await page.evaluate(
    ([name, given]) => window.bough?.call(name as 'drafts.get', given as { conversationId: string }),
    asked,
  );
  if (!result?.ok) throw new Error(`${method}: ${JSON.stringify(result)}`);
  return result.data as MethodOutput<Name>;
}

/** Has the lab's Anthropic simulator answer new conversations, for tests that are not about adding it. */
export async function useLab(page: Page, lab: Lab, modelId: string): Promise<void> {
  const route = await callBridge(page, 'providers.saveRoute', {
    route: { preset: 'anthropic', name: 'Lab', wire: 'anthropic', baseUrl: lab.anthropic.baseURL },
    key: { value: lab.anthropic.apiKey, storage: 'plain' },
  });
  await callBridge(page, 'providers.refreshModels', { id: route.id });
  await callBridge(page, 'providers.setDefaultReader', { reader: { routeId: route.id, modelId } });
}
