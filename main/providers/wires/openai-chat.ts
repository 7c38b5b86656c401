import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { chatBody } from './chat-body.ts';
import { habitsOf } from './chat-habits.ts';
import { ChatResponse } from './chat-stream.ts';
import { listModels, postStream } from './openai-client.ts';
import type { WireOptions } from './session.ts';
import { type Dialect, speak } from './speak.ts';

const dialect: Dialect = {
  wire: 'openai-chat',
  body(request, pieces) {
    const host = new URL(request.target.baseUrl).hostname;
    return stringify(chatBody(request, pieces, habitsOf(host)));
  },
  gather({ view }, newId) {
    const said = view.messages.flatMap((message) => (message.role === 'agent' ? message.said : []));
    const usedIds = new Set(said.flatMap((part) => (part.type === 'call' ? [part.id] : [])));
    return new ChatResponse({ newId, usedIds });
  },
  send: (body, { target, signal }, exchange) =>
    postStream('/chat/completions', body, { target, signal, exchange }),
  endsWith: (exchange) => exchange.sawDone,
};

/** OpenAI Chat Completions, as OpenAI and the many servers that speak its protocol have it. */
export class OpenAiChatWire implements Wire {
  readonly name = dialect.wire;
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  stream(request: WireRequest): AsyncIterable<WireEvent> {
    return speak(dialect, this.#options, request);
  }

  models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]> {
    return listModels('openai-chat', this.#options, target, signal);
  }
}
