import { createHash } from 'node:crypto';
import type { AbsentPart, Part } from '#contract';
import { maxAttachmentBytes } from '#contract/limits.ts';
import type { FileIndex } from '#core/import/file-index.ts';
import type { FileRef } from '#core/import/types.ts';
import type { AttachmentStore } from '../storage/attachments.ts';
import { type ArchiveFile, readWhole } from './archive.ts';
import type { ReportBuilder } from './report-builder.ts';

export interface AttachmentKeeperOptions {
  store: AttachmentStore;
  files: FileIndex<ArchiveFile>;
  report: ReportBuilder;
}

/** Stores the files that messages refer to, each once, and says in their place where one is not in the archive. */
export class AttachmentKeeper {
  readonly #options: AttachmentKeeperOptions;
  /** What was stored of a file of this archive, so that it is unpacked once. */
  readonly #kept = new Map<ArchiveFile, Promise<Part>>();
  readonly #counted = new Set<string>();

  constructor(options: AttachmentKeeperOptions) {
    this.#options = options;
  }

  /** Throws what storing throws: a full disk ends the import. */
  async keep(ref: FileRef, messageKey: string, title: string): Promise<Part> {
    const { files, report } = this.#options;
    if (ref.content) return this.#keepContent(ref, ref.content, title);
    const { id, name, file } = files.find(ref, messageKey);
    this.#count(id, file !== null);
    if (!file) {
      report.attachmentMissing(title, id, name);
      return absent(name, 'not_in_archive');
    }
    const known = this.#kept.get(file) ?? this.#keepFile(file, name ?? file.name, title);
    this.#kept.set(file, known);
    const part = await known;
    return part.type === 'attachment' && name !== null ? withName(part, name) : part;
  }

  async #keepContent(ref: FileRef, content: NonNullable<FileRef['content']>, title: string): Promise<Part> {
    const bytes = Buffer.from(content.data, content.encoding);
    const name = ref.name ?? 'file';
    this.#count(createHash('sha256').update(name).update(bytes).digest('hex'), true);
    return this.#store(name, bytes, title);
  }

  async #keepFile(file: ArchiveFile, name: string, title: string): Promise<Part> {
    let bytes: Uint8Array;
    try {
      bytes = await readWhole(file, maxAttachmentBytes);
    } catch (thrown) {
      const reason = thrown instanceof RangeError ? 'too_large' : 'damaged';
      this.#options.report.problem({ kind: `attachment_${reason}`, title, name });
      return absent(name, reason);
    }
    return this.#store(name, bytes, title);
  }

  async #store(name: string, bytes: Uint8Array, title: string): Promise<Part> {
    if (bytes.byteLength > maxAttachmentBytes) {
      this.#options.report.problem({ kind: 'attachment_too_large', title, name });
      return absent(name, 'too_large');
    }
    const attachment = await this.#options.store.add(name, bytes);
    const part: Extract<Part, { type: 'attachment' }> = { type: 'attachment', attachment };
    return withName(part, attachment.name);
  }

  #count(id: string, found: boolean): void {
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    this.#options.report.attachment(found);
  }
}

const endings: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
};

/** Names in archives often have no ending, or `.dat`, or the wrong one: the bytes decide. */
function withName(part: Extract<Part, { type: 'attachment' }>, name: string): Part {
  const { attachment } = part;
  const ending = endings[attachment.mime];
  if (ending === undefined || hasEnding(name, attachment.mime)) {
    return { type: 'attachment', attachment: { ...attachment, name: cut(name) || attachment.name } };
  }
  const bare = name.replace(/\.(?:dat|png|jpe?g|gif|webp|pdf)$/i, '');
  return { type: 'attachment', attachment: { ...attachment, name: `${cut(bare) || 'file'}${ending}` } };
}

function hasEnding(name: string, mime: string): boolean {
  return name.toLowerCase().endsWith(endings[mime] ?? '') || (mime === 'image/jpeg' && /\.jpeg$/i.test(name));
}

/** Leaves room for an ending, and takes away what no file name has. */
function cut(name: string): string {
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replaceAll(/[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .trim()
    .slice(0, 240);
}

/** Stands where the file would, so that the message says that there was one. */
function absent(name: string | null, reason: AbsentPart['reason']): AbsentPart {
  return { type: 'absent', name: (name !== null && cut(name)) || null, reason };
}
