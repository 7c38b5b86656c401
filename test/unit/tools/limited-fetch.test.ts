import { expect, it } from 'vitest';
import { limitedFetch } from '../../../main/tools/mcp/limited-fetch.ts';

const largest = 10_000;

/** A server that sends a chunk whenever one is taken. */
function server(type: string, chunk: string, most = Number.POSITIVE_INFINITY) {
  const sent = { chunks: 0 };
  const answer: typeof fetch = async () =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent.chunks += 1;
          if (sent.chunks > most) return controller.close();
          controller.enqueue(Buffer.from(chunk));
        },
      }),
      { headers: { 'content-type': type } },
    );
  return { sent, fetch: limitedFetch(answer, largest) };
}

it.each([
  ['application/json', 'x'.repeat(1000)],
  ['application/json', '\n\n'.repeat(500)],
  ['text/event-stream', `data: ${'x'.repeat(1000)}`],
])('an endless message of the type %s is cut, and no more of it is fetched', async (type, chunk) => {
  const { sent, fetch } = server(type, chunk);
  const response = await fetch('http://site.test/');
  await expect(response.text()).rejects.toThrow('over 10000 bytes');
  expect(sent.chunks).toBeLessThan(20);
});

it.each(['\n\n', '\r\n\r\n'])('a long stream of short messages is no long message: %j', async (end) => {
  const { fetch } = server('text/event-stream; charset=utf-8', `data: ${'x'.repeat(900)}${end}`, 100);
  const text = await (await fetch('http://site.test/')).text();
  expect(text.length).toBeGreaterThan(90_000);
});

it('an answer without a body, and what is said about an answer, stay as they are', async () => {
  const empty = limitedFetch(async () => new Response(null, { status: 202 }), largest);
  expect((await empty('http://site.test/')).status).toBe(202);
  const refused = limitedFetch(
    async () => new Response('no', { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    largest,
  );
  const response = await refused('http://site.test/');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await response.text()).toBe('no');
});
