import type { Dispatcher } from 'undici';
import { missesProxy } from '../../providers/proxy.ts';
import { Refusal } from '../tool.ts';
import type { Arrival } from './arrival.ts';

export interface ProxiedRequest {
  url: URL;
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Asks a proxy for a page. Redirects are not followed.
 *
 * @throws {Refusal} in words for the model, and the signal's reason
 */
export async function sendByProxy({ url, dispatcher, headers, signal }: ProxiedRequest): Promise<Arrival> {
  const { request } = await import('undici');
  try {
    const answer = await request(url, { dispatcher, method: 'GET', headers, signal });
    // A body that is let go before its end says so by an error; who reads it hears of errors by reading.
    answer.body.on('error', () => {});
    if (answer.statusCode !== 407) {
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    }
    answer.body.destroy();
  } catch (error) {
    signal.throwIfAborted();
    if (missesProxy(error)) throw new Refusal('The proxy that the user chose cannot be reached.');
    const said = error instanceof Error ? error.message : '';
    if (!/\(407\)|auth/i.test(said)) throw new Refusal(`The proxy did not reach ${url.host}: ${said}`);
  }
  throw new Refusal('The proxy wants a name and password, which the user can enter in the settings.');
}
