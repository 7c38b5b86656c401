import { createHash } from 'node:crypto';
import type { ImportReport } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import { FileIndex, partsInManifest, zipsInManifest } from '#core/import/file-index.ts';
import { isObject, listIn } from '#core/import/json-value.ts';
import { readMarkdown } from '#core/import/markdown.ts';
import { type ReadElement, readAssembled, readConversation } from '#core/import/read-conversation.ts';
import type { ImportConversation } from '#core/import/types.ts';
import type { AttachmentStore } from '../storage/attachments.ts';
import type { ImportWriter } from '../storage/import-writer.ts';
import { type Archive, type ArchiveFile, readWhole } from './archive.ts';
import { AttachmentKeeper } from './attachment-keeper.ts';
import { BoughImport, isBoughHeader } from './bough-import.ts';
import type { BoughWriter } from './bough-writer.ts';
import { type FileElement, readJsonFile } from './json-file.ts';
import { openArchive } from './open-archive.ts';
import { prepare } from './prepare.ts';
import { ReportBuilder } from './report-builder.ts';

/** Bytes of a side file or a Markdown transcript that is read whole. */
const largestSideFile = 32 * 1024 * 1024;

export interface ImportRequest {
  id: string;
  /** Of the file or folder, for the report. */
  name: string;
  paths: readonly string[];
  /** For zips inside of zips; made when it is needed, and removed. */
  temporary: string;
}

export interface ImporterOptions {
  writer: ImportWriter;
  bough: BoughWriter;
  attachments: AttachmentStore;
  environment: Environment;
  /** How far it is: bytes of conversations read, of all. */
  progress(done: number, total: number, conversations: number, messages: number): void;
  cancelled(): boolean;
}

/**
 * Brings in everything that an archive holds, conversation by conversation, each whole or not at all. Never throws:
 * the report says how it ended.
 */
export async function runImport(request: ImportRequest, options: ImporterOptions): Promise<ImportReport> {
  const { environment } = options;
  const report = new ReportBuilder(request.id, request.name, environment.now());
  let archive: Archive | undefined;
  try {
    archive = await openArchive(request);
    await new Importer(request, options, archive, report).run();
    if (!report.foundAnything) throw new BoughError('import_nothing', 'No conversations were found');
    return report.finish('done', environment.now(), null);
  } catch (thrown) {
    const state = thrown instanceof Cancelled ? 'cancelled' : 'failed';
    return report.finish(state, environment.now(), state === 'failed' ? toBridgeError(thrown) : null);
  } finally {
    await archive?.close();
  }
}

class Cancelled extends Error {}

/** Files beside the conversations, by name: they are never conversations, whatever their shape. */
const sideFiles =
  /^(?:user|users|user_settings|message_feedback|shared_conversations|group_chats|sora|codex|shopping|library_files|conversation_asset_file_names|export_manifest|memories|login_history|projects|manifest-.*)\.json$/i;

class Importer {
  readonly #request: ImportRequest;
  readonly #options: ImporterOptions;
  readonly #archive: Archive;
  readonly #report: ReportBuilder;
  readonly #index: FileIndex<ArchiveFile>;
  readonly #keeper: AttachmentKeeper;
  #done = 0;
  #total = 0;

  constructor(request: ImportRequest, options: ImporterOptions, archive: Archive, report: ReportBuilder) {
    this.#request = request;
    this.#options = options;
    this.#archive = archive;
    this.#report = report;
    this.#index = new FileIndex(archive.files.filter(isAttachable));
    this.#keeper = new AttachmentKeeper({ store: options.attachments, files: this.#index, report });
  }

  async run(): Promise<void> {
    const { files } = this.#archive;
    const isSide = (file: ArchiveFile): boolean =>
      sideFiles.test(file.name) || /\/(?:projects|memories)\//.test(file.path);
    const side = files.filter((file) => isJson(file) && isSide(file));
    const main = files.filter((file) => isJson(file) && !isSide(file)).sort(byNumber);
    this.#total = main.reduce((sum, { size }) => sum + size, 0);
    for (const file of side) await this.#readSide(file, files);
    let recognised = 0;
    for (const file of main) recognised += await this.#readFile(file);
    const documents = files.filter(({ name }) => /\.(?:md|markdown)$/i.test(name));
    if (recognised === 0) for (const file of documents) recognised += await this.#readDocument(file);
    if (recognised === 0) return;
    for (const { file, name } of this.#index.unused()) {
      if (isAttachment(file)) this.#report.problem({ kind: 'attachment_unused', file: file.name, name });
    }
  }

