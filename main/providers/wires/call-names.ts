import type { WireEvent, WireResponse } from '../wire.ts';

/** What every provider takes as the name of a tool (OpenAI's is the shortest, Google's begins with a letter). */
const sayable = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const sayableName = (name: string): string =>
  sayable.test(name) ? name : `_${name.replace(/[^A-Za-z0-9_-]+/g, '_')}`.slice(0, 64);

/** A call by a name that can go back. */
export function withSayableName(event: WireEvent): WireEvent {
  return event.type === 'call' ? { ...event, name: sayableName(event.name) } : event;
}

/**
 * A response whose calls can go back. Models call tools by names that their own providers refuse in a later request
 * ("multi_tool_use.parallel"): such a response is told in words from now on, or the conversation would end there.
 */
export function withSayableNames(response: WireResponse): WireResponse {
  if (response.said.every((part) => part.type !== 'call' || sayable.test(part.name))) return response;
  const said = response.said.map((part) =>
    part.type === 'call' ? { ...part, name: sayableName(part.name) } : part,
  );
  return { ...response, said, native: { ...response.native, wire: 'none', blocks: [] } };
}
