import type { Attachment } from '#contract';
import { type FoldMessage, isFold } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import { beginningOf, decodeText } from '../../text.ts';
import type { WireRequest } from '../wire.ts';
import { imageLimits } from './image-limits.ts';
import { type ImagePlan, type LeftOut, planImages } from './image-plan.ts';

/** What a message is made of, as every wire can say it. Images keep their place in the order. */
export type Piece =
  | { type: 'text'; text: string }
  /** `page`: a snapshot page, which must be read at its own size. */
  | { type: 'image'; mime: string; base64: string; page?: true };

/** The pieces of one view message: of a user message, or one list for each result. */
export interface MessagePieces {
  user: Piece[];
  results: Piece[][];
}

/** Longest text file that is put into a message whole, in characters. */
const longestInline = 200_000;

const why: Record<LeftOut, string> = {
  'no-vision': 'This model cannot see images',
  type: 'This kind of image cannot be shown to this model',
  size: 'It is larger than this model takes',
  count: 'Newer images took its place',
};

/**
 * Turns everything that people and tools put into a view into texts and images, in the view's order.
 *
 * @throws `attachment_missing`, `attachment_too_large` or `attachment_unsupported` for the newest user message
 */
export async function piecesOf(request: WireRequest, wire: string): Promise<MessagePieces[]> {
  const { view, model, target } = request;
  const host = new URL(target.baseUrl).hostname;
  const limits = model.vision ? imageLimits(wire, host, model.contextWindow) : null;
  const maker = new PieceMaker(request, planImages(view, limits, target.provider));
  const newestUser = view.messages.findLastIndex((message) => message.role === 'user' && !isFold(message));
  const pieces: MessagePieces[] = [];
  for (const [index, message] of view.messages.entries()) {
    const made: MessagePieces = { user: [], results: [] };
    if (isFold(message)) made.user = await maker.makeFold(message);
    else if (message.role === 'user') made.user = await maker.make(message.parts, index === newestUser);
    if (message.role === 'results') {
      for (const result of message.results) made.results.push(await maker.make(result.parts, false));
    }
    pieces.push(made);
  }
  return pieces;
}

class PieceMaker {
  readonly #request: WireRequest;
  readonly #plan: ImagePlan;
  #images = 0;

  constructor(request: WireRequest, plan: ImagePlan) {
    this.#request = request;
    this.#plan = plan;
  }

  async make(parts: readonly SeenPart[], newest: boolean): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of parts) {
      pieces.push(part.type === 'text' ? part : await this.#attachment(part.attachment, newest));
    }
    return pieces;
  }

  async makeFold({ parts }: FoldMessage): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of parts) {
      if (part.type === 'text') pieces.push(part);
      else {
        const png = await this.#request.readPage(part.hash);
        const base64 = Buffer.from(png).toString('base64');
        pieces.push({ type: 'image', mime: 'image/png', base64, page: true });
      }
    }
    return pieces;
  }

  async #attachment(attachment: Attachment, newest: boolean): Promise<Piece> {
    if (attachment.kind === 'file')
      return note(`[File attached: ${labelOf(attachment)}.${this.#readable()}]`);
    const leftOut = attachment.kind === 'image' ? this.#plan.leftOut(this.#images++) : null;
    if (leftOut) return note(`[Image attached: ${labelOf(attachment)}. ${why[leftOut]}.]`);
    let bytes: Uint8Array;
    try {
      bytes = await this.#request.readAttachment(attachment.hash);
    } catch (error) {
      // An old file that got lost must not end the conversation; a new one must not be answered without.
      if (newest || !(error instanceof BoughError) || error.code !== 'attachment_missing') throw error;
      return note(`[Attached: ${labelOf(attachment)}. The file is no longer there.]`);
    }
    if (attachment.kind === 'image') {
      return { type: 'image', mime: attachment.mime, base64: Buffer.from(bytes).toString('base64') };
    }
    return this.#text(attachment, decodeText(bytes));
  }

  #text(attachment: Attachment, content: string): Piece {
    const limit = Math.min(longestInline, this.#request.model.contextWindow);
    const shown = beginningOf(content, limit);
    const rest =
      shown.length < content.length
        ? `\n[This is the beginning: ${shown.length} of ${content.length} characters.${this.#readable()}]`
        : '';
    return note(`<file name=${JSON.stringify(attachment.name)}>\n${shown}\n</file>${rest}`);
  }

  #readable(): string {
    const known = this.#request.view.tools.some((tool) => tool.name === 'read_attachment');
    return known && this.#request.model.tools ? ' The tool read_attachment reads it.' : '';
  }
}

const note = (text: string): Piece => ({ type: 'text', text });

function labelOf(attachment: Attachment): string {
  const size =
    attachment.width && attachment.height ? `, ${attachment.width} x ${attachment.height} pixels` : '';
  return `${JSON.stringify(attachment.name)}, ${attachment.mime}${size}, ${attachment.bytes} bytes`;
}