  /** One that cannot be read only makes names poorer. */
  async #readSide(file: ArchiveFile, files: readonly ArchiveFile[]): Promise<void> {
    const reader = readJsonFile(file, () => {});
    const values: unknown[] = [];
    for await (const element of reader.elements) if (element.kind === 'value') values.push(element.value);
    const [first] = values;
    if (file.name === 'conversation_asset_file_names.json') this.#index.addNames(first);
    else if (file.name === 'library_files.json') for (const value of values) this.#index.addLibrary(value);
    else if (file.name === 'export_manifest.json') this.#checkParts(first, files);
    else if (file.name.startsWith('manifest-')) this.#checkZips(first, file, files);
    else if (/(?:^|\/)projects(?:\.json$|\/)/.test(file.path)) this.#countProjects(values);
  }

  #checkParts(manifest: unknown, files: readonly ArchiveFile[]): void {
    const names = new Set(files.map(({ name }) => name));
    for (const part of partsInManifest(manifest).get('conversations.json') ?? []) {
      if (!names.has(part)) this.#report.problem({ kind: 'file_missing', file: part });
    }
  }

  #checkZips(manifest: unknown, file: ArchiveFile, files: readonly ArchiveFile[]): void {
    const zips = zipsInManifest(manifest);
    if (!zips) return;
    const there = zips.filter((zip) => files.some(({ path }) => path.includes(`${zip.file}/`)));
    if (there.length === 0) this.#report.problem({ kind: 'links_only', file: file.name });
    else
      for (const zip of zips)
        if (!there.includes(zip)) this.#report.problem({ kind: 'category_missing', ...zip });
  }

  #countProjects(values: readonly unknown[]): void {
    const projects = values.filter(isObject);
    if (projects.length === 0) return;
    const documents = projects.reduce((sum, project) => sum + listIn(project['docs']).length, 0);
    this.#report.projects(projects.length, documents);
  }

  /** Returns how many of its elements are conversations, or should be. */
  async #readFile(file: ArchiveFile): Promise<number> {
    const before = this.#report.conversations;
    const reader = readJsonFile(file, (bytes) => this.#passed(bytes));
    const scan = new FileScan(file);
    for await (const element of reader.elements) {
      this.#stopIfCancelled();
      if (element.kind === 'value' && scan.place === 0 && isBoughHeader(element.value)) {
        // Awaited here: leaving the loop ends the reader that it goes on with.
        return await this.#readBough(file, element.value, reader);
      }
      await this.#takeElement(element, scan);
    }
    const damage = reader.damage();
    if (scan.recognised === 0 && !(damage && looksLikeConversations(file))) return 0;
    scan.tell(this.#report);
    if (damage) {
      this.#report.uncountEntries(scan.entries);
      this.#report.problem({
        kind: 'file_damaged',
        file: file.name,
        rescued: this.#report.conversations - before,
      });
    }
    return scan.recognised + (damage ? 1 : 0);
  }

  async #takeElement(element: FileElement, scan: FileScan): Promise<void> {
    const place = scan.next();
    const read = element.kind === 'value' ? readSafely(element.value) : element;
    if (read.kind === 'conversation') {
      scan.recognise(this.#report);
      await this.#write(read.conversation);
    } else if (read.kind === 'empty') {
      scan.recognise(this.#report);
      this.#report.empty(read.title, read.createdAt);
    } else if (read.kind === 'unreadable') {
      scan.recognise(this.#report);
      this.#report.unreadable(scan.file.name, place, read.title);
    } else if (read.kind === 'too-large') {
      scan.recognise(this.#report);
      this.#report.problem({ kind: 'entry_too_large', file: scan.file.name, place, bytes: read.bytes });
    } else scan.strange(place, read.kind === 'encoding');
  }

  async #readBough(
    file: ArchiveFile,
    header: unknown,
    reader: ReturnType<typeof readJsonFile>,
  ): Promise<number> {
    const { bough, attachments } = this.#options;
    const bring = new BoughImport({
      importId: this.#request.id,
      file,
      index: this.#index,
      writer: bough,
      attachments,
      report: this.#report,
    });
    bring.begin(header);
    for await (const element of reader.elements) {
      this.#stopIfCancelled();
      await bring.take(element);
    }
    bring.end(reader.damage());
    return 1;
  }

  async #readDocument(file: ArchiveFile): Promise<number> {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(await readWhole(file, largestSideFile));
    } catch {
      // Not text, too large, or damaged: either way no transcript that can be read.
      this.#report.problem({ kind: 'file_encoding', file: file.name });
      return 0;
    }
    const source = readMarkdown(text, file.name);
    if (!source) return 0;
    const read = readAssembled(source);
    if (read.kind !== 'conversation') return 0;
    this.#report.entry();
    await this.#write(read.conversation);
    return 1;
  }

  /** A conversation without an id is known again by what is in it. */
  async #write(found: ImportConversation): Promise<void> {
    const { writer } = this.#options;
    const conversation = found.key === '' ? { ...found, key: contentKey(found) } : found;
    const { source, key, messages, title } = conversation;
    if (
      writer.holdsAll(
        source,
        key,
        messages.map((message) => message.key),
      )
    ) {
      for (const message of messages) this.#markUsed(message.key, message.parts);
      this.#report.duplicate();
      return;
    }
    const prepared = await prepare(conversation, this.#request.id, (part, message) =>
      this.#keeper.keep(part.file, message.key, title),
    );
    this.#report.written(conversation, writer.write(prepared));
    this.#tellProgress();
  }

  #markUsed(messageKey: string, parts: ImportConversation['messages'][number]['parts']): void {
    for (const part of parts)
      if (part.type === 'file' && !part.file.content) this.#index.find(part.file, messageKey);
  }

  #passed(bytes: number): void {
    this.#done += bytes;
    this.#tellProgress();
  }

  #tellProgress(): void {
    const { conversations, messages } = this.#report;
    this.#options.progress(this.#done, this.#total, conversations, messages);
  }

  #stopIfCancelled(): void {
    if (this.#options.cancelled()) throw new Cancelled();
  }
}

