import { redact } from './redact.ts';

/** What kind of way to the provider failed, for the sentence and its advice. */
export type NetworkReason = 'offline' | 'dns' | 'refused' | 'tls' | 'proxy' | 'timeout' | 'reset' | 'other';

/** Codes of Node's sockets and of Chromium's network stack, which a shell may use in its place. */
const reasons: readonly (readonly [RegExp, NetworkReason])[] = [
  [/INTERNET_DISCONNECTED|NETWORK_CHANGED|ENETUNREACH|EHOSTUNREACH|ENETDOWN|ADDRESS_UNREACHABLE/, 'offline'],
  [/PROXY|TUNNEL_CONNECTION|Proxy (?:response|Authentication)|SOCKS5/, 'proxy'],
  [/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|ERR_DNS/, 'dns'],
  [/ECONNREFUSED|CONNECTION_REFUSED/, 'refused'],
  [/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|EPROTO/, 'tls'],
  [/ETIMEDOUT|TIMED_OUT|CONNECT_TIMEOUT|HEADERS_TIMEOUT/, 'timeout'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET|CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE/, 'reset'],
];

/**
 * Reads what went wrong from the error of a `fetch`, its causes and the attempts behind an aggregate.
 *
 * @returns the kind, and a technical line without the key
 */
export function readNetworkError(
  error: unknown,
  key: string | null,
): { reason: NetworkReason; detail: string } {
  const chain = [...causes(error)];
  const marks = chain.flatMap((link) => [codeOf(link), link.message]);
  for (const [sign, reason] of reasons) {
    if (marks.some((mark) => sign.test(mark))) return { reason, detail: technical(chain, key) };
  }
  return { reason: 'other', detail: technical(chain, key) };
}

function* causes(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth > 6) return;
  yield error;
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner, depth + 1);
  yield* causes(error.cause, depth + 1);
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

function technical(chain: readonly Error[], key: string | null): string {
  const lines = chain.map((link) => [link.message, codeOf(link)].filter((part) => part !== '').join(' '));
  return redact([...new Set(lines)].join('\n'), key);
}
