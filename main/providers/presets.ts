import type { Preset, WireName } from '#contract';
import { BoughError } from '#core/errors.ts';

const chat = 'openai-chat';

const hosted = (
  id: string,
  name: string,
  baseUrl: string,
  keyUrl: string,
  wire: WireName = chat,
): Preset => ({
  id,
  name,
  wire,
  baseUrl,
  keyUrl,
  needsKey: true,
});

const onThisComputer = (id: string, name: string, port: number): Preset => ({
  id,
  name,
  wire: chat,
  baseUrl: `http://127.0.0.1:${port}/v1`,
  keyUrl: '',
  needsKey: false,
});

/** Addresses and key pages from each vendor's quick start, November 2026. */
export const presets: readonly Preset[] = [
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys'),
  hosted(
    'anthropic',
    'Anthropic',
    'https://api.anthropic.com',
    'https://platform.claude.com/settings/keys',
    'anthropic',
  ),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/settings/keys'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys'),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', 'https://platform.deepseek.com/api_keys'),
  hosted('xai', 'xAI', 'https://api.x.ai/v1', 'https://console.x.ai'),
  hosted(
    'together',
    'Together AI',
    'https://api.together.ai/v1',
    'https://api.together.ai/settings/api-keys',
  ),
  onThisComputer('ollama', 'Ollama', 11_434),
  onThisComputer('lmstudio', 'LM Studio', 1234),
  onThisComputer('llamacpp', 'llama.cpp', 8080),
  onThisComputer('vllm', 'vLLM', 8000),
  { id: 'other', name: 'Other compatible server', wire: chat, baseUrl: '', keyUrl: '', needsKey: false },
];

/** What people paste along with an address: the path of one request. */
const requestPaths = ['/chat/completions', '/completions', '/v1/messages', '/messages', '/models'];

/**
 * Brings an address into the form that a wire's SDK wants: Anthropic's ends before `/v1`, the other behind it.
 *
 * @throws `bad_request` when it is no http(s) address, or holds a user name or password
 */
export function normaliseBaseUrl(wire: WireName, address: string): string {
  if (!URL.canParse(address)) throw new BoughError('bad_request', 'The base URL is not an address');
  const url = new URL(address);
  const plain = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!plain) throw new BoughError('bad_request', 'The base URL is not a plain http address');
  let path = url.pathname.replace(/\/+$/, '');
  const extra = requestPaths.find((end) => path.endsWith(end));
  if (extra) path = path.slice(0, -extra.length);
  if (wire === 'anthropic') path = path.replace(/\/v1$/, '');
  else if (path === '') path = '/v1';
  return url.origin + path;
}
