import { json } from '../overflow.ts';
import type { Wire } from '../types.ts';
import { createOpenAiWire } from '../wires/openai.ts';
import type { InstalledModel } from './runtime.ts';

/** LM Studio: `/api/v1/models` for detection, and `/v1`, which reports a long prompt inside a 200. */
export function createLmStudioWire(models: readonly InstalledModel[]): Wire {
  return createOpenAiWire({
    name: 'lm-studio',
    models: models.map(({ model }) => model),
    prefix: '/v1',
    needsKey: false,
    tooLong: 'lm-studio',
    routes: [{ method: 'GET', path: '/api/v1/models', answer: () => json(200, { models: models.map(row) }) }],
    notFound: (method, path) => json(200, { error: `Unexpected endpoint or method. (${method} ${path})` }),
  });
}

// Shape: LM Studio's REST documentation, "List your models".
function row({ model, maxContext, loaded }: InstalledModel) {
  return {
    type: 'llm',
    publisher: model.id.split('/')[0],
    key: model.id,
    display_name: model.name,
    architecture: 'lab',
    quantization: { name: 'Q4_K_M', bits_per_weight: 4 },
    size_bytes: 4_920_753_328,
    params_string: '8B',
    loaded_instances: loaded ? [{ id: model.id, config: { context_length: model.window } }] : [],
    max_context_length: maxContext,
    format: 'gguf',
    capabilities: { vision: model.vision !== null, trained_for_tool_use: true },
    description: null,
  };
}
