import type { Attachment } from '#contract';
import type {
  DocumentFiles,
  DocumentFold,
  DocumentHead,
  DocumentMessage,
  DocumentStyle,
  DocumentWriter,
} from '#core/export/document.ts';
import { blocksToHtml, HtmlBlocks, type Typesetter } from '#core/export/html/blocks.ts';
import * as page from '#core/export/html/page.ts';
import type { Block } from '#core/export/rich.ts';
import { smallBlocks } from '#core/export/small-blocks.ts';
import { absentLine } from '#core/export/words.ts';
import { readMarkdown } from '../markdown/read.ts';
import type { Output } from '../output.ts';
import type { Sheets } from '../sheets.ts';
import { attachedText } from './attached-text.ts';
import { writeBase64 } from './base64.ts';

export interface HtmlWriterOptions {
  out: Output;
  style: DocumentStyle;
  files: DocumentFiles;
  typesetter: Typesetter;
  /** What prints the page in parts; null for one that stays a page. */
  sheets: Sheets | null;
}

/** One page that holds everything: opened in a browser, it fetches nothing and runs nothing. */
export function htmlWriter(options: HtmlWriterOptions): DocumentWriter {
  const { out, style, sheets } = options;
  const medium = sheets ? 'paper' : 'screen';
  let open: DocumentHead | null = null;
  /** Numbers of the messages that other branches lead to. */
  let left: ReadonlySet<number | null> = new Set();
  const level = (): number => ((open?.branches.length ?? 0) > 1 ? 3 : 2);
  return {
    async begin(head) {
      open = head;
      left = new Set(head.branches.map(({ fromNumber }) => fromNumber));
      await out.write(page.pageStart(head, style, medium));
    },
    branch: (branch) => out.write(page.branchHeading(branch, style, medium)),
    async message(message) {
      await out.write(page.messageStart(message, level(), style));
      if (sheets && left.has(message.number)) await out.write(page.placeOnPaper(`m${message.number}`));
      await writeParts(options, message, level());
      await out.write(page.messageEnd(message, style));
      await sheets?.seam('', '');
    },
    fold: (fold) => writeFold(options, fold, level()),
    async end() {
      if (open) await out.write(page.pageEnd(open, style));
    },
  };
}

async function writeParts(options: HtmlWriterOptions, said: DocumentMessage, level: number): Promise<void> {
  const { out, style, sheets } = options;
  const html = { typesetter: options.typesetter, level, words: style.words };
  const seam = async (at: number): Promise<void> => {
    if (at > 0) await sheets?.seam('</article>\n', page.messageAgain(said));
  };
  for (const [at, part] of said.message.parts.entries()) {
    await seam(at);
    if (part.type === 'text') {
      const blocks = said.message.role === 'user' ? typed(part.text) : readMarkdown(part.text);
      const writer = new HtmlBlocks(html);
      for (const [which, block] of (sheets ? smallBlocks(blocks) : blocks).entries()) {
        await seam(which);
        await out.write(`${await writer.block(block)}\n`);
      }
    } else if (part.type === 'reasoning') {
      const inside = style.options.reasoning ? await blocksToHtml(readMarkdown(part.text), html) : '';
      if (inside !== '') await out.write(page.reasoningCard(inside, style, sheets !== null));
    } else if (part.type === 'tool') {
      if (style.options.tools !== 'none') await out.write(page.toolCard(part, style, sheets !== null));
    } else if (part.type === 'attachment') {
      await writeAttachment(options, part.attachment);
    } else if (part.type === 'absent') {
      await out.write(page.note(absentLine(part, style.words)));
    }
  }
}

const typed = (text: string): Block[] => [{ kind: 'plain', text }];

/** A picture on paper: 250 dots to the inch across the page, and no heavier than that is worth. */
const mostOnPaper = { side: 1600, bytes: 400_000 };

async function writeAttachment(options: HtmlWriterOptions, attachment: Attachment): Promise<void> {
  const { out, style, files, sheets } = options;
  if (attachment.kind === 'file' || (attachment.kind === 'image' && !style.options.images)) {
    await out.write(page.fileLine(attachment, false, style));
    return;
  }
  const fitted =
    sheets && attachment.bytes > mostOnPaper.bytes ? await files.fitted(attachment, mostOnPaper) : null;
  if (fitted && attachment.kind === 'image') {
    await writePicture(options, { ...fitted, name: attachment.name }, fitted.bytes);
    return;
  }
  const bytes = await files.attachment(attachment);
  if (bytes === null) await out.write(page.fileLine(attachment, true, style));
  else if (attachment.kind === 'image') await writePicture(options, attachment, bytes);
  else {
    const text = attachedText(attachment, bytes);
    await out.write(
      text === null
        ? page.fileLine(attachment, false, style)
        : page.textFile(attachment, text, style, sheets !== null),
    );
  }
}

async function writePicture(
  { out, sheets }: HtmlWriterOptions,
  picture: { mime: string; name: string; width?: number | undefined; height?: number | undefined },
  bytes: Uint8Array,
): Promise<void> {
  const [before, after] = page.pictureHalves(picture);
  await out.write(before);
  await writeBase64(sheets?.pictures ?? out, bytes);
  await out.write(after);
}

async function writeFold(options: HtmlWriterOptions, fold: DocumentFold, level: number): Promise<void> {
  const { out, style, files } = options;
  await out.write(`<section>\n${page.foldHeading(fold, level, style)}`);
  for (const [at, each] of fold.pages.entries()) {
    if (at > 0) await options.sheets?.seam('</section>\n', '<section>\n');
    const name = style.words.page(at + 1, fold.pages.length);
    const bytes = await files.page(each);
    if (bytes === null) await out.write(`<p class="note">${name} (${style.words.missing})</p>\n`);
    else await writePicture(options, { ...each, mime: 'image/png', name }, bytes);
  }
  await out.write('</section>\n');
}
