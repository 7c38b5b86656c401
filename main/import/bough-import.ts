import { maxAttachmentBytes } from '#contract/limits.ts';
import { BoughError } from '#core/errors.ts';
import {
  type BoughRecord,
  boughVersion,
  countRecord,
  type EndRecord,
  emptyCounts,
} from '#core/export/bough-format.ts';
import type { FileIndex } from '#core/import/file-index.ts';
import type { ImportConversation } from '#core/import/types.ts';
import type { Transcript } from '#core/transcript/types.ts';
import { anyBoughHeaderSchema, boughRecordSchema } from '../export/bough-schema.ts';
import type { AttachmentStore } from '../storage/attachments.ts';
import { type ArchiveFile, readWhole } from './archive.ts';
import type { BoughWriter, StagedConversation } from './bough-writer.ts';
import type { FileElement } from './json-file.ts';
import type { ReportBuilder } from './report-builder.ts';

/** Bytes of an attachment that lies beside the records. */
const largestAttachment = 1024 * 1024 * 1024;

/** Whether the first element of a file says that it is Bough's own format, of any version. */
export function isBoughHeader(value: unknown): boolean {
  return anyBoughHeaderSchema.safeParse(value).success;
}

/** Records that end the conversation before them. */
const opening: readonly BoughRecord['type'][] = ['attachment', 'conversation', 'agent', 'end'];

export interface BoughImportOptions {
  importId: string;
  file: ArchiveFile;
  index: FileIndex<ArchiveFile>;
  writer: BoughWriter;
  attachments: AttachmentStore;
  report: ReportBuilder;
}

/** Takes in a Bough JSON file record by record. A conversation is written when the next one begins: then it is whole. */
export class BoughImport {
  readonly #options: BoughImportOptions;
  #staged: StagedConversation | null = null;
  #place = 1;
  #ended = false;
  /** What follows belongs to a conversation that was refused: told once. */
  #refused = false;
  readonly #forks: { id: string; originId: string }[] = [];
  readonly #counts = emptyCounts();

  constructor(options: BoughImportOptions) {
    this.#options = options;
  }

  /** Throws `import_newer` for a version that this app does not know, `import_unreadable` for no header at all. */
  begin(header: unknown): void {
    const params = { name: this.#options.file.name };
    const read = boughRecordSchema.safeParse(header);
    const version = anyBoughHeaderSchema.parse(header).version;
    if (version > boughVersion)
      throw new BoughError('import_newer', 'The file is of a newer Bough', { params });
    if (!read.success) {
      throw new BoughError('import_unreadable', 'The file has no header', {
        params,
        detail: read.error.message,
      });
    }
  }

  async take(element: FileElement): Promise<void> {
    this.#place += 1;
    const read = element.kind === 'value' ? boughRecordSchema.safeParse(element.value) : null;
    if (!read?.success) return this.#refuse(this.#staged?.conversation.title ?? '');
    const record = read.data;
    countRecord(this.#counts, record.type);
    if (opening.includes(record.type)) {
      await this.#flush();
      this.#refused = false;
    } else if (!this.#staged) return this.#refuseStray();
    await this.#takeRecord(record);
  }

  /** @param damage of the file itself; null for a whole one */
  end(damage: unknown): void {
    const { report, writer, file } = this.#options;
    for (const { id, originId } of this.#forks) writer.linkFork(id, originId);
    if (damage || !this.#ended) {
      report.problem({ kind: 'file_damaged', file: file.name, rescued: report.conversations });
    }
  }

  async #takeRecord(record: BoughRecord): Promise<void> {
    const staged = this.#staged;
    const transcript = staged?.transcripts.at(-1);
    if (record.type === 'agent') {
      this.#options.writer.ensureAgent(record.agent);
    } else if (record.type === 'attachment') {
      await this.#takeAttachment(record);
    } else if (record.type === 'conversation') {
      this.#options.report.entry();
      this.#staged = { conversation: record.conversation, messages: [], extras: [], transcripts: [] };
    } else if (record.type === 'message') {
      staged?.messages.push(record.message);
    } else if (record.type === 'extra') {
      staged?.extras.push(record.extra);
    } else if (record.type === 'transcript') {
      staged?.transcripts.push(emptyTranscript(staged.conversation.id, record));
    } else if (record.type === 'turn') {
      transcript?.turns.push(record.turn);
    } else if (record.type === 'pass') {
      transcript?.passes.push(record.pass);
    } else if (record.type === 'lostTranscript') {
      this.#options.report.problem({ kind: 'transcript_lost', title: staged?.conversation.title ?? '' });
    } else if (record.type === 'end') this.#takeEnd(record);
    else this.#refuse('');
  }

  #takeEnd(end: EndRecord): void {
    const fields = Object.keys(end) as (keyof EndRecord)[];
    this.#ended = fields.every((field) => end[field] === this.#counts[field]);
  }

  async #takeAttachment(record: Extract<BoughRecord, { type: 'attachment' }>): Promise<void> {
    const { writer, attachments, report } = this.#options;
    const { hash } = record.attachment;
    if (record.missing) {
      writer.noteMissing(record.attachment);
      report.attachment(false);
      report.attachmentMissing('', hash, null);
      return;
    }
    const bytes = record.data === null ? await this.#beside(hash) : Buffer.from(record.data, 'base64');
    const fits = bytes !== null && bytes.byteLength <= maxAttachmentBytes;
    const stored = fits ? await attachments.add('file', bytes) : null;
    report.attachment(stored?.hash === hash);
    if (stored?.hash === hash) return;
    writer.noteMissing(record.attachment);
    report.problem({ kind: 'attachment_damaged', title: '', name: hash });
  }

  async #beside(hash: string): Promise<Uint8Array | null> {
    const { file } = this.#options.index.find({ id: hash, name: null }, '');
    try {
      return file && (await readWhole(file, largestAttachment));
    } catch {
      // Damaged or cut off: the caller reports it.
      return null;
    }
  }

