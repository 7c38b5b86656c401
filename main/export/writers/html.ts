import type { Attachment, Part } from '#contract';
import type {
  DocumentFiles,
  DocumentFold,
  DocumentHead,
  DocumentMessage,
  DocumentStyle,
  DocumentWriter,
} from '#core/export/document.ts';
import { blocksToHtml, type Typesetter } from '#core/export/html/blocks.ts';
import * as page from '#core/export/html/page.ts';
import type { Block } from '#core/export/rich.ts';
import { readMarkdown } from '../markdown/read.ts';
import type { Output } from '../output.ts';
import { attachedText } from './attached-text.ts';
import { writeBase64 } from './base64.ts';

export interface HtmlWriterOptions {
  out: Output;
  style: DocumentStyle;
  files: DocumentFiles;
  typesetter: Typesetter;
  /** For printing: nothing can be opened there. */
  paper: boolean;
}

/** One page that holds everything: opened in a browser, it fetches nothing and runs nothing. */
export function htmlWriter(options: HtmlWriterOptions): DocumentWriter {
  const { out, style } = options;
  let open: DocumentHead | null = null;
  const level = (): number => ((open?.branches.length ?? 0) > 1 ? 3 : 2);
  return {
    async begin(head) {
      open = head;
      await out.write(page.pageStart(head, style));
    },
    branch: (branch) => out.write(page.branchHeading(branch, style)),
    async message(message) {
      await out.write(page.messageStart(message, level(), style));
      for (const part of message.message.parts) await writePart(options, message, part, level());
      await out.write(page.messageEnd(message, style));
    },
    async fold(fold) {
      await writeFold(options, fold, level());
    },
    async end() {
      if (open) await out.write(page.pageEnd(open, style));
    },
  };
}

async function writePart(
  options: HtmlWriterOptions,
  { message }: DocumentMessage,
  part: Part,
  level: number,
): Promise<void> {
  const { out, style, paper } = options;
  const asHtml = (blocks: Block[]): Promise<string> =>
    blocksToHtml(blocks, { typesetter: options.typesetter, level, words: style.words });
  if (part.type === 'text') {
    const blocks: Block[] =
      message.role === 'user' ? [{ kind: 'plain', text: part.text }] : readMarkdown(part.text);
    await out.write(`${await asHtml(blocks)}\n`);
  } else if (part.type === 'reasoning') {
    if (style.options.reasoning)
      await out.write(page.reasoningCard(await asHtml(readMarkdown(part.text)), style, paper));
  } else if (part.type === 'tool') {
    if (style.options.tools !== 'none') await out.write(page.toolCard(part, style, paper));
  } else if (part.type === 'attachment') {
    await writeAttachment(options, part.attachment);
  }
}

/** A picture on paper: 250 dots to the inch across the page, and no heavier than that is worth. */
const mostOnPaper = { side: 1600, bytes: 400_000 };

async function writeAttachment(options: HtmlWriterOptions, attachment: Attachment): Promise<void> {
  const { out, style, files, paper } = options;
  if (attachment.kind === 'file' || (attachment.kind === 'image' && !style.options.images)) {
    await out.write(page.fileLine(attachment, false, style));
    return;
  }
  const fitted =
    paper && attachment.bytes > mostOnPaper.bytes ? await files.fitted(attachment, mostOnPaper) : null;
  if (fitted && attachment.kind === 'image') {
    await writePicture(out, { ...fitted, name: attachment.name }, fitted.bytes);
    return;
  }
  const bytes = await files.attachment(attachment);
  if (bytes === null) await out.write(page.fileLine(attachment, true, style));
  else if (attachment.kind === 'image') await writePicture(out, attachment, bytes);
  else {
    const text = attachedText(attachment, bytes);
    await out.write(
      text === null ? page.fileLine(attachment, false, style) : page.textFile(attachment, text, style, paper),
    );
  }
}

async function writePicture(
  out: Output,
  picture: { mime: string; name: string; width?: number | undefined; height?: number | undefined },
  bytes: Uint8Array,
): Promise<void> {
  const [before, after] = page.pictureHalves(picture);
  await out.write(before);
  await writeBase64(out, bytes);
  await out.write(after);
}

async function writeFold(options: HtmlWriterOptions, fold: DocumentFold, level: number): Promise<void> {
  const { out, style, files } = options;
  await out.write(`<section>\n${page.foldHeading(fold, level, style)}`);
  for (const [at, each] of fold.pages.entries()) {
    const name = style.words.page(at + 1, fold.pages.length);
    const bytes = await files.page(each);
    if (bytes === null) await out.write(`<p class="note">${name} (${style.words.missing})</p>\n`);
    else await writePicture(out, { ...each, mime: 'image/png', name }, bytes);
  }
  await out.write('</section>\n');
}
