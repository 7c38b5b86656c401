import type { Preset, WireName } from '#contract';
import { BoughError } from '#core/errors.ts';

const chat = 'openai-chat';

const hosted = (
  id: string,
  name: string,
  [baseUrl, keyUrl]: readonly [baseUrl: string, keyUrl: string],
  wire: WireName = chat,
): Preset => ({ id, name, wire, baseUrl, keyUrl, needsKey: true });

const onThisComputer = (id: string, name: string, baseUrl: string, wire: WireName = chat): Preset => ({
  id,
  name,
  wire,
  baseUrl,
  keyUrl: '',
  needsKey: false,
});

/**
 * Addresses and key pages from each vendor's quick start, November 2026. Where an address holds a name of the user's
 * own (Azure), the preset has none.
 */
export const presets: readonly Preset[] = [
  hosted(
    'openai',
    'OpenAI',
    ['https://api.openai.com/v1', 'https://platform.openai.com/api-keys'],
    'openai-responses',
  ),
  hosted(
    'anthropic',
    'Anthropic',
    ['https://api.anthropic.com', 'https://platform.claude.com/settings/keys'],
    'anthropic',
  ),
  hosted(
    'google',
    'Google Gemini',
    ['https://generativelanguage.googleapis.com', 'https://aistudio.google.com/apikey'],
    'google',
  ),
  hosted('openrouter', 'OpenRouter', ['https://openrouter.ai/api/v1', 'https://openrouter.ai/settings/keys']),
  hosted('groq', 'Groq', ['https://api.groq.com/openai/v1', 'https://console.groq.com/keys']),
  hosted('mistral', 'Mistral', ['https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys']),
  hosted('deepseek', 'DeepSeek', ['https://api.deepseek.com/v1', 'https://platform.deepseek.com/api_keys']),
  hosted('xai', 'xAI', ['https://api.x.ai/v1', 'https://console.x.ai']),
  hosted('together', 'Together AI', [
    'https://api.together.ai/v1',
    'https://api.together.ai/settings/api-keys',
  ]),
  {
    ...hosted('azure', 'Azure OpenAI', ['', 'https://ai.azure.com'], 'openai-responses'),
    baseUrlExample: 'https://your-resource.openai.azure.com',
  },
  hosted('bedrock', 'Amazon Bedrock', [
    'https://bedrock-mantle.us-east-1.api.aws/v1',
    'https://console.aws.amazon.com/bedrock/home#/api-keys',
  ]),
  {
    ...hosted('copilot', 'Copilot-style gateway', ['', '']),
    baseUrlExample: 'https://api.githubcopilot.com',
  },
  onThisComputer('ollama', 'Ollama', 'http://127.0.0.1:11434', 'ollama'),
  onThisComputer('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1'),
  onThisComputer('llamacpp', 'llama.cpp', 'http://127.0.0.1:8080/v1'),
  onThisComputer('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  { id: 'other', name: 'Other compatible server', wire: chat, baseUrl: '', keyUrl: '', needsKey: false },
];

/** What people paste along with an address: the path of one request. */
const requestPaths = [
  '/chat/completions',
  '/completions',
  '/responses',
  '/v1/messages',
  '/messages',
  '/models',
  '/api/chat',
  '/api/tags',
];

/** What a wire's SDK puts behind the address by itself. */
const versions: Partial<Record<WireName, RegExp>> = {
  anthropic: /\/v1$/,
  google: /\/v1(?:beta|alpha)?(?:\/models(?:\/.*)?)?$/,
  ollama: /\/(?:v1|api)$/,
};

/** Servers that speak OpenAI's protocols without a version in the path. */
const unversioned: readonly string[] = ['api.githubcopilot.com'];

/**
 * Brings an address into the form that a wire's SDK wants: OpenAI's end behind `/v1`, the others before it.
 *
 * @throws `bad_request` when it is no http(s) address, or holds a user name or password
 */
export function normaliseBaseUrl(wire: WireName, address: string): string {
  if (!URL.canParse(address)) throw new BoughError('bad_request', 'The base URL is not an address');
  const url = new URL(address);
  const plain = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!plain) throw new BoughError('bad_request', 'The base URL is not a plain http address');
  let path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const extra = requestPaths.find((end) => path.endsWith(end));
  if (extra) path = path.slice(0, -extra.length);
  // Pasted behind an address that had it already.
  path = path.replace(/(?:\/v1)+$/, '/v1');
  const version = versions[wire];
  if (version) path = path.replace(version, '');
  else if (path === '' && !unversioned.includes(url.hostname)) path = '/v1';
  // Azure's page shows the address of the resource alone.
  if (url.hostname.endsWith('.openai.azure.com') && path === '/v1') path = '/openai/v1';
  return url.origin + path;
}
