import { createHash } from 'node:crypto';
import type { Attachment } from '#contract';
import type { ViewTurn } from '#core/context/build-view.ts';
import type { SeenPart, ToolResult } from '#core/transcript/types.ts';
import type { AskSpec, CallSpec } from './plot.ts';
import { pictureOf, textOf } from './texts.ts';

/** Writes what a plot tells of in numbers: questions, results of tools, pictures, and turns from elsewhere. */
export class Author {
  /** By content hash. */
  readonly pictures = new Map<string, Uint8Array>();
  readonly #window: number;
  #made = 0;

  /** @param window tokens */
  constructor(window: number) {
    this.#window = window;
  }

  /** @param size thousandths of the window */
  tokens(size: number): number {
    return Math.floor((size * this.#window) / 1000);
  }

  id(prefix: string): string {
    this.#made += 1;
    return `${prefix}${this.#made}`;
  }

  /** An id as the database makes them. */
  messageId(): string {
    this.#made += 1;
    return `00000000-0000-7000-8000-${this.#made.toString(16).padStart(12, '0')}`;
  }

  result(spec: CallSpec): Omit<ToolResult, 'callId'> {
    const parts: SeenPart[] = [
      { type: 'text', text: textOf(this.id('found'), spec.kind, this.tokens(spec.size)) },
    ];
    if (spec.image) parts.push(this.#picture());
    return { name: 'look', parts, failed: spec.failed, eventful: spec.eventful || spec.failed };
  }

  question(spec: AskSpec): ViewTurn {
    const id = this.messageId();
    const user: SeenPart[] = [{ type: 'text', text: textOf(id, spec.kind, this.tokens(spec.size)) }];
    for (let n = 0; n < spec.images; n += 1) user.push(this.#picture());
    return { userMessageId: id, user, agentMessageId: null, steps: [] };
  }

  /** A turn as the database tells it: words alone. */
  oldTurn(spec: AskSpec): ViewTurn {
    const steps = spec.steps.map((step) => ({
      native: null,
      said: step.calls.map((one) => ({
        type: 'call' as const,
        id: this.id('call'),
        name: 'look',
        arguments: `{ "about": ${one.about} }`,
      })),
      results: [] as ToolResult[],
    }));
    for (const [at, step] of spec.steps.entries()) {
      const made = steps[at];
      if (!made) continue;
      made.results = step.calls.map((one, n) => ({
        callId: made.said[n]?.id ?? '',
        ...this.result(one),
      }));
    }
    const answer = {
      type: 'text' as const,
      text: textOf(this.id('answer'), spec.kind, this.tokens(spec.answer)),
    };
    return {
      ...this.question(spec),
      agentMessageId: this.messageId(),
      steps: [...steps.filter((step) => step.said.length > 0), { native: null, said: [answer], results: [] }],
    };
  }

  #picture(): SeenPart {
    this.#made += 1;
    const [width, height] = [400 + ((this.#made * 137) % 1200), 300 + ((this.#made * 71) % 900)];
    const bytes = pictureOf(width, height);
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.pictures.set(hash, bytes);
    const attachment: Attachment = {
      hash,
      name: `${width}x${height}.png`,
      mime: 'image/png',
      kind: 'image',
      bytes: bytes.length,
      width,
      height,
    };
    return { type: 'attachment', attachment };
  }
}
