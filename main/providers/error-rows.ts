import type { ErrorCode } from '#contract';

export type ProviderErrorCode = Extract<ErrorCode, `provider_${string}`>;

/** A provider's refusal in one shape. */
export interface Failure {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  host: string;
  /** Share of the model's window that the request was estimated to take. */
  fill: number;
  hasBody: boolean;
  message: string;
  /** Type, code, message and what a gateway quotes, one a line: what `sign` is matched against. */
  signs: string;
  /** Tokens, where the body names them in fields of their own (llama.cpp). */
  limit?: number;
  actual?: number;
}

/** One way of failing. The groups `limit` and `actual` of `sign` are the refusal's own figures [L3]. */
export interface ErrorRow {
  code: ProviderErrorCode;
  /** Whose wording or rule this is. */
  source: string;
  status?: readonly number[];
  sign?: RegExp;
  when?(failure: Failure): boolean;
  /** For `provider_network`: what kind of failure. */
  reason?: string;
}

/** Things that only look like a request that is too large: they come first. */
const lookalikes: readonly ErrorRow[] = [
  { code: 'provider_unknown', source: 'OpenAI: one string is too long', sign: /string_above_max_length/i },
  { code: 'provider_rate_limit', source: 'Gemini: quota of a minute or a day', sign: /RESOURCE_EXHAUSTED/ },
  {
    code: 'provider_billing',
    source: 'OpenAI: quota used up',
    sign: /insufficient_quota|exceeded your current quota/i,
  },
  {
    code: 'provider_billing',
    source: 'Anthropic: credit used up',
    sign: /credit balance is too low|billing_error/i,
  },
  {
    code: 'provider_billing',
    source: 'DeepSeek, OpenRouter: no credit',
    sign: /insufficient (?:credits|balance|funds)/i,
  },
  {
    code: 'provider_billing',
    source: 'xAI: credits or spending limit',
    sign: /used all available credits|spending limit/i,
  },
  { code: 'provider_billing', source: 'any: payment required', status: [402] },
  {
    code: 'provider_rate_limit',
    source: 'OpenAI, Groq: tokens or requests a minute',
    sign: /(?:rate_limit_(?:exceeded|error)|tokens per (?:minute|min|day))(?:[\s\S]*?limit:? (?<limit>\d+),[\s\S]*?requested:? (?<actual>\d+))?/i,
  },
  {
    code: 'provider_rate_limit',
    source: 'Bedrock: throttling',
    sign: /throttl|too many tokens, please wait/i,
  },
  { code: 'provider_rate_limit', source: 'any: too many requests', status: [429] },
  { code: 'provider_rate_limit', source: 'any: too many requests', sign: /too many requests/i },
];

const access: readonly ErrorRow[] = [
  {
    code: 'provider_filtered',
    source: 'OpenAI, Azure, Anthropic, OpenRouter, Gemini, Qwen: content filter',
    sign: /content_policy|content_filter|content management policy|content filtering policy|requires moderation|was flagged|PROHIBITED_CONTENT|data_inspection_failed/i,
  },
  {
    code: 'provider_unknown',
    source: 'OpenAI, Gemini, Anthropic: not offered in this region',
    sign: /unsupported_country|not (?:supported|available) in your (?:country|region)|location is not supported/i,
  },
  { code: 'provider_auth', source: 'any: key not accepted', status: [401] },
  {
    code: 'provider_auth',
    source: 'xAI, Gemini, Anthropic: key not accepted, with another status',
    sign: /incorrect api key|invalid[ _]api[ _]key|api key not valid|authentication_error|no auth credentials/i,
  },
  { code: 'provider_auth', source: 'any: key without this permission', status: [403] },
  { code: 'provider_network', source: 'a proxy asks for a sign-in', status: [407], reason: 'proxy' },
];

const count = String.raw`[\d,_]*\d`;

/** What gateways count in the words that they count tokens in. */
const otherUnits = String.raw`bytes|[kmg]i?b\b|images?|files?|messages?|characters|requests`;

