import { describe, expect, it } from 'vitest';
import { errorFromAnswer, type FailureContext } from '../../../main/providers/errors.ts';
import { readNetworkError } from '../../../main/providers/network.ts';
import { redact } from '../../../main/providers/redact.ts';

const now = Date.parse('2026-11-01T10:00:00Z');
const context: FailureContext = {
  provider: 'P',
  host: 'p.test',
  key: 'my-own-secret',
  model: 'm',
  now: () => now,
};
const said = (status: number | null, body: unknown, headers: Record<string, string> = {}) =>
  errorFromAnswer(
    { status, headers: new Headers(headers), body: typeof body === 'string' ? body : JSON.stringify(body) },
    context,
  );

describe('errorFromAnswer', () => {
  it.each([
    [
      400,
      { error: { message: 'Your credit balance is too low to access the Anthropic API.' } },
      'provider_billing',
    ],
    [
      429,
      { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } },
      'provider_billing',
    ],
    [402, { error: { message: 'Insufficient Balance' } }, 'provider_billing'],
    [
      403,
      { error: 'Your team has used all available credits or reached its monthly spending limit' },
      'provider_billing',
    ],
    [
      429,
      [{ error: { status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota' } }],
      'provider_rate_limit',
    ],
    [400, { error: 'Incorrect API key provided: ab***yz.' }, 'provider_auth'],
    [400, [{ error: { message: 'API key not valid. Please pass a valid API key.' } }], 'provider_auth'],
    [401, { message: 'Unauthorized' }, 'provider_auth'],
    [403, { error: { message: 'flagged', code: 403, metadata: {} } }, 'provider_auth'],
    [403, { error: { message: 'Input requires moderation on OpenAI' } }, 'provider_filtered'],
    [
      403,
      { error: { code: 'unsupported_country_region_territory', message: 'Country not supported' } },
      'provider_unknown',
    ],
    [
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'model: claude-x' } },
      'provider_model',
    ],
    [404, { error: "model 'llama9' not found" }, 'provider_model'],
    [400, { error: { message: 'acme/x is not a valid model ID' } }, 'provider_model'],
    [404, { error: { message: 'No endpoints found for acme/x.' } }, 'provider_model'],
    [404, '<html>Not Found</html>', 'provider_unknown'],
    [
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'provider_overloaded',
    ],
    [503, { error: { message: 'Loading model', type: 'unavailable_error' } }, 'provider_overloaded'],
    [524, '', 'provider_overloaded'],
    [407, '', 'provider_network'],
    [
      400,
      { error: { message: 'messages.0: image exceeds 10 MB maximum: 1 bytes > 2 bytes' } },
      'provider_bytes',
    ],
    [413, '<h1>Request Entity Too Large</h1>', 'provider_bytes'],
    [400, { error: { message: 'request body exceeds the limit of 20971520 bytes' } }, 'provider_bytes'],
    [400, { error: { message: 'The number of images exceeds the limit of 5 images' } }, 'provider_bytes'],
    [
      400,
      { error: { message: 'prompt token count of 131000 exceeds the limit of 128000' } },
      'provider_tokens',
    ],
    [null, { error: { message: 'upstream said something new' } }, 'provider_unknown'],
  ])('%i %j is %s', (status, body, code) => {
    expect(said(status, body).code).toBe(code);
  });

  it('takes too many tokens a minute for a rate limit, not for a long conversation', () => {
    const message =
      'Request too large for gpt-4o in organization o on tokens per min (TPM): Limit 30000, Requested 45210.';
    for (const status of [429, 413]) {
      const error = said(status, { error: { code: 'rate_limit_exceeded', message } });
      expect(error).toMatchObject({ code: 'provider_rate_limit', params: { limit: 30_000, actual: 45_210 } });
    }
  });

  it('reads what a gateway quotes of the provider behind it', () => {
    const raw = JSON.stringify({
      error: { message: 'prompt is too long: 213,462 tokens > 200,000 maximum' },
    });
    const error = said(400, { error: { message: 'Provider returned error', code: 400, metadata: { raw } } });
    expect(error).toMatchObject({ code: 'provider_tokens', params: { limit: 200_000, actual: 213_462 } });
  });

  it.each([
    [{ 'retry-after': '12' }, '', 12],
    [{ 'retry-after-ms': '1500' }, '', 2],
    [{ 'retry-after': 'Sun, 01 Nov 2026 10:00:30 GMT' }, '', 30],
    [{}, 'Please try again in 1m7.66s.', 68],
    [{}, 'Please try again in 250ms.', 1],
    [{}, 'quota exceeded, retry in 34.07s', 35],
    [{}, 'later', undefined],
  ])('reads how long to wait from %j %s', (headers, message, seconds) => {
    expect(said(429, { error: { message } }, headers).params?.['seconds']).toBe(seconds);
  });

  it('names provider and model for the sentence, and the request for those who ask there', () => {
    const error = said(500, { error: { message: 'oops' } }, { 'request-id': 'req_1' });
    expect(error.params).toEqual({ provider: 'P', model: 'm' });
    expect(error.detail).toBe('HTTP 500\noops\nRequest req_1');
  });

  it('never holds the key, its own or any other', () => {
    const error = said(401, {
      error: { message: 'Incorrect API key provided: sk-proj-abc***xyz12. Header: Bearer my-own-secret' },
    });
    expect(JSON.stringify([error.message, error.params, error.detail])).not.toMatch(
      /my-own-secret|abc\*\*\*xyz/,
    );
  });
});

