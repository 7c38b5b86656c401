import { z } from 'zod';
import type { LocalServer, WireName } from '#contract';
import type { Schedule } from '#core/environment.ts';
import { describeModel } from './catalogue.ts';
import type { ListedModel } from './wire.ts';

export type LocalPreset = LocalServer['preset'];

export interface LocalOptions {
  fetch: typeof fetch;
  schedule: Schedule;
  /** Ports to look at; the servers' own defaults where not given. */
  ports?: Partial<Record<LocalPreset, number>>;
}

const defaultPorts: Record<LocalPreset, number> = { ollama: 11_434, lmstudio: 1234, llamacpp: 8080 };
const names: Record<LocalPreset, string> = { ollama: 'Ollama', lmstudio: 'LM Studio', llamacpp: 'llama.cpp' };
/** Ollama's `/v1` ignores the size of the window: its own chat takes it. */
const spoken: Record<LocalPreset, { wire: WireName; path: string }> = {
  ollama: { wire: 'ollama', path: '' },
  lmstudio: { wire: 'openai-chat', path: '/v1' },
  llamacpp: { wire: 'openai-chat', path: '/v1' },
};
/** Milliseconds for one question to a server. One that is there answers in a few. */
const questionMs = 1500;
/** Models of which Ollama is asked for details. */
const mostDetails = 60;
/** Ollama's smallest default window, on computers with little video memory; its `/v1` takes no other. */
const ollamaDefaultWindow = 4096;
/** The window that its own chat is asked for where nobody chose one: about 1 GB of memory with a model of 8B. */
const ollamaAskedWindow = 8192;

/** Asks a server something; null where nobody answers, or not in JSON. */
type Ask = (path: string, body?: unknown) => Promise<unknown>;

/** Looks once, at 127.0.0.1 alone, for servers that run models on this computer. */
export async function detectLocalServers(options: LocalOptions): Promise<LocalServer[]> {
  const found = await Promise.all(
    (['ollama', 'lmstudio', 'llamacpp'] as const).map(async (preset): Promise<LocalServer | null> => {
      const origin = `http://127.0.0.1:${options.ports?.[preset] ?? defaultPorts[preset]}`;
      const models = await listLocalModels(preset, origin, options, spoken[preset].wire);
      if (models === null) return null;
      const described = models.map((model) => describeModel(model));
      const { wire, path } = spoken[preset];
      return { preset, name: names[preset], wire, baseUrl: origin + path, models: described };
    }),
  );
  return found.filter((server) => server !== null);
}

/**
 * The models of a server on this computer with the figures that its own protocol knows and `/v1` does not tell.
 *
 * @returns null when no such server answers there
 */
export function listLocalModels(
  preset: LocalPreset,
  origin: string,
  options: LocalOptions,
  wire: WireName,
): Promise<ListedModel[] | null> {
  const ask = asker(origin, options);
  if (preset === 'ollama') return ollamaModels(ask, wire);
  return preset === 'lmstudio' ? lmStudioModels(ask) : llamaCppModels(ask);
}

function asker(origin: string, { fetch, schedule }: LocalOptions): Ask {
  return async (path, body) => {
    const controller = new AbortController();
    const disarm = schedule(questionMs, () => controller.abort());
    try {
      const response = await fetch(origin + path, {
        redirect: 'error',
        signal: controller.signal,
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      return response.ok ? await response.json() : null;
    } catch {
      // Nobody there, or somebody else: both are ordinary, and the answer to the question.
      return null;
    } finally {
      disarm();
    }
  };
}

const size = z.number().positive();

const ollamaTags = z.object({ models: z.array(z.object({ name: z.string().min(1) })) });
const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), context_length: size.optional() })),
});
const ollamaShow = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
  /** The model file's own settings as text, one a line: "num_ctx 8192". */
  parameters: z.string().optional(),
});

