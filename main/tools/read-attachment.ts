import { z } from 'zod';
import type { Attachment } from '#contract';
import type { FileText } from '../imaging/media.ts';
import { beginningOf, decodeText } from '../text.ts';
import { defineTool, failure, quiet, type Tool, type ToolOutput } from './tool.ts';

export interface AttachmentSource {
  /** Throws `attachment_missing`. */
  read(hash: string): Promise<Uint8Array>;
  /** The text of a PDF, where it has any. */
  pdfText?(hash: string): Promise<FileText>;
  /** Attachments of the messages on the path that ends at this message, oldest first. */
  onPath(messageId: string): readonly Attachment[];
}

/** Characters of one answer: about 5,000 tokens of English. */
const defaultLimit = 20_000;
const largestLimit = 50_000;

const input = z.strictObject({
  file: z.string().min(1).max(300).describe('Name of the attached file, or its hash'),
  offset: z.int().min(0).default(0).describe('Character to begin at, 0 for the beginning'),
  limit: z.int().min(1).max(largestLimit).default(defaultLimit).describe('Most characters to return'),
});

/** Reads a file that was attached on this branch. Files of other branches and conversations do not exist for it. */
export function readAttachmentTool(source: AttachmentSource): Tool {
  return defineTool({
    name: 'read_attachment',
    description:
      'Reads a text file or PDF that the user attached to this conversation. Long files come in parts: ask again ' +
      'with a larger offset. For an image it returns the image.',
    input,
    title: ({ file }) => file,
    run: async ({ file, offset, limit }, { messageId }) => {
      const attachments = source.onPath(messageId);
      const found = find(attachments, file);
      if (!found) return notFound(attachments, file);
      if (found.kind === 'image') {
        return { parts: [{ type: 'attachment', attachment: found }], eventful: false, failed: false };
      }
      const text = await textOf(found, source);
      if (text === null) return failure(`${found.name} holds no text (${found.mime}), so it cannot be read.`);
      return quiet(excerpt(found.name, text, offset, limit));
    },
  });
}

async function textOf({ hash, kind, mime }: Attachment, source: AttachmentSource): Promise<string | null> {
  if (kind === 'text') return decodeText(await source.read(hash));
  const found = mime === 'application/pdf' ? await source.pdfText?.(hash) : undefined;
  return found && 'text' in found ? found.text : null;
}

/** The newest file of that name: people attach a corrected one under the old name. */
function find(attachments: readonly Attachment[], file: string): Attachment | undefined {
  const wanted = file.toLowerCase();
  return attachments.findLast(({ name, hash }) => hash === wanted || name.toLowerCase() === wanted);
}

function notFound(attachments: readonly Attachment[], file: string): ToolOutput {
  const names = [...new Set(attachments.map(({ name }) => JSON.stringify(name)))];
  const known = names.length > 0 ? `These are attached: ${names.join(', ')}.` : 'No file is attached.';
  return failure(`No file ${JSON.stringify(file)} is attached. ${known}`);
}

function excerpt(name: string, text: string, offset: number, limit: number): string {
  const shown = beginningOf(text.slice(offset), limit);
  const end = offset + shown.length;
  const place = `[${name}: characters ${offset} to ${end} of ${text.length}]`;
  const more = end < text.length ? `\n[Go on with offset ${end}.]` : '';
  return `${place}\n${shown}${more}`;
}