/** What was seen of one file: strange elements count only where the file turns out to hold conversations. */
class FileScan {
  readonly file: ArchiveFile;
  place = 0;
  recognised = 0;
  entries = 0;
  readonly #strange: { place: number; encoding: boolean }[] = [];

  constructor(file: ArchiveFile) {
    this.file = file;
  }

  next(): number {
    this.place += 1;
    return this.place;
  }

  recognise(report: ReportBuilder): void {
    this.recognised += 1;
    this.entries += 1;
    report.entry();
  }

  strange(place: number, encoding: boolean): void {
    this.#strange.push({ place, encoding });
  }

  tell(report: ReportBuilder): void {
    for (const { place } of this.#strange) {
      this.entries += 1;
      report.entry();
      report.unreadable(this.file.name, place, '');
    }
    if (this.#strange.some(({ encoding }) => encoding))
      report.problem({ kind: 'file_encoding', file: this.file.name });
  }
}

/** What a hostile value makes of a parser is its own fault, and that of no other conversation. */
function readSafely(value: unknown): ReadElement {
  try {
    return readConversation(value);
  } catch {
    // Nested too deeply, most of all: reported with its place in the file.
    return { kind: 'unreadable', title: '' };
  }
}

function contentKey({ title, messages }: ImportConversation): string {
  const content = JSON.stringify([title, messages]);
  return `content:${createHash('sha256').update(content).digest('hex')}`;
}

const isJson = ({ name }: ArchiveFile): boolean => /\.json$/i.test(name);
const looksLikeConversations = ({ name }: ArchiveFile): boolean =>
  /conversation|chats?|convo|bough/i.test(name);
const isAttachable = (file: ArchiveFile): boolean => !isJson(file);
/** Of the files that are no conversations, those that a message might have asked for. */
const isAttachment = ({ name }: ArchiveFile): boolean => !/\.(?:html?|json|zip)$/i.test(name);

function byNumber(a: ArchiveFile, b: ArchiveFile): number {
  return a.path.localeCompare(b.path, 'en', { numeric: true });
}
