import type { Attachment, Part, ToolPart } from '#contract';
import {
  beginningOf,
  type DocumentFiles,
  type DocumentHead,
  type DocumentMessage,
  type DocumentStyle,
  type DocumentWriter,
  modelName,
  readableInput,
} from '#core/export/document.ts';
import type { Block } from '#core/export/rich.ts';
import { blocksToWord, paragraph, run } from '#core/export/word/blocks.ts';
import * as parts from '#core/export/word/parts.ts';
import { absentLine } from '#core/export/words.ts';
import { readMarkdown } from '../markdown/read.ts';
import type { OpenFile, Output } from '../output.ts';
import { ZipWriter } from '../zip-writer.ts';
import { attachedText } from './attached-text.ts';

export interface WordWriterOptions {
  out: Output;
  style: DocumentStyle;
  files: DocumentFiles;
}

/**
 * A Word document, written as it comes: its text goes into the zip at once, and pictures are read again at the end.
 * (The usual libraries hold the whole document: more than a gigabyte for a few thousand messages.)
 */
export function wordWriter(options: WordWriterOptions): DocumentWriter {
  return new WordWriter(options);
}

/** A picture of a kind that Word does not show, as PNG or JPEG: pixels a side, bytes. */
const mostInWord = { side: 2400, bytes: 4_000_000 };

class WordWriter implements DocumentWriter {
  readonly #options: WordWriterOptions;
  readonly #zip: ZipWriter;
  readonly #links = new Map<string, string>();
  readonly #lists: (number | null)[] = [];
  /** By name in the document. */
  readonly #media = new Map<string, { relation: string; read(): Promise<Uint8Array | null> }>();
  #pictures = 0;
  #body: OpenFile | null = null;
  #head: DocumentHead | null = null;

  constructor(options: WordWriterOptions) {
    this.#options = options;
    this.#zip = new ZipWriter(options.out);
  }

