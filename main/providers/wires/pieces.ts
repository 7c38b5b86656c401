import type { Attachment } from '#contract';
import { type FoldMessage, isFold } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { SeenPart } from '#core/transcript/types.ts';
import type { SentImage } from '../../imaging/media.ts';
import { beginningOf, decodeText } from '../../text.ts';
import type { WireRequest } from '../wire.ts';
import { type ImageLimits, imageLimits } from './image-limits.ts';
import { fitGoalFor, type ImagePlan, imagesIn, type LeftOut, planImages } from './image-plan.ts';
import type { WireOptions } from './session.ts';

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

const whyNoText: Record<'locked' | 'damaged' | 'empty', string> = {
  locked: 'It is locked with a password, so its text cannot be read',
  damaged: 'It is damaged, so its text cannot be read',
  empty: 'It holds no text: its pages are pictures. Pictures of the pages can be attached in its place',
};

/**
 * Turns everything that people and tools put into a view into texts and images, in the view's order.
 *
 * @throws `attachment_missing`, `attachment_too_large` or `attachment_unsupported` for the newest user message
 */
export async function piecesOf(
  request: WireRequest,
  wire: string,
  media?: WireOptions['media'],
): Promise<MessagePieces[]> {
  const { view, model, target } = request;
  const host = new URL(target.baseUrl).hostname;
  const limits = model.vision ? imageLimits(wire, host, model.contextWindow) : null;
  const fitted = limits && media ? await fitImages(request, limits, media) : new Map<string, SentImage>();
  const plan = planImages(view, limits, target.provider, fitted);
  const maker = new PieceMaker(request, { plan, fitted, media });
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

/** Images that cannot go as they are, by their hash. An old one that cannot be read stays what it is: it is left out. */
async function fitImages(
  { view, readAttachment }: WireRequest,
  limits: ImageLimits,
  media: NonNullable<WireOptions['media']>,
): Promise<Map<string, SentImage>> {
  const fitted = new Map<string, SentImage>();
  for (const { image, newest } of imagesIn(view)) {
    const goal = fitGoalFor(image, limits);
    if (!goal) continue;
    try {
      fitted.set(image.hash, await media.fit(image, goal, readAttachment));
    } catch (error) {
      if (newest || !(error instanceof BoughError)) throw error;
    }
  }
  return fitted;
}

interface Making {
  plan: ImagePlan;
  fitted: ReadonlyMap<string, SentImage>;
  media: WireOptions['media'];
}

class PieceMaker {
  readonly #request: WireRequest;
  readonly #making: Making;
  #images = 0;

  constructor(request: WireRequest, making: Making) {
    this.#request = request;
    this.#making = making;
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
    const leftOut = attachment.kind === 'image' ? this.#making.plan.leftOut(this.#images++) : null;
    if (leftOut) return note(`[Image attached: ${labelOf(attachment)}. ${why[leftOut]}.]`);
    try {
      if (attachment.kind === 'image') return await this.#image(attachment);
      if (attachment.mime === 'application/pdf') return await this.#pdf(attachment);
      if (attachment.kind === 'file') return note(`[File attached: ${labelOf(attachment)}.]`);
      return this.#text(attachment, decodeText(await this.#request.readAttachment(attachment.hash)));
    } catch (error) {
      // An old file that got lost must not end the conversation; a new one must not be answered without.
      if (newest || !(error instanceof BoughError) || error.code !== 'attachment_missing') throw error;
      return note(`[Attached: ${labelOf(attachment)}. The file is no longer there.]`);
    }
  }

  async #image({ hash, mime }: Attachment): Promise<Piece> {
    const fitted = this.#making.fitted.get(hash);
    const bytes = fitted ? await fitted.read() : await this.#request.readAttachment(hash);
    return {
      type: 'image',
      mime: fitted?.mime ?? mime,
      base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    };
  }

  async #pdf(attachment: Attachment): Promise<Piece> {
    const { media } = this.#making;
    const found = await media?.pdfText(attachment.hash, this.#request.readAttachment);
    if (found && 'text' in found) return this.#text(attachment, found.text);
    const reason = found ? ` ${whyNoText[found.none]}.` : '';
    return note(`[File attached: ${labelOf(attachment)}.${reason}]`);
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
