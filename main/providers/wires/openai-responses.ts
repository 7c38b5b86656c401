import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { listModels, postStream } from './openai-client.ts';
import { responsesBody } from './responses-body.ts';
import { ResponsesResponse } from './responses-stream.ts';
import type { WireOptions } from './session.ts';
import { type Dialect, speak } from './speak.ts';

const dialect: Dialect = {
  wire: 'openai-responses',
  body: (request, pieces) => stringify(responsesBody(request, pieces)),
  gather: () => new ResponsesResponse(),
  send: (body, { target, signal }, exchange) => postStream('/responses', body, { target, signal, exchange }),
};

/** OpenAI Responses, without the vendor's storage: every request brings the whole conversation. */
export class OpenAiResponsesWire implements Wire {
  readonly name = dialect.wire;
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  stream(request: WireRequest): AsyncIterable<WireEvent> {
    return speak(dialect, this.#options, request);
  }

  models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]> {
    return listModels('openai-responses', this.#options, target, signal);
  }
}
