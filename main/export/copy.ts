import type { DocumentFiles, DocumentStyle, DocumentWriter } from '#core/export/document.ts';
import { blocksToHtml, type Typesetter } from '#core/export/html/blocks.ts';
import { escapeMarkup } from '#core/export/html/escape.ts';
import { toolCard } from '#core/export/html/page.ts';
import type { Block } from '#core/export/rich.ts';
import { absentLine } from '#core/export/words.ts';
import { readMarkdown } from './markdown/read.ts';
import type { Output } from './output.ts';
import type { DocumentPlan } from './plan.ts';
import type { ExportWorkspace } from './reading.ts';
import { writeDocument } from './write-document.ts';
import { markdownWriter } from './writers/markdown.ts';

export interface CopyParts {
  workspace: ExportWorkspace;
  plan: DocumentPlan;
  style: DocumentStyle;
  files: DocumentFiles;
  typesetter: Typesetter;
}

/** A branch for the clipboard: Markdown for what takes text, and HTML for mail and word processors. */
export async function copyOf(parts: CopyParts): Promise<{ text: string; html: string }> {
  const { workspace, plan, style, files } = parts;
  const [text, html] = [new Gathered(), new Gathered()];
  const markdown = markdownWriter({ out: text, style, files, beside: null, frontMatter: false });
  const you = style.words.you;
  await writeDocument({ workspace, plan, writer: markdown, you });
  await writeDocument({ workspace, plan, writer: formatted(html, parts), you });
  return { text: `${text.all().trimEnd()}\n`, html: html.all() };
}

class Gathered implements Output {
  readonly #pieces: string[] = [];

  async write(piece: string | Uint8Array): Promise<void> {
    this.#pieces.push(String(piece));
  }

  all(): string {
    return this.#pieces.join('');
  }
}

/** Plain elements without classes that mean anything: whoever pastes gives them their own look. */
function formatted(out: Output, { style, typesetter }: CopyParts): DocumentWriter {
  const { words, options } = style;
  const asHtml = (blocks: Block[]): Promise<string> => blocksToHtml(blocks, { typesetter, level: 2, words });
  return {
    begin: (head) => out.write(`<h1>${escapeMarkup(head.title)}</h1>\n`),
    branch: (branch) =>
      out.write(`<h2>${escapeMarkup(`${words.branch(branch.number)}: ${branch.name}`)}</h2>\n`),
    async message({ message, name }) {
      await out.write(`<h2>${escapeMarkup(name)}</h2>\n`);
      for (const part of message.parts) {
        if (part.type === 'text') {
          const typed = escapeMarkup(part.text).replaceAll('\n', '<br>');
          await out.write(
            message.role === 'user' ? `<p>${typed}</p>\n` : await asHtml(readMarkdown(part.text)),
          );
        } else if (part.type === 'tool' && options.tools !== 'none') {
          await out.write(toolCard(part, style, true));
        } else if (part.type === 'reasoning' && options.reasoning) {
          await out.write(`<blockquote>${await asHtml(readMarkdown(part.text))}</blockquote>\n`);
        } else if (part.type === 'absent') {
          await out.write(`<p><em>${escapeMarkup(absentLine(part, words))}</em></p>\n`);
        } else if (part.type === 'attachment') {
          await out.write(
            `<p><em>${escapeMarkup(`${words.attachment}: ${part.attachment.name}`)}</em></p>\n`,
          );
        }
      }
    },
    fold: async () => {},
    end: async () => {},
  };
}