describe('redact', () => {
  it.each([
    'sk-ant-api03-AbCdEfGhIjKlMnOp',
    'gsk_abcdefghijklmnop1234',
    'authorization: Basic-abcdefgh12345',
    'Bearer eyJhbGciOiJIUzI1NiJ9.payload',
    'xai-0123456789abcdefghij',
  ])('takes out %s', (secret) => {
    expect(redact(`before ${secret} after`, null)).toBe('before [key] after');
  });

  it('takes out the key in every form in which it can be quoted', () => {
    expect(redact('a+b/c"d a%2Bb%2Fc%22d a+b/c\\"d', 'a+b/c"d')).toBe('[key] [key] [key]');
  });

  it('leaves ordinary words alone', () => {
    const text = 'The model risk-averse-planner said: bearer of good news, key: value';
    expect(redact(text, null)).toBe(text);
  });

  it('keeps a detail short enough to copy', () => {
    expect(redact('x '.repeat(9000), null).length).toBeLessThan(4100);
  });
});

describe('readNetworkError', () => {
  const failed = (code: string, message = 'inner') =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  it.each([
    [failed('ENOTFOUND'), 'dns'],
    [failed('EAI_AGAIN'), 'dns'],
    [failed('ECONNREFUSED'), 'refused'],
    [failed('CERT_HAS_EXPIRED'), 'tls'],
    [failed('SELF_SIGNED_CERT_IN_CHAIN'), 'tls'],
    [failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls'],
    [failed('UND_ERR_CONNECT_TIMEOUT'), 'timeout'],
    [failed('ECONNRESET'), 'reset'],
    [failed('UND_ERR_SOCKET'), 'reset'],
    [failed('ENETUNREACH'), 'offline'],
    [new TypeError('fetch failed', { cause: new AggregateError([failed('ECONNREFUSED')]) }), 'refused'],
    [new Error('net::ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
    [new Error('net::ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
    [new Error('net::ERR_NAME_NOT_RESOLVED'), 'dns'],
    [new Error('net::ERR_CERT_AUTHORITY_INVALID'), 'tls'],
    [new Error('net::ERR_INTERNET_DISCONNECTED'), 'offline'],
    [new Error('something else'), 'other'],
    ['not even an error', 'other'],
  ])('%s is %s', (error, reason) => {
    expect(readNetworkError(error, null).reason).toBe(reason);
  });

  it('tells the technical line without the key', () => {
    expect(
      readNetworkError(failed('ECONNREFUSED', 'connect secret-key 127.0.0.1'), 'secret-key').detail,
    ).toBe('fetch failed\nconnect [key] 127.0.0.1 ECONNREFUSED');
  });
});
