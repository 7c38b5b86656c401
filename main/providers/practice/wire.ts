import type { PagedView } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { SaidPart } from '#core/transcript/types.ts';
import { beginningOf } from '../../text.ts';
import { ProviderError } from '../errors.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireResponse, WireTarget } from '../wire.ts';
import type { WireOptions } from '../wires/session.ts';
import { GuideIndex } from './guide-index.ts';
import { practiceCounting, practiceModel } from './model.ts';
import { replyTo } from './reply.ts';
import { readSituation, textOf } from './situation.ts';
import { summaryByRule } from './summary.ts';

const { charactersPerToken, tokensPerImage } = practiceCounting;
/** Share of the room for a summary that its list takes: what has to be in it is added behind. */
const summaryShare = 0.35;
/** Pauses of the natural pace, in milliseconds: before the first word, and between two bursts. */
const firstPause = 350;
const burstPause = 40;
const wordsPerBurst = 2;
/** Bursts of one text at most: a long one comes in larger bursts, so that nobody waits for it. */
const mostBursts = 300;

/** A wire without a network: what it answers follows from the view and the guide alone. */
export class PracticeWire implements Wire {
  readonly name = 'practice';
  readonly #options: WireOptions;
  #guide: Promise<GuideIndex> | null = null;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  async *stream({ view, model, target, signal, summary }: WireRequest): AsyncGenerator<WireEvent> {
    this.#guide ??= this.#readGuide();
    const input = countView(view);
    if (input > model.contextWindow) {
      const params = {
        provider: target.provider,
        model: model.id,
        limit: model.contextWindow,
        actual: input,
      };
      throw new ProviderError('provider_tokens', 'The practice assistant reads no more at once', { params });
    }
    const room = Math.min(model.maxOutput, model.contextWindow - input);
    const reply = summary
      ? [listFor(view, summary.maxTokens)]
      : replyTo(readSituation(view), await this.#guide);
    const { said, cut } = cutAt(reply, room);
    await this.#pause(firstPause, signal);
    for (const part of said) yield* this.#say(part, signal);
    yield { type: 'done', response: responseOf(said, cut, input) };
  }

  /** A guide that could not be read is tried again with the next question. */
  async #readGuide(): Promise<GuideIndex> {
    try {
      return new GuideIndex(await this.#options.guide());
    } catch (error) {
      this.#guide = null;
      throw error;
    }
  }

  models(_target: WireTarget, _signal: AbortSignal): Promise<ListedModel[]> {
    const { source: _source, ...listed } = practiceModel;
    return Promise.resolve([listed]);
  }

  async *#say(part: SaidPart, signal: AbortSignal): AsyncGenerator<WireEvent> {
    if (part.type === 'call') {
      yield { type: 'call', id: part.id, name: part.name };
      yield { type: 'arguments', id: part.id, text: part.arguments };
      return;
    }
    for (const burst of burstsOf(part.text)) {
      yield { type: part.type, text: burst };
      await this.#pause(burstPause, signal);
    }
  }

  /** @throws `cancelled` */
  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const stopped = () => new BoughError('cancelled', 'The request was stopped');
    if (signal.aborted) throw stopped();
    if (this.#options.practicePace === 'instant') return;
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        cancel();
        reject(stopped());
      };
      const cancel = this.#options.schedule(milliseconds, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}

const tokensOf = (text: string): number => Math.ceil(text.length / charactersPerToken);

function listFor({ messages }: PagedView, maxTokens: number): SaidPart {
  const request = messages.flatMap((message) =>
    message.role === 'user' ? message.parts.filter((part) => part.type !== 'page') : [],
  );
  const limit = Math.floor(maxTokens * summaryShare * charactersPerToken);
  return { type: 'text', text: summaryByRule(textOf(request), limit) };
}

function countView(view: PagedView): number {
  const seen = view.messages.reduce((sum, message) => {
    if (message.role === 'agent') return sum + countSaid(message.said);
    const parts = message.role === 'user' ? message.parts : message.results.flatMap((result) => result.parts);
    return parts.reduce<number>((inner, part) => {
      if (part.type === 'text') return inner + tokensOf(part.text);
      if (part.type === 'page') return inner + tokensPerImage;
      return inner + (part.attachment.kind === 'image' ? tokensPerImage : tokensOf(part.attachment.name));
    }, sum);
  }, 0);
  return seen + tokensOf(view.system) + tokensOf(JSON.stringify(view.tools));
}

const countSaid = (said: readonly SaidPart[]): number =>
  said.reduce(
    (sum, part) => sum + tokensOf(part.type === 'call' ? part.name + part.arguments : part.text),
    0,
  );

/** Cuts an answer at the output limit, as any provider does. A call is never cut: it is left out. */
function cutAt(said: readonly SaidPart[], room: number): { said: SaidPart[]; cut: boolean } {
  const kept: SaidPart[] = [];
  let left = room;
  for (const part of said) {
    const size = countSaid([part]);
    if (size > left) {
      if (part.type !== 'call')
        kept.push({ ...part, text: beginningOf(part.text, left * charactersPerToken) });
      return { said: kept.filter((whole) => whole.type !== 'call'), cut: true };
    }
    left -= size;
    kept.push(part);
  }
  return { said: kept, cut: false };
}

function responseOf(said: SaidPart[], cut: boolean, input: number): WireResponse {
  const calls = said.some((part) => part.type === 'call');
  return {
    said,
    native: { wire: 'practice', model: practiceModel.id, blocks: said },
    stop: cut ? 'length' : calls ? 'calls' : 'end',
    usage: { input, output: countSaid(said), cacheRead: 0, cacheWrite: 0 },
  };
}

/** A few words at a time; languages without spaces by a few letters. */
function burstsOf(text: string): string[] {
  const pieces = text.match(/\s*\S{1,12}/gu) ?? [];
  const bursts: string[] = [];
  const size = Math.max(wordsPerBurst, Math.ceil(pieces.length / mostBursts));
  for (let at = 0; at < pieces.length; at += size) {
    bursts.push(pieces.slice(at, at + size).join(''));
  }
  const rest = text.slice(bursts.join('').length);
  return rest === '' ? bursts : [...bursts, rest];
}