/** Rows of too many tokens, from the providers' documents and public reports. */
const tokens: readonly ErrorRow[] = [
  {
    sign: new RegExp(`prompt is too long(?:: (?<actual>${count}) tokens > (?<limit>${count}))?`, 'i'),
    source: 'Anthropic, z.ai',
  },
  {
    sign: new RegExp(`exceed context limit(?:: (?<actual>${count}) \\+ ${count} > (?<limit>${count}))?`, 'i'),
    source: 'Anthropic, with max_tokens',
  },
  {
    sign: new RegExp(
      `maximum context length is (?<limit>${count}) tokens(?:[\\s\\S]*?(?:resulted in|requested(?: about)?) (?<actual>${count}))?`,
      'i',
    ),
    source: 'OpenAI, OpenRouter',
  },
  {
    sign: new RegExp(
      `configured limit of (?<limit>${count}) tokens(?:[\\s\\S]*?resulted in (?<actual>${count}))?`,
      'i',
    ),
    source: 'OpenAI, configured limit',
  },
  {
    sign: new RegExp(
      `input token count \\((?<actual>${count})\\) exceeds the maximum[^(]*\\((?<limit>${count})\\)`,
      'i',
    ),
    source: 'Gemini',
  },
  { sign: /input token count[^.]*exceeds the maximum/i, source: 'Gemini' },
  { sign: /input is too long for requested model/i, source: 'Bedrock' },
  {
    sign: new RegExp(
      `(?:Input of (?<actual>${count}) tokens[\\s\\S]*?)?maximum allowed input length of (?<limit>${count})`,
      'i',
    ),
    source: 'OpenRouter',
  },
  {
    sign: new RegExp(
      `\\((?<actual>${count}) tokens\\) is longer than the model's context length \\((?<limit>${count})`,
      'i',
    ),
    source: 'Together',
  },
  { sign: /is longer than the model's context length/i, source: 'Together' },
  {
    sign: new RegExp(
      `maximum prompt length is (?<limit>${count})(?: but the request contains (?<actual>${count}))?`,
      'i',
    ),
    source: 'xAI',
  },
  {
    sign: new RegExp(
      `(?:Prompt contains (?<actual>${count}) tokens[\\s\\S]*?)?too large for model with (?<limit>${count}) maximum context length`,
      'i',
    ),
    source: 'Mistral',
  },
  {
    sign: new RegExp(
      `(?:token count of (?<actual>${count}) )?exceeds the limit of (?<limit>${count})(?![\\d,_]*\\s*(?:${otherUnits}))`,
      'i',
    ),
    source: 'Copilot-style gateways',
  },
  { sign: /exceed_context_size_error|exceeds the available context size/i, source: 'llama.cpp' },
  { sign: /greater than the context length/i, source: 'LM Studio' },
  { sign: /input length exceeds the context length/i, source: 'Ollama' },
  {
    sign: new RegExp(
      `(?:total length (?<actual>${count})\\) )?exceeds the model's maximum context length(?: of (?<limit>${count}))?`,
      'i',
    ),
    source: 'vLLM',
  },
  {
    sign: new RegExp(
      `exceeded model token limit(?:: (?<limit>${count}) \\(requested: (?<actual>${count}))?`,
      'i',
    ),
    source: 'Kimi',
  },
  { sign: /context window exceeds limit/i, source: 'MiniMax' },
  {
    sign: new RegExp(`range of input length should be(?: \\[\\d+, (?<limit>${count}))?`, 'i'),
    source: 'Qwen',
  },
  {
    sign: /exceeds the context window|context_length_exceeded|input tokens exceed the configured limit/i,
    source: 'OpenAI',
  },
  { sign: /reduce the length of the messages/i, source: 'Groq' },
].map((row) => ({ code: 'provider_tokens' as const, ...row, source: `${row.source}: too many tokens` }));

const isCerebras = (failure: Failure): boolean => /(?:^|\.)cerebras\.ai$/i.test(failure.host);

const bytes: readonly ErrorRow[] = [
  {
    code: 'provider_tokens',
    source: 'Cerebras: too many tokens, without a body',
    status: [400, 413],
    when: (failure) => !failure.hasBody && isCerebras(failure),
  },
  {
    code: 'provider_tokens',
    source: 'a bare 400 to a request that fills most of the window',
    status: [400],
    when: (failure) => !failure.hasBody && failure.fill >= 0.5,
  },
  {
    code: 'provider_bytes',
    source: 'Anthropic, OpenRouter, Copilot-style gateways, proxies: too many bytes',
    status: [413],
  },
  { code: 'provider_bytes', source: 'Anthropic: too many bytes', sign: /request_too_large/i },
  {
    code: 'provider_bytes',
    source: 'gateways: too many bytes or images',
    sign: /exceeds the limit of [\d.,_]+\s*(?:bytes|[kmg]i?b\b|images?)/i,
  },
  {
    code: 'provider_bytes',
    source: 'Gemini: too many bytes',
    sign: /request payload size exceeds the limit(?:: (?<limit>\d+) bytes)?/i,
  },
  {
    code: 'provider_bytes',
    source: 'Anthropic: an image is too large in bytes or pixels',
    sign: /image exceeds|image dimensions exceed/i,
  },
];

const rest: readonly ErrorRow[] = [
  {
    code: 'provider_model',
    source: 'any: no such model',
    sign: /model_not_found|model[^\n]{0,200}(?:does not exist|not found|not exist)|invalid model|is not a valid model|no endpoints found|no models? (?:is |are )?loaded|unknown model|not_found_error\s+model:/i,
  },
  {
    code: 'provider_overloaded',
    source: 'any: overloaded or failing for the moment',
    sign: /overloaded|server_busy|server busy|encountered while running the model|runner has unexpectedly stopped|high demand|at capacity|loading model|temporarily unavailable|^api_error|server_error/im,
  },
  { code: 'provider_overloaded', source: 'any: request timed out or conflicted there', status: [408, 409] },
  {
    code: 'provider_overloaded',
    source: 'any: server failure',
    when: ({ status }) => status !== null && status >= 500,
  },
  {
    code: 'provider_garbage',
    source: 'a redirect',
    when: ({ status }) => status !== null && status >= 300 && status < 400,
  },
  {
    code: 'provider_unknown',
    source: 'any: refused',
    when: ({ status }) => status !== null && status >= 400,
  },
];

/** Every way of failing that is told apart, in the order in which it is looked for. */
const errorRows: readonly ErrorRow[] = [...lookalikes, ...access, ...tokens, ...bytes, ...rest];

const unknown: ErrorRow = { code: 'provider_unknown', source: 'an error that is not known' };

/** The first row that fits. */
export function rowFor(failure: Failure): ErrorRow {
  return errorRows.find((row) => fits(row, failure)) ?? unknown;
}

function fits(row: ErrorRow, failure: Failure): boolean {
  if (row.status && (failure.status === null || !row.status.includes(failure.status))) return false;
  if (row.sign && !row.sign.test(failure.signs)) return false;
  return row.when?.(failure) ?? true;
}
