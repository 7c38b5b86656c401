import type {
  BoughApi,
  BridgeEvent,
  Conversation,
  MethodInput,
  MethodName,
  MethodOutput,
  Model,
  Preferences,
  Preset,
  Route,
  SearchHit,
} from '#contract';

/** What the fake starts from; every field comes from the page's address (`?conversations=40&routes=full`). */
export interface FakeOptions {
  conversations: number;
  trashed: number;
  routes: 'practice' | 'full';
  /** Whether the system can encrypt keys. */
  encryption: boolean;
  local: boolean;
  welcomed: boolean;
  language: Preferences['language'];
  theme: Preferences['theme'];
  textSize: number;
  notices: boolean;
  /** Methods that fail, or never answer. */
  failing: readonly string[];
  silent: readonly string[];
  /** The error code that the live check answers with. */
  check: string;
}

type Answers = { [Name in MethodName]?: (input: MethodInput<Name>) => MethodOutput<Name> };

const titles = [
  'Kitchen plan for the small flat',
  'Letter to the housing office',
  'Zápisky z jednání',
  'แผนเที่ยวเชียงใหม่',
  'Tax questions 2026',
  'Story: the lighthouse',
  'A much longer title that certainly does not fit into the column and must end in dots',
  '',
];

const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
const hour = 3_600_000;
const age = (index: number) => index * (index < 3 ? hour / 60 : index < 6 ? 20 * hour : 50 * hour);

function conversation(index: number, trashedAt: number | null): Conversation {
  const at = Date.now() - age(index);
  return {
    id: uuid(index + 1 + (trashedAt === null ? 0 : 1_000_000)),
    title: titles[index % titles.length] ?? '',
    titleSource: 'auto',
    tipId: uuid(900_000),
    rootId: uuid(900_000),
    pathLength: 12,
    branchCount: [5, 1, 2, 3, 1, 14][index % 6] ?? 1,
    agentId: uuid(999_999),
    reader: null,
    createdAt: at,
    updatedAt: at,
    trashedAt,
  };
}

const model = (id: string, name: string, more: Partial<Model> = {}): Model => ({
  id,
  name,
  contextWindow: 200_000,
  maxOutput: 64_000,
  vision: true,
  tools: true,
  reasoning: true,
  source: 'catalogue',
  ...more,
});

const preset = (id: string, name: string, baseUrl: string, more: Partial<Preset> = {}): Preset => ({
  id,
  name,
  wire: 'openai-chat',
  baseUrl,
  keyUrl: baseUrl && `https://keys.example/${id}`,
  needsKey: true,
  ...more,
});

const presets: Preset[] = [
  preset('openai', 'OpenAI', 'https://api.openai.com/v1'),
  preset('anthropic', 'Anthropic', 'https://api.anthropic.com', { wire: 'anthropic' }),
  preset('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1'),
  preset('groq', 'Groq', 'https://api.groq.com/openai/v1'),
  preset('mistral', 'Mistral', 'https://api.mistral.ai/v1'),
  preset('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1'),
  preset('xai', 'xAI', 'https://api.x.ai/v1'),
  preset('ollama', 'Ollama', 'http://127.0.0.1:11434/v1', { keyUrl: '', needsKey: false }),
  preset('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1', { keyUrl: '', needsKey: false }),
  preset('llamacpp', 'llama.cpp', 'http://127.0.0.1:8080/v1', { keyUrl: '', needsKey: false }),
  preset('other', 'Other compatible server', '', { keyUrl: '', needsKey: false }),
];

const practice: Route = {
  id: 'practice',
  preset: 'practice',
  name: 'Practice assistant',
  wire: 'practice',
  baseUrl: '',
  keyStorage: 'none',
  needsKey: false,
  local: true,
  models: [
    model('practice', 'Practice assistant', { contextWindow: 8000, maxOutput: 1000, reasoning: false }),
  ],
};

const found = [
  model('claude-opus-5', 'Claude Opus 5', { source: 'provider' }),
  model('claude-haiku-4.5', 'Claude Haiku 4.5', { source: 'user', contextWindow: 180_000 }),
  model('tiny-text', 'Tiny Text', { vision: false, tools: false, reasoning: false, source: 'default' }),
];

const localModels = [
  model('qwen3:8b', 'qwen3:8b', { contextWindow: 32_768, source: 'provider' }),
  model('llama3.2', 'llama3.2', { contextWindow: 8192, vision: false, source: 'provider' }),
];

