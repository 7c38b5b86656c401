import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStyle } from '#core/export/document.ts';
import { sheetEnd, sheetStart } from '#core/export/html/page.ts';
import type { Printer } from '../shell-port.ts';
import { Gatherer, type Output } from './output.ts';
import { PdfJoiner } from './pdf/join.ts';
import { cancelled } from './plan.ts';

/** A page of HTML in parts, each of which a browser can lay out in little memory. */
export interface Sheets extends Output {
  /** Where the bytes of pictures are written, which weigh little for a layout. */
  readonly pictures: Output;
  /**
   * A place where one part may end and the next begin.
   *
   * @param close ends what is open here, in the part that ends
   * @param open begins it again, in the next part
   */
  seam(close: string, open: string): Promise<void>;
}

/** What a byte of a picture counts beside one of text. */
const pictureWeight = 1 / 8;

export interface PrintingOptions {
  printer: Printer;
  /** Where the PDF is written to. */
  out: Output;
  style: DocumentStyle;
  /** The app's own folder for what is in the making. */
  workFolder: string;
  newId(): string;
  signal: AbortSignal;
}

/** Prints what is written into it, part by part, and joins the parts. */
export class Printing implements Sheets {
  readonly #options: PrintingOptions;
  readonly #joiner: PdfJoiner;
  readonly pictures: Output = { write: (piece) => this.#put(piece, pictureWeight) };
  #sheet: Sheet | null = null;

  constructor(options: PrintingOptions) {
    this.#options = options;
    this.#joiner = new PdfJoiner(options.out);
  }

  write(piece: string | Uint8Array): Promise<void> {
    return this.#put(piece, 1);
  }

  async seam(close: string, open: string): Promise<void> {
    const { style, printer } = this.#options;
    if (this.#sheet === null || this.#sheet.weight < printer.comfortable) return;
    await this.write(close + sheetEnd);
    await this.#print();
    await this.write(sheetStart(style) + open);
  }

  /** Prints the last part. The PDF is whole then. */
  async finish(): Promise<void> {
    await this.#print();
    await this.#joiner.finish();
  }

  /** Removes what is not printed. */
  async drop(): Promise<void> {
    const sheet = this.#sheet;
    this.#sheet = null;
    if (sheet === null) return;
    await sheet.handle.close();
    await rm(sheet.path, { force: true });
  }

  async #put(piece: string | Uint8Array, weight: number): Promise<void> {
    this.#sheet ??= await this.#open();
    const sheet = this.#sheet;
    sheet.weight += piece.length * weight;
    await sheet.gatherer.write(piece);
  }

  async #open(): Promise<Sheet> {
    const path = join(this.#options.workFolder, `${this.#options.newId()}.html`);
    const handle = await open(path, 'wx', 0o600);
    return { path, handle, gatherer: new Gatherer((bytes) => handle.appendFile(bytes)), weight: 0 };
  }

  async #print(): Promise<void> {
    const { printer, signal } = this.#options;
    if (this.#sheet === null) return;
    await this.#sheet.gatherer.flush();
    if (signal.aborted) throw cancelled();
    const printed = await printer.print(this.#sheet.path, signal).catch((thrown: unknown) => {
      throw signal.aborted ? cancelled() : thrown;
    });
    await this.drop();
    await this.#joiner.add(Buffer.from(printed.buffer, printed.byteOffset, printed.length));
  }
}

/** A part in the making. */
interface Sheet {
  path: string;
  handle: FileHandle;
  gatherer: Gatherer;
  weight: number;
}
