import type { Dispatcher } from 'undici';
import { isLoopback } from './wires/session.ts';

/** `system`: as this computer says. `none`: straight. Otherwise the address of a proxy: http, https or socks5. */
export type ProxyChoice = string;

/** How the user signs in to a proxy. */
export interface SignIn {
  username: string;
  password: string;
}

export interface ProxyOptions {
  choice(): ProxyChoice;
  /** The address of the proxy that this computer wants for an address; null for none. */
  system?(url: string): Promise<string | null>;
  /** The sign-in that is kept for the proxy that was chosen; null for none. */
  signIn?(): SignIn | null;
}

/** Finds the way to an address; null where it goes straight. */
export type WayOut = (url: URL) => Promise<Dispatcher | null>;

/**
 * The ways out of this computer, as the user chose. This computer itself is always reached straight. A sign-in goes to
 * the proxy that the user named alone: one that a network announces could be anybody's.
 */
export function waysOut({ choice, system, signIn }: ProxyOptions): WayOut {
  const agents = new Map<string, Dispatcher>();
  return async (url) => {
    const chosen = isLoopback(url.hostname) ? 'none' : choice();
    const proxy = chosen === 'system' ? await system?.(url.origin) : chosen;
    if (!proxy || proxy === 'none') return null;
    const known = chosen === 'system' ? null : (signIn?.() ?? null);
    const name = JSON.stringify([proxy, known]);
    const agent = agents.get(name) ?? (await openAgent(proxy, known));
    agents.set(name, agent);
    return agent;
  };
}

async function openAgent(proxy: string, signIn: SignIn | null): Promise<Dispatcher> {
  const { ProxyAgent, Socks5ProxyAgent } = await import('undici');
  if (proxy.startsWith('socks5:')) return new Socks5ProxyAgent(proxy, { ...signIn });
  const words = signIn ? Buffer.from(`${signIn.username}:${signIn.password}`).toString('base64') : null;
  // Proxies tunnel to where pages are encrypted, and often nowhere else: what is not encrypted is asked of the proxy.
  return new ProxyAgent({
    uri: proxy,
    proxyTunnel: false,
    ...(words !== null && { token: `Basic ${words}` }),
  });
}

/**
 * A `fetch` that goes out as the user chose.
 *
 * @param straight what requests take that need no proxy
 * @throws what the proxy says, for one that cannot be reached or wants a sign-in
 */
export function throughProxy(straight: typeof fetch, wayOut: WayOut): typeof fetch {
  return async (input, init) => {
    const dispatcher = await wayOut(new URL(input instanceof Request ? input.url : input));
    if (!dispatcher) return straight(input, init);
    const { fetch: proxied } = await import('undici');
    // The two declare the same web types apart.
    const request = { ...init, dispatcher } as Parameters<typeof proxied>[1];
    try {
      return (await proxied(input as Parameters<typeof proxied>[0], request)) as unknown as Response;
    } catch (error) {
      throw missesProxy(error) ? new ProxyUnreachable(error) : error;
    }
  };
}

/** The proxy itself was not found: names of the web are looked up by the proxy, not here. */
class ProxyUnreachable extends Error {
  readonly code = 'ERR_PROXY_CONNECTION_FAILED';

  constructor(cause: unknown) {
    super('The proxy cannot be reached', { cause });
    this.name = 'ProxyUnreachable';
  }
}

/** Whether no connection to the proxy came about. */
export function missesProxy(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/.test(code)) return true;
  return missesProxy(error.cause, depth + 1);
}