const full: Route[] = [
  {
    id: 'r1',
    preset: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyStorage: 'system',
    needsKey: true,
    local: false,
    models: found,
  },
  {
    id: 'r2',
    preset: 'openai',
    name: 'OpenAI',
    wire: 'openai-chat',
    baseUrl: 'https://api.openai.com/v1',
    keyStorage: 'none',
    needsKey: true,
    local: false,
    models: [],
  },
  {
    id: 'r3',
    preset: 'ollama',
    name: 'Ollama',
    wire: 'openai-chat',
    baseUrl: 'http://127.0.0.1:11434/v1',
    keyStorage: 'none',
    needsKey: false,
    local: true,
    models: localModels,
  },
];

const guide = [
  {
    slug: '01-start',
    title: 'First steps',
    markdown:
      '# First steps\n\nBough is a place for long conversations. Write below, press `Enter`.\n\n## Going back\n\nNothing is overwritten: *editing* makes a **branch**.\n\n- one\n- two\n\n| key | does |\n| --- | --- |\n| F2 | renames |\n\n[The web](https://example.com)',
  },
  { slug: '02-keys', title: 'Models and keys', markdown: '# Models and keys\n\nA key is like a password.' },
  { slug: '03-branches', title: 'Branches', markdown: '# Branches\n\nA conversation is a tree.' },
];

