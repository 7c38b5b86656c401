/**
 * A `fetch` whose answers end with an error where one message is too long. A stream of events is many messages, with
 * an empty line behind each; anything else is one.
 *
 * @param largest bytes of one message
 */
export function limitedFetch(given: typeof fetch, largest: number): typeof fetch {
  return async (input, init) => {
    const response = await given(input, init);
    if (response.body === null) return response;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    let size = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          const end = isStream ? endOfMessage(chunk) : -1;
          size = end < 0 ? size + chunk.byteLength : chunk.byteLength - end;
          if (size > largest) controller.error(new Error(`A message of the server is over ${largest} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}

/** Where the last message that ends in a chunk ends; -1 for none. Two line ends in one chunk are enough to count by. */
function endOfMessage(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'));
}
