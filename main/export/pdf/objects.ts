import type { Output } from '../output.ts';

/** Writes the objects of a PDF as they come, and at its end where each of them is. */
export class PdfObjects {
  readonly #out: Output;
  /** By number, in bytes from the start; number 0 stands for none. */
  readonly #offsets: number[] = [0];
  #position = 0;

  constructor(out: Output) {
    this.#out = out;
  }

  /** A number for an object that will be written. */
  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /**
   * @param text a byte a character
   * @param stream with the words around it
   */
  async write(number: number, text: string, stream: Buffer | null = null): Promise<void> {
    if (this.#position === 0) await this.#put('%PDF-1.4\n%\u00d3\u00eb\u00e9\u00e1\n');
    this.#offsets[number] = this.#position;
    await this.#put(`${number} 0 obj\n${text}\n`);
    if (stream !== null) await this.#bytes(stream);
    await this.#put('endobj\n');
  }

  async add(text: string, stream: Buffer | null = null): Promise<number> {
    const number = this.reserve();
    await this.write(number, text, stream);
    return number;
  }

  async finish(root: number, info: number): Promise<void> {
    const table = this.#position;
    const count = this.#offsets.length;
    await this.#put(`xref\n0 ${count}\n0000000000 65535 f \n`);
    for (const offset of this.#offsets.slice(1)) {
      const isThere = offset > 0;
      await this.#put(`${String(offset).padStart(10, '0')} ${isThere ? '00000 n' : '65535 f'} \n`);
    }
    await this.#put(
      `trailer\n<</Size ${count}\n/Root ${root} 0 R\n/Info ${info} 0 R>>\nstartxref\n${table}\n%%EOF\n`,
    );
  }

  #put(text: string): Promise<void> {
    return this.#bytes(Buffer.from(text, 'latin1'));
  }

  async #bytes(bytes: Buffer): Promise<void> {
    this.#position += bytes.length;
    await this.#out.write(bytes);
  }
}

/** The words of a stream that is not packed. */
export function plainStream(text: string): { text: string; stream: Buffer } {
  const bytes = Buffer.from(text, 'latin1');
  const stream = Buffer.concat([Buffer.from('stream\n'), bytes, Buffer.from('\nendstream\n')]);
  return { text: `<</Length ${bytes.length}>>`, stream };
}
