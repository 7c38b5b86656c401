import type { Attachment } from '#contract';
import type { SaidPart, SeenPart, ToolResult } from '../transcript/types.ts';
import { imageTokens, type Size } from './image-cost.ts';
import type { ReaderFigures } from './reader.ts';
import { type AgentMessage, isFold, type PagedMessage, type PagedView, type ToolSpec } from './view.ts';

/** Tokens of a text, as one tokenizer counts them: the same for every model. */
export type CountTokens = (text: string) => number;

/** Tokens of the beginning of a text file, which wires put into a message: of at most so many characters. */
export type CountFile = (file: Attachment, characters: number) => number;

/**
 * What something costs, apart: text as counted here, still without the model's ratio; and exactly, images and what a
 * provider puts into a request by itself.
 */
export interface Cost {
  text: number;
  images: number;
}

/** An allowance for what wires put around a text. What it misses is in the model's ratio. */
const around = { message: 4, call: 10, result: 8, tool: 8, attachmentNote: 24 };

/**
 * What a provider adds to a request that has tools, by wire, for it is in no text that would shrink with others.
 * Anthropic, tool use guide, November 2026: an instruction of its own.
 */
const addedToTools: Readonly<Record<string, number>> = { anthropic: 346 };

/** Characters of a text file that wires put into a message, see their pieces. */
const longestInline = 200_000;

/** The text that wires send of a PDF is about this share of its bytes: the rest is type and pictures. */
const textInPdf = 0.25;

/** Texts are counted in slices of this many characters, so that counting can be spread over time. */
const slice = 32_768;

/**
 * Counts a view. Every part is counted once and remembered as long as it lives, so that a message that is added to a
 * long view costs only itself.
 */
export class Estimator {
  readonly #count: CountTokens;
  readonly #countFile: CountFile;
  readonly #known = new WeakMap<object, number>();
  /** By content and characters. */
  readonly #files = new Map<string, number>();
  #system = { text: '', tokens: 0 };

  /** @param countFile without it a file is taken for three bytes a token, as most texts are */
  constructor(count: CountTokens, countFile: CountFile = roughFileTokens) {
    this.#count = count;
    this.#countFile = countFile;
  }

  view(view: PagedView, reader: ReaderFigures): Cost {
    const costs = view.messages.map((message) => this.message(message, reader));
    return sumCosts([this.fixed(view, reader), ...costs]);
  }

  /** What is in every request, whatever was said: the instructions, and the tools with what the provider adds. */
  fixed({ system, tools }: Pick<PagedView, 'system' | 'tools'>, reader: ReaderFigures): Cost {
    return sumCosts([{ text: this.system(system), images: 0 }, this.tools(tools, reader)]);
  }