/** `/api/tags`, `/api/ps` (what is allocated) and `/api/show` (what the model can). */
async function ollamaModels(ask: Ask, wire: WireName): Promise<ListedModel[] | null> {
  const tags = ollamaTags.safeParse(await ask('/api/tags'));
  if (!tags.success) return null;
  const running = ollamaRunning.safeParse(await ask('/api/ps'));
  const allocated = new Map(running.data?.models.map((model) => [model.name, model.context_length]));
  const detailed = await Promise.all(
    tags.data.models.slice(0, mostDetails).map(async ({ name }): Promise<ListedModel | null> => {
      const { data: shown } = ollamaShow.safeParse(await ask('/api/show', { model: name }));
      const can = shown?.capabilities;
      if (can && !can.includes('completion')) return null;
      const own = Number(/^num_ctx\s+(\d+)/m.exec(shown?.parameters ?? '')?.[1] ?? Number.NaN);
      const most = Object.entries(shown?.model_info ?? {}).find(([key]) =>
        key.endsWith('.context_length'),
      )?.[1];
      const window = ollamaWindow(allocated.get(name), Number.isFinite(own) ? own : undefined, wire);
      return {
        id: name,
        contextWindow: typeof most === 'number' ? Math.min(window, most) : window,
        vision: can?.includes('vision'),
        tools: can?.includes('tools'),
        reasoning: can?.includes('thinking'),
      };
    }),
  );
  return detailed.filter((model) => model !== null);
}

/** On its own wire the app says how large the window is to be; on `/v1` it takes what there is. */
function ollamaWindow(allocated: number | undefined, own: number | undefined, wire: WireName): number {
  if (wire === 'ollama') return own ?? Math.max(allocated ?? 0, ollamaAskedWindow);
  return allocated ?? own ?? ollamaDefaultWindow;
}

const lmStudioList = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: z.string().min(1),
      display_name: z.string().optional(),
      max_context_length: size.optional(),
      loaded_instances: z
        .array(z.object({ config: z.object({ context_length: size }).optional() }))
        .optional(),
      capabilities: z
        .object({ vision: z.boolean().optional(), trained_for_tool_use: z.boolean().optional() })
        .optional(),
    }),
  ),
});

/** `/api/v1/models`: a loaded model has the window that it was loaded with. */
async function lmStudioModels(ask: Ask): Promise<ListedModel[] | null> {
  const list = lmStudioList.safeParse(await ask('/api/v1/models'));
  if (!list.success) return null;
  return list.data.models
    .filter((model) => model.type === 'llm' || model.type === 'vlm')
    .map(
      ({
        key,
        display_name: name,
        max_context_length: most,
        loaded_instances: loaded,
        capabilities: can,
      }) => {
        const contextWindow = loaded?.[0]?.config?.context_length ?? most;
        return { id: key, name, contextWindow, vision: can?.vision, tools: can?.trained_for_tool_use };
      },
    );
}

const llamaCppProps = z.object({
  default_generation_settings: z.object({ n_ctx: size.optional() }).optional(),
  modalities: z.object({ vision: z.boolean().optional() }).optional(),
  role: z.string().optional(),
  build_info: z.string().optional(),
});
const llamaCppList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

/** `/props`, without letting the router load a model for the question. */
async function llamaCppModels(ask: Ask): Promise<ListedModel[] | null> {
  const props = llamaCppProps.safeParse(await ask('/props?autoload=false'));
  // Any server may sit on 8080: only llama.cpp tells one of these.
  const known = props.data?.default_generation_settings ?? props.data?.role ?? props.data?.build_info;
  if (known === undefined) return null;
  const list = llamaCppList.safeParse(await ask('/v1/models'));
  const contextWindow = props.data?.default_generation_settings?.n_ctx;
  const vision = props.data?.modalities?.vision;
  return (list.data?.data ?? []).map(({ id }) => ({
    id,
    name: id.split(/[\\/]/).at(-1),
    contextWindow,
    vision,
  }));
}