  async #flush(): Promise<void> {
    const staged = this.#staged;
    this.#staged = null;
    if (!staged) return;
    const { id, title, origin } = staged.conversation;
    try {
      const written = await this.#options.writer.write(staged, this.#options.importId);
      this.#options.report.written(summaryOf(staged), { conversationId: id, ...written });
      if (origin?.conversationId) this.#forks.push({ id, originId: origin.conversationId });
    } catch (thrown) {
      if (endsImport(thrown)) throw thrown;
      this.#options.report.unreadable(this.#options.file.name, this.#place, title);
    }
  }

  /** What belongs to no conversation, or to one that was refused. */
  #refuseStray(): void {
    if (!this.#refused) this.#refuse('');
  }

  /** A record that cannot be understood: its conversation would not be whole. */
  #refuse(title: string): void {
    this.#staged = null;
    this.#refused = true;
    this.#options.report.unreadable(this.#options.file.name, this.#place, title);
  }
}

/** Failures that the next conversation would meet as well. */
function endsImport(thrown: unknown): boolean {
  return (
    thrown instanceof BoughError &&
    ['disk_full', 'not_writable', 'busy', 'workspace_unreadable'].includes(thrown.code)
  );
}

function emptyTranscript(
  conversationId: string,
  { agentId, checkpoints }: Extract<BoughRecord, { type: 'transcript' }>,
): Transcript {
  return {
    format: 'bough-transcript',
    version: 1,
    conversationId,
    agentId,
    turns: [],
    checkpoints,
    passes: [],
  };
}

/** For the report: nothing is hidden or repaired in our own format. */
function summaryOf({ conversation, messages }: StagedConversation): ImportConversation {
  const parents = new Set(messages.map(({ parentId }) => parentId));
  const leaves = messages.filter(({ id }) => !parents.has(id)).length;
  const nodes = messages.length;
  return {
    source: 'bough',
    key: conversation.id,
    title: conversation.title,
    summary: '',
    createdAt: conversation.createdAt,
    updatedAt: conversation.updatedAt,
    messages: [],
    extras: [],
    tipKey: null,
    sourceTip: conversation.tipId,
    tally: {
      nodes,
      placeholder: 0,
      hidden: 0,
      reasoning: 0,
      tool: 0,
      shown: nodes,
      unreadable: 0,
      unknownType: 0,
      leaves,
    },
    repairs: { missingParent: 0, cycle: 0, danglingTip: 0 },
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: [],
  };
}
