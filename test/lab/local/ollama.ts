import { json } from '../overflow.ts';
import { type Call, type HttpAnswer, Refused, type Wire } from '../types.ts';
import { createOpenAiWire } from '../wires/openai.ts';
import type { InstalledModel } from './runtime.ts';

const plain = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Ollama: its own `/api/*` for detection, and `/v1`, which cuts a prompt that is too long without a word. */
export function createOllamaWire(models: readonly InstalledModel[]): Wire {
  const tags = () => json(200, { models: models.map((installed) => row(installed)) });
  const running = () =>
    json(200, { models: models.filter(({ loaded }) => loaded).map((installed) => process(installed)) });
  return createOpenAiWire({
    name: 'ollama',
    models: models.map(({ model }) => model),
    prefix: '/v1',
    needsKey: false,
    tooLong: 'cut-silently',
    routes: [
      { method: 'GET', path: '/', answer: () => plain(200, 'Ollama is running') },
      { method: 'GET', path: '/api/version', answer: () => json(200, { version: '0.40.12' }) },
      { method: 'GET', path: '/api/tags', answer: tags },
      { method: 'GET', path: '/api/ps', answer: running },
      { method: 'POST', path: '/api/show', answer: (call) => show(call, models) },
    ],
    notFound: () => plain(404, '404 page not found'),
  });
}

// Shapes: Ollama's API documentation, "List local models", "Show model details", "List running models".
function row({ model }: InstalledModel) {
  const details = {
    parent_model: '',
    format: 'gguf',
    family: 'lab',
    families: ['lab'],
    parameter_size: '8.0B',
    quantization_level: 'Q4_K_M',
  };
  const digest = '0'.repeat(64);
  return {
    name: model.id,
    model: model.id,
    modified_at: '2026-10-01T00:00:00Z',
    size: 4_920_753_328,
    digest,
    details,
  };
}

function process(installed: InstalledModel) {
  const { model } = installed;
  return {
    ...row(installed),
    expires_at: '2026-10-01T00:05:00Z',
    size_vram: 4_920_753_328,
    context_length: model.window,
  };
}

function show(call: Call, models: readonly InstalledModel[]): HttpAnswer {
  const { body } = call;
  const id = typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
  const installed = models.find(({ model }) => model.id === id);
  if (!installed)
    throw new Refused(
      'model',
      `no such model: ${String(id)}`,
      json(404, { error: `model '${String(id)}' not found` }),
    );
  const { model, maxContext } = installed;
  return json(200, {
    parameters: 'temperature 0.7',
    template: '{{ .Prompt }}',
    details: row(installed).details,
    model_info: {
      'general.architecture': 'lab',
      'general.parameter_count': 8_000_000_000,
      'lab.context_length': maxContext,
    },
    capabilities: [
      'completion',
      'tools',
      ...(model.vision === null ? [] : ['vision']),
      ...(model.reasoning === 'none' ? [] : ['thinking']),
    ],
    modified_at: '2026-10-01T00:00:00Z',
  });
}