  async begin(head: DocumentHead): Promise<void> {
    this.#head = head;
    await this.#part('[Content_Types].xml', parts.contentTypes);
    await this.#part('_rels/.rels', parts.packageRelations);
    this.#body = await this.#zip.entry('word/document.xml');
    await this.#write(parts.documentStart + paragraph(run(head.title), { style: 'Title', text: head.title }));
    await this.#facts(head);
    const { words } = this.#options.style;
    if (head.messages === 0) await this.#write(paragraph(run(words.empty), { style: 'Facts' }));
    if (head.branches.length < 2) return;
    await this.#write(paragraph(run(words.branches), { style: 'Heading1' }));
    for (const branch of head.branches)
      await this.#write(
        paragraph(run(`${'    '.repeat(branch.level)}${this.#branchLine(branch)}`), { style: 'Facts' }),
      );
  }

  branch(branch: Parameters<DocumentWriter['branch']>[0]): Promise<void> {
    const { words } = this.#options.style;
    const from =
      branch.fromNumber === null
        ? ''
        : paragraph(run(words.continuesFrom(branch.fromNumber)), { style: 'Facts' });
    const name = `${words.branch(branch.number)}: ${branch.name}`;
    return this.#write(paragraph(run(name), { style: 'Heading1', text: branch.name }) + from);
  }

  async message({ message, number, name }: DocumentMessage): Promise<void> {
    const { date, words } = this.#options.style;
    const facts = [
      date(message.createdAt),
      ...(message.model === null ? [] : [modelName(message.model)]),
    ].join(' · ');
    await this.#write(
      paragraph(run(`${number}. ${name}`), { style: 'Heading2' }) + paragraph(run(facts), { style: 'Facts' }),
    );
    for (const part of message.parts) await this.#messagePart(message.role, part);
    if (message.status === 'complete') return;
    const problem = message.status === 'failed' ? words.failed : words.interrupted;
    await this.#write(paragraph(run(problem, null, ['<w:i/>']), { style: null }));
  }

  async fold(fold: Parameters<DocumentWriter['fold']>[0]): Promise<void> {
    const { style, files } = this.#options;
    await this.#write(paragraph(run(style.words.pages(fold.from, fold.to)), { style: 'Heading2' }));
    for (const [at, page] of fold.pages.entries()) {
      const name = style.words.page(at + 1, fold.pages.length);
      await this.#picture({ ...page, mime: 'image/png', name }, () => files.page(page));
    }
  }

  async end(): Promise<void> {
    await this.#write(parts.documentEnd);
    await this.#body?.close();
    const media = new Map([...this.#media].map(([name, { relation }]) => [name, relation]));
    await this.#part('word/_rels/document.xml.rels', parts.documentRelations(this.#links, media));
    await this.#part('word/styles.xml', parts.styles);
    await this.#part('word/numbering.xml', parts.numbering(this.#lists));
    await this.#part('word/settings.xml', parts.settings);
    await this.#part('word/footer1.xml', parts.footer);
    const { title = '', createdAt = 0, updatedAt = 0 } = this.#head ?? {};
    await this.#part('docProps/core.xml', parts.coreProperties(title, createdAt, updatedAt));
    for (const [name, { read }] of this.#media) await this.#part(`word/media/${name}`, (await read()) ?? '');
    await this.#zip.finish();
  }

  async #facts(head: DocumentHead): Promise<void> {
    const { words, date } = this.#options.style;
    const lines = [
      `${words.begun}: ${date(head.createdAt)}`,
      `${words.changed}: ${date(head.updatedAt)}`,
      ...(head.agents.length > 0 ? [`${words.agents}: ${head.agents.join(', ')}`] : []),
      ...(head.models.length > 0 ? [`${words.models}: ${head.models.join(', ')}`] : []),
      words.exported(date(head.exportedAt)),
    ];
    for (const line of lines) await this.#write(paragraph(run(line), { style: 'Facts' }));
  }

  #branchLine({ number, name, ids, current, fromNumber }: DocumentHead['branches'][number]): string {
    const { words } = this.#options.style;
    const facts = [
      words.messages(ids.length),
      ...(current ? [words.current] : []),
      ...(fromNumber === null ? [] : [words.continuesFrom(fromNumber)]),
    ];
    return `${words.branch(number)}: ${name} (${facts.join(', ')})`;
  }

  async #messagePart(role: 'user' | 'agent', part: Part): Promise<void> {
    const { words, options } = this.#options.style;
    if (part.type === 'text') {
      await this.#blocks(role === 'user' ? [{ kind: 'plain', text: part.text }] : readMarkdown(part.text));
    } else if (part.type === 'reasoning' && options.reasoning) {
      await this.#label(words.reasoning);
      await this.#blocks([{ kind: 'quote', blocks: readMarkdown(part.text) }]);
    } else if (part.type === 'tool' && options.tools !== 'none') {
      await this.#tool(part);
    } else if (part.type === 'attachment') {
      await this.#attachment(part.attachment);
    } else if (part.type === 'absent') {
      await this.#label(absentLine(part, words));
    }
  }

  async #tool(part: ToolPart): Promise<void> {
    const { words, options } = this.#options.style;
    const state =
      part.state === 'failed' ? words.toolFailed : part.state === 'done' ? null : words.toolStopped;
    await this.#label(state === null ? part.name : `${part.name} (${state})`);
    for (const [label, whole] of [
      [words.call, readableInput(part.input)],
      [words.result, part.result ?? ''],
    ] as const) {
      if (whole === '') continue;
      const { text, more } = options.tools === 'folded' ? beginningOf(whole) : { text: whole, more: 0 };
      const rest = more === 0 ? '' : paragraph(run(words.lines(more)), { style: 'Facts' });
      await this.#write(
        paragraph(run(label), { style: 'Facts' }) + paragraph(run(text), { style: 'Code' }) + rest,
      );
    }
  }

  async #attachment(attachment: Attachment): Promise<void> {
    const { style, files } = this.#options;
    const name = `${style.words.attachment}: ${attachment.name}`;
    if (!(await files.has(attachment))) return this.#label(`${name} (${style.words.missing})`);
    if (attachment.kind === 'image' && style.options.images && (await this.#image(attachment))) return;
    await this.#label(name);
    const bytes = attachment.kind === 'text' ? await files.attachment(attachment) : null;
    const text = bytes && attachedText(attachment, bytes);
    if (text) await this.#write(paragraph(run(text), { style: 'Code' }));
  }

  /** False where Word cannot show it, in whatever form. */
  async #image(attachment: Attachment): Promise<boolean> {
    const { files } = this.#options;
    const { width, height, mime, name } = attachment;
    if (width && height && parts.pictureTypes[mime] !== undefined) {
      await this.#picture({ name, mime, width, height }, () => files.attachment(attachment));
      return true;
    }
    const fitted = await files.fitted(attachment, mostInWord);
    if (!fitted) return false;
    const again = async () => (await files.fitted(attachment, mostInWord))?.bytes ?? null;
    await this.#picture({ ...fitted, name }, again);
    return true;
  }

  async #picture(
    picture: { name: string; mime: string; width: number; height: number },
    read: () => Promise<Uint8Array | null>,
  ): Promise<void> {
    this.#pictures += 1;
    const relation = `p${this.#pictures}`;
    this.#media.set(`${this.#pictures}.${parts.pictureTypes[picture.mime]}`, { relation, read });
    const caption = paragraph(run(picture.name), { style: 'Facts', text: picture.name });
    await this.#write(parts.pictureXml(relation, this.#pictures, picture.name, picture) + caption);
  }

  #label(text: string): Promise<void> {
    return this.#write(paragraph(run(text, null, ['<w:b/>']), { style: null, text }));
  }

  #blocks(blocks: Block[]): Promise<void> {
    const numbers = {
      link: (href: string): string => {
        const known = this.#links.get(href) ?? `l${this.#links.size + 1}`;
        this.#links.set(href, known);
        return known;
      },
      list: (start: number | null): number => this.#lists.push(start),
    };
    return this.#write(
      blocksToWord(blocks, { numbers, level: 2, picture: this.#options.style.words.picture }),
    );
  }

  async #write(xml: string): Promise<void> {
    await this.#body?.write(xml);
  }

  async #part(name: string, content: string | Uint8Array): Promise<void> {
    const entry = await this.#zip.entry(name);
    await entry.write(content);
    await entry.close();
  }
}
