import type { MethodName, MethodRequest, Reader, Route } from '#contract';
import type { Services } from '../../main/services.ts';
import type { Lab } from '../lab/index.ts';

/** The lab's wires as readers. */
export interface LabReaders {
  openai: Reader;
  compatible: Reader;
  anthropic: Reader;
}

/** Sets up a route for each of the lab's wires, through the bridge as the settings screen does. */
export async function addLabRoutes(services: Services, lab: Lab): Promise<LabReaders> {
  const before = (await expectOk(services, 'providers.routes', {})) as Route[];
  const add = async (name: string, wire: Route['wire'], preset: string, baseUrl: string, model: string) => {
    const known = before.find((route) => route.name === name);
    const request: MethodRequest<'providers.saveRoute'> = {
      route: { ...(known && { id: known.id }), preset, name, wire, baseUrl },
      key: { value: lab.openai.apiKey, storage: 'session' },
    };
    const saved = (await expectOk(services, 'providers.saveRoute', request)) as Route;
    await expectOk(services, 'providers.refreshModels', { id: saved.id });
    return { routeId: saved.id, modelId: model };
  };
  return {
    openai: await add('Lab OpenAI', 'openai-chat', 'other', lab.openai.baseURL, 'gpt-lab'),
    compatible: await add('Lab compatible', 'openai-chat', 'other', lab.compatible.baseURL, 'lab/reasoner'),
    anthropic: await add('Lab Anthropic', 'anthropic', 'other', lab.anthropic.baseURL, 'claude-lab-opus'),
  };
}

/** Calls the bridge and throws what it answers for a failure. */
export async function expectOk(services: Services, method: MethodName, input: unknown): Promise<unknown> {
  const result = await services.call(method, input);
  if (result.ok) return result.data;
  throw new Error(`${method}: ${result.error.code}: ${result.error.message} ${result.error.detail ?? ''}`);
}
