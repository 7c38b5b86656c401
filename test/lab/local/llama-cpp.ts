import { json } from '../overflow.ts';
import type { Wire } from '../types.ts';
import { createOpenAiWire } from '../wires/openai.ts';
import type { InstalledModel } from './runtime.ts';

/** llama.cpp's server: `/props` for detection, and `/v1`. It serves one model. */
export function createLlamaCppWire(models: readonly InstalledModel[]): Wire {
  const [served] = models;
  if (served === undefined) throw new Error('llama.cpp serves one model');
  const { model, maxContext } = served;
  return createOpenAiWire({
    name: 'llama.cpp',
    models: [model],
    prefix: '/v1',
    needsKey: false,
    tooLong: 'llama.cpp',
    // Shapes: llama.cpp's server README and reports of real answers of build 6000 and later.
    routes: [
      { method: 'GET', path: '/health', answer: () => json(200, { status: 'ok' }) },
      { method: 'GET', path: '/props', answer: () => json(200, props(served)) },
    ],
    modelFields: () => ({ owned_by: 'llamacpp', meta: { n_ctx: model.window, n_ctx_train: maxContext } }),
    notFound: () => json(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }),
  });
}

function props({ model }: InstalledModel) {
  return {
    default_generation_settings: { id: 0, n_ctx: model.window, is_processing: false, params: {} },
    total_slots: 1,
    model_alias: model.id,
    model_path: `/models/${model.id}.gguf`,
    modalities: { vision: model.vision !== null, audio: false },
    chat_template: '{{ messages }}',
    build_info: 'b7062-lab',
  };
}
