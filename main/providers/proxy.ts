import type { ProxyAgent } from 'undici';
import { isLoopback } from './wires/session.ts';

/** `system`: as this computer says. `none`: straight. Otherwise the address of a proxy. */
export type ProxyChoice = string;

export interface ProxyOptions {
  /** What requests take that need no proxy. */
  fetch: typeof fetch;
  choice(): ProxyChoice;
  /** The address of the proxy that this computer wants for an address; null for none. */
  system?(url: string): Promise<string | null>;
}

/**
 * A `fetch` that goes through a proxy where one is wanted. This computer itself is always reached straight.
 *
 * @throws what the proxy says, for one that cannot be reached or wants a sign-in
 */
export function throughProxy({ fetch: straight, choice, system }: ProxyOptions): typeof fetch {
  const agents = new Map<string, ProxyAgent>();
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const chosen = isLoopback(url.hostname) ? 'none' : choice();
    const proxy = chosen === 'system' ? await system?.(url.origin) : chosen;
    if (!proxy || proxy === 'none') return straight(input, init);
    const { fetch: proxied, ProxyAgent: Agent } = await import('undici');
    const agent = agents.get(proxy) ?? new Agent(proxy);
    agents.set(proxy, agent);
    // The two declare the same web types apart.
    const request = { ...init, dispatcher: agent } as Parameters<typeof proxied>[1];
    return (await proxied(url, request)) as unknown as Response;
  };
}
