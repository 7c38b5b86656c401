import type { Lab } from '../../lab/index.ts';

/** The bodies of all requests for an answer that the lab has got, in order, as they came over the wire. */
export function chatBodies(lab: Lab): string[] {
  return lab.requests.filter(({ path }) => path.endsWith('/messages')).map(({ raw }) => raw.toString('utf8'));
}

/** The messages of a request as sent, without the cache markers, which are meant to move on. */
export function messagesSent(body: string): string {
  const from = body.indexOf('"messages":[') + '"messages":['.length;
  return withoutMarkers(body.slice(from, body.lastIndexOf(']')));
}

/** What stands before the messages, apart from the room for the answer, which follows from their length. */
export function instructionsSent(body: string): string {
  return body.slice(0, body.indexOf('"messages":[')).replace(/"max_tokens":\d+/, '');
}

/** The signatures of all reasoning in a request, in order. */
export function signaturesSent(body: string): string[] {
  return [...body.matchAll(/"signature":"([^"]+)"/g)].map(([, signature]) => signature ?? '');
}

const withoutMarkers = (json: string): string => json.replaceAll(/,"cache_control":\{[^}]*\}/g, '');