  system(system: string): number {
    if (this.#system.text !== system) this.#system = { text: system, tokens: this.text(system) };
    return this.#system.tokens;
  }

  tools(tools: readonly ToolSpec[], { wire }: Pick<ReaderFigures, 'wire'>): Cost {
    const text = tools.reduce((sum, tool) => sum + this.tool(tool), 0);
    return { text, images: tools.length > 0 ? (addedToTools[wire] ?? 0) : 0 };
  }

  tool(tool: ToolSpec): number {
    return this.#remember(tool, () => this.text(JSON.stringify(tool)) + around.tool);
  }

  message(message: PagedMessage, reader: ReaderFigures): Cost {
    if (message.role === 'agent') return { text: this.#agent(message, reader), images: 0 };
    if (message.role === 'results') {
      return sumCosts(message.results.map((result) => this.result(result, reader)));
    }
    const parts = isFold(message)
      ? message.parts.map((part) =>
          part.type === 'page' ? this.page(part, reader) : this.seen(part, reader),
        )
      : message.parts.map((part) => this.seen(part, reader));
    return sumCosts([{ text: around.message, images: 0 }, ...parts]);
  }

  result(result: ToolResult, reader: ReaderFigures): Cost {
    return sumCosts([
      { text: around.result, images: 0 },
      ...result.parts.map((part) => this.seen(part, reader)),
    ]);
  }

  /** A part of a user message or result. An image that the reader cannot see is told of in a line. */
  seen(part: SeenPart, reader: ReaderFigures): Cost {
    if (part.type === 'text') return { text: this.#counted(part), images: 0 };
    const { attachment } = part;
    if (attachment.kind === 'image' && reader.vision)
      return { text: 0, images: imageCost(attachment, reader) };
    return { text: around.attachmentNote + this.#file(attachment, reader), images: 0 };
  }

  /** A snapshot page. Pages ask to be read as they are. */
  page(size: Size, reader: ReaderFigures): Cost {
    return { text: 0, images: imageTokens(reader.imageRule, size, 'original') };
  }

  /** One part of what an agent said, whether or not the reader gets its reasoning. */
  said(part: SaidPart): number {
    return this.#counted(part) + (part.type === 'call' ? around.call : 0);
  }

  /**
   * Counts what is not counted yet, a slice at a time: a caller that must not block goes on with the next when it
   * likes. Afterwards the view is known.
   */
  *prepare(view: PagedView): Generator<void, void, void> {
    for (const part of countable(view)) {
      if (this.#known.has(part)) continue;
      const text = textOf(part);
      let tokens = 0;
      for (let at = 0; at < text.length; at += slice) {
        tokens += this.#count(text.slice(at, at + slice));
        yield;
      }
      this.#known.set(part, tokens);
    }
  }

  /** Wires put no more characters of a file into a message than the window has tokens. */
  #file(file: Attachment, { window }: ReaderFigures): number {
    const characters = Math.min(longestInline, window);
    if (file.mime === 'application/pdf') {
      return roughFileTokens({ ...file, bytes: Math.ceil(file.bytes * textInPdf) }, characters);
    }
    if (file.kind !== 'text') return 0;
    const key = `${file.hash} ${Math.min(characters, file.bytes)}`;
    const known = this.#files.get(key);
    if (known !== undefined) return known;
    const tokens = this.#countFile(file, characters);
    this.#files.set(key, tokens);
    return tokens;
  }

  #agent(message: AgentMessage, reader: ReaderFigures): number {
    const verbatim = isReplayed(message, reader);
    return message.said.reduce(
      (sum, part) => (part.type === 'reasoning' && !verbatim ? sum : sum + this.said(part)),
      around.message,
    );
  }

  #counted(part: TextBearing): number {
    return this.#remember(part, () => this.text(textOf(part)));
  }

  /** Tokens of a text that is no part of a view. Not remembered. */
  text(text: string): number {
    let tokens = 0;
    for (let at = 0; at < text.length; at += slice) tokens += this.#count(text.slice(at, at + slice));
    return tokens;
  }

  #remember(part: object, count: () => number): number {
    const known = this.#known.get(part);
    if (known !== undefined) return known;
    const tokens = count();
    this.#known.set(part, tokens);
    return tokens;
  }
}

/** Whether a message's own blocks are sent back, its reasoning with them. */
export function isReplayed({ native }: AgentMessage, reader: ReaderFigures): boolean {
  return native !== null && native.wire === reader.wire && native.model === reader.modelId;
}

export function sumCosts(costs: readonly Cost[]): Cost {
  let text = 0;
  let images = 0;
  for (const cost of costs) {
    text += cost.text;
    images += cost.images;
  }
  return { text, images };
}

/** Tokens for a model: its ratio is about text alone, images are exact without it. */
export function tokensOf(cost: Cost, ratio: number): number {
  return Math.ceil(cost.text * ratio) + cost.images;
}

/** What an attached image costs this reader. One without a size is taken for the largest square that is not shrunk. */
export function imageCost(image: Attachment, reader: ReaderFigures): number {
  const { width = 1024, height = 1024 } = image;
  return imageTokens(reader.imageRule, { width, height });
}

/** What a text file comes to where nobody has read it. */
export function roughFileTokens({ bytes }: Attachment, characters: number): number {
  return Math.ceil(Math.min(bytes, characters) / 3);
}

/** A part whose text is counted. */
type TextBearing = SaidPart | { type: 'text'; text: string };

function textOf(part: TextBearing): string {
  return part.type === 'call' ? `${part.name} ${part.arguments}` : part.text;
}

function* countable(view: PagedView): Generator<TextBearing> {
  for (const message of view.messages) {
    const parts =
      message.role === 'agent'
        ? message.said
        : message.role === 'results'
          ? message.results.flatMap((result) => result.parts)
          : message.parts;
    for (const part of parts) {
      if (part.type !== 'attachment' && part.type !== 'page') yield part;
    }
  }
}
