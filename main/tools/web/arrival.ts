import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** The beginning of an answer from the web, with its body as it comes. */
export interface Arrival {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}
