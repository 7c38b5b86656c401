import type { LabState } from '../exchange.ts';
import { type LabModel, localModel } from '../models.ts';
import { type LabServer, startServer } from '../server.ts';
import type { Wire } from '../types.ts';
import { createLlamaCppWire } from './llama-cpp.ts';
import { createLmStudioWire } from './lm-studio.ts';
import { createOllamaWire } from './ollama.ts';
import { createOllamaChatWire } from './ollama-chat.ts';

export type LocalKind = 'ollama' | 'lm-studio' | 'llama.cpp';

/** A model on this computer. `model.window` is what the runtime has allocated for it. */
export interface InstalledModel {
  readonly model: LabModel;
  /** Tokens that the model could take at most. */
  readonly maxContext: number;
  readonly loaded: boolean;
}

export interface LocalOptions {
  /** Port on 127.0.0.1; any free one if not given. The real ones are 11434, 1234 and 8080. */
  readonly port?: number;
  readonly models?: readonly InstalledModel[];
}

/** A running fake of a local runtime. */
export interface LocalRuntime extends LabServer {
  readonly kind: LocalKind;
  /** Its OpenAI-compatible route. */
  readonly baseURL: string;
}

const VISION = { kind: 'cells', edge: 1540, cap: 4000 } as const;

const INSTALLED: Record<LocalKind, readonly InstalledModel[]> = {
  ollama: [
    { model: localModel('llama3.2:3b', 4096), maxContext: 131_072, loaded: true },
    {
      model: localModel('qwen3-vl:8b', 4096, {
        vision: VISION,
        reasoning: 'effort',
        reasoningField: 'reasoning',
      }),
      maxContext: 262_144,
      loaded: false,
    },
  ],
  'lm-studio': [
    { model: localModel('google/gemma-3-4b', 8192, { vision: VISION }), maxContext: 131_072, loaded: true },
    {
      model: localModel('qwen/qwen3-8b', 8192, { reasoning: 'effort', reasoningField: 'reasoning_content' }),
      maxContext: 40_960,
      loaded: false,
    },
  ],
  'llama.cpp': [{ model: localModel('gpt-oss-20b', 8192), maxContext: 131_072, loaded: true }],
};

const WIRES: Record<LocalKind, (models: readonly InstalledModel[]) => Wire[]> = {
  ollama: (models) => [createOllamaWire(models), createOllamaChatWire(models)],
  'lm-studio': (models) => [createLmStudioWire(models)],
  'llama.cpp': (models) => [createLlamaCppWire(models)],
};

/** Starts a fake runtime. Rejects when the port is taken. */
export async function startLocalRuntime(
  kind: LocalKind,
  { port = 0, models = INSTALLED[kind] }: LocalOptions,
  state: LabState,
): Promise<LocalRuntime> {
  const server = await startServer(
    WIRES[kind](models).map((wire) => ({ prefix: '', wire })),
    state,
    port,
  );
  return { ...server, kind, baseURL: `${server.url}/v1` };
}