/** An in-memory stand-in for main: enough of it to see and try every state of the screens around the chat. */
export function createFake(options: FakeOptions): BoughApi {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const emit = (event: BridgeEvent) => {
    for (const listener of listeners) listener(event);
  };
  const all = new Map<string, Conversation>();
  for (let i = 0; i < options.conversations; i += 1) {
    const one = conversation(i, null);
    all.set(one.id, one);
  }
  for (let i = 0; i < options.trashed; i += 1) {
    const one = conversation(i, Date.now() - i * 30 * hour);
    all.set(one.id, one);
  }
  let preferences: Preferences = {
    language: options.language,
    theme: options.theme,
    textSize: options.textSize,
    libraryWidth: 260,
    panelWidth: 420,
    welcomed: options.welcomed,
    lastConversationId: null,
  };
  let routes = options.routes === 'full' ? [practice, ...full] : [practice];
  let reader = { routeId: 'practice', modelId: 'practice' };
  const get = (id: string) => {
    const one = all.get(id);
    if (!one) throw Object.assign(new Error(`no conversation ${id}`), { code: 'not_found' });
    return one;
  };
  const change = (id: string, fields: Partial<Conversation>) => {
    const one = { ...get(id), ...fields };
    all.set(id, one);
    emit({ type: 'conversation', conversation: one });
    return one;
  };
  const route = (id: string) => {
    const one = routes.find((candidate) => candidate.id === id);
    if (!one) throw Object.assign(new Error(`no route ${id}`), { code: 'not_found' });
    return one;
  };
  const putRoute = (one: Route) => {
    routes = [...routes.filter(({ id }) => id !== one.id), one];
    emit({ type: 'routes' });
    return one;
  };

  const answers: Answers = {
    'app.info': () => ({
      version: '0.1.0',
      platform: 'linux',
      workspace: '/home/jana/Bough',
      systemLanguage: 'en-GB',
      notices: options.notices
        ? [
            { id: 'n1', kind: 'answer_interrupted', conversationId: uuid(1), detail: 'message 17' },
            { id: 'n2', kind: 'keys_unreadable', conversationId: null, detail: 'safeStorage' },
          ]
        : [],
    }),
    'app.preferences': () => preferences,
    'app.setPreferences': (fields) => {
      preferences = { ...preferences, ...(fields as Partial<Preferences>) };
      emit({ type: 'preferences', preferences });
      return preferences;
    },
    'app.dismissNotice': () => ({ dismissed: true }),
    'app.openExternal': ({ url }) => {
      document.documentElement.dataset['opened'] = url;
      return { opened: true };
    },
    'app.showWorkspace': () => ({ shown: true }),
    'app.copyText': () => ({ copied: true }),
    'app.mark': () => ({ noted: true }),
    'app.reportError': ({ message }) => {
      console.error(message);
      return { noted: true };
    },
    'app.guide': () => guide,
    'conversations.list': ({ trashed = false, after, limit = 60 }) => {
      const listed = [...all.values()]
        .filter((one) => (one.trashedAt !== null) === trashed)
        .sort((a, b) => b.updatedAt - a.updatedAt);
      const start = after ? Number(after) : 0;
      const end = start + limit;
      return { items: listed.slice(start, end), next: end < listed.length ? String(end) : null };
    },
    'conversations.get': ({ id }) => get(id),
    'conversations.create': () => {
      const one = { ...conversation(0, null), id: crypto.randomUUID(), title: '', branchCount: 0 };
      all.set(one.id, one);
      emit({ type: 'conversation', conversation: one });
      return one;
    },
    'conversations.rename': ({ id, title }) => change(id, { title, titleSource: 'user' }),
    'conversations.trash': ({ id }) => change(id, { trashedAt: Date.now() }),
    'conversations.restore': ({ id }) => change(id, { trashedAt: null }),
    'conversations.emptyTrash': ({ ids }) => {
      for (const id of ids) all.delete(id);
      emit({ type: 'conversationsDeleted', ids });
      return { deleted: ids.length };
    },
    'providers.presets': () => presets,
    'providers.routes': () => routes,
    'providers.keyProtection': () => ({ system: options.encryption }),
    'providers.saveRoute': ({ route: draft, key }) => {
      const old = routes.find(({ id }) => id === draft.id);
      const local = draft.baseUrl.startsWith('http://127.0.0.1');
      const needsKey = presets.find(({ id }) => id === draft.preset)?.needsKey ?? true;
      const fresh = { models: [], keyStorage: 'none' as const, needsKey, local, ...old, ...draft };
      const id = draft.id ?? crypto.randomUUID();
      return putRoute({ ...fresh, id, ...(key && { keyStorage: key.storage }) });
    },
    'providers.removeRoute': ({ id }) => {
      routes = routes.filter((one) => one.id !== id);
      emit({ type: 'routes' });
      return { removed: true };
    },
    'providers.check': ({ key }) => {
      const code = key === 'bad' ? 'provider_auth' : options.check;
      if (code === '') return { ok: true, models: found, milliseconds: 420 };
      return {
        ok: false,
        error: {
          code: code as 'provider_auth',
          message: '401',
          params: { provider: 'OpenAI' },
          detail: 'GET',
        },
      };
    },
    'providers.refreshModels': ({ id }) =>
      putRoute({ ...route(id), models: route(id).local ? localModels : found }),
    'providers.setModelFigures': ({ routeId, modelId, figures }) => {
      const old = route(routeId);
      const models = old.models.map((one) =>
        one.id === modelId ? ({ ...one, ...figures, source: 'user' } as Model) : one,
      );
      return putRoute({ ...old, models });
    },
    'providers.detectLocal': () =>
      options.local
        ? [{ preset: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: localModels }]
        : [],
    'providers.setDefaultReader': (input) => {
      reader = input.reader;
      emit({ type: 'routes' });
      return { saved: true };
    },
    'providers.defaultReader': () => reader,
    'search.query': ({ text }) => find(text, [...all.values()]),
    'turns.running': () => [
      { conversationId: uuid(3), userMessageId: uuid(7), agentMessageId: uuid(8), wait: null },
    ],
    'drafts.get': () => null,
    'drafts.save': () => ({ saved: true }),
    'agents.list': () => [],
  };

  return {
    async call(method, input) {
      if (options.silent.includes(method)) return new Promise(() => {});
      if (options.failing.includes(method))
        return {
          ok: false,
          error: { code: 'internal', message: `${method} fails`, detail: 'as it was told to' },
        };
      const answer = answers[method] as ((given: typeof input) => never) | undefined;
      if (!answer) return { ok: false, error: { code: 'unknown_method', message: method } };
      try {
        return { ok: true, data: answer(input) };
      } catch (caught) {
        return { ok: false, error: { code: 'not_found', message: String(caught) } };
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    acknowledge() {},
  };
}

function find(text: string, all: readonly Conversation[]): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const { id, title, updatedAt } of all) {
    const at = title.toLowerCase().indexOf(text.toLowerCase());
    if (at === -1) continue;
    const end = at + text.length;
    const hit = { conversationId: id, title, createdAt: updatedAt };
    hits.push({ ...hit, messageId: null, excerpt: title, highlights: [[at, end]] });
    const before = '… as we said about the ';
    hits.push({
      ...hit,
      messageId: uuid(70),
      excerpt: `${before}${text} in the long wall, where the window sill is at 88 cm, and so on and so forth …`,
      highlights: [[before.length, before.length + text.length]],
    });
  }
  return hits.slice(0, 50);
}
