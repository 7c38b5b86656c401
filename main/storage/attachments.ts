import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from '#contract';
import { maxAttachmentBytes } from '#contract/attachments.ts';
import { hashSchema } from '#contract/ids.ts';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { writeDurably } from './durable-file.ts';
import { guardedFiles } from './failures.ts';
import { cleanFileName } from './file-name.ts';
import { fileTypeOf } from './file-type.ts';
import type { Writable } from './handle.ts';
import { KeyedQueue } from './queue.ts';
import { sha256 } from './transcript-file.ts';

export interface AttachmentStoreOptions {
  db: Writable;
  folder: string;
  environment: Environment;
}

/** What is known of a stored file. Its names are kept where it is used: one file may have several. */
export type AttachmentInfo = Pick<Attachment, 'mime' | 'kind' | 'bytes' | 'width' | 'height'>;

type Row = {
  mime: string;
  kind: Attachment['kind'];
  bytes: number;
  width: number | null;
  height: number | null;
};

/** Files by content: `attachments/<sha256>`, written once and never changed, shared by all that use them. */
export class AttachmentStore {
  readonly #options: AttachmentStoreOptions;
  readonly #queue = new KeyedQueue();
  readonly #register;
  readonly #info;
  readonly #unused;
  readonly #unregister;

  constructor(options: AttachmentStoreOptions) {
    const { db } = options;
    this.#options = options;
    this.#register = db.command<Row & { hash: string; now: number }>(`
      INSERT INTO attachments (hash, mime, kind, bytes, width, height, added_at)
      VALUES (@hash, @mime, @kind, @bytes, @width, @height, @now)
      ON CONFLICT DO UPDATE SET added_at = excluded.added_at`);
    this.#info = db.query<{ hash: string }, Row>(
      'SELECT mime, kind, bytes, width, height FROM attachments WHERE hash = @hash',
    );
    this.#unused = db.query<{ before: number }, { hash: string }>(`
      SELECT hash FROM attachments
      WHERE added_at < @before AND hash NOT IN (SELECT hash FROM attachment_uses)`);
    this.#unregister = db.command<{ hash: string; before: number }>(`
      DELETE FROM attachments
      WHERE hash = @hash AND added_at < @before AND hash NOT IN (SELECT hash FROM attachment_uses)`);
  }

  /**
   * Stores a file; the same bytes twice are one file. Type, size and whether it is text are taken from the bytes,
   * the name is cleaned. Throws `attachment_too_large`, `disk_full`, `not_writable`.
   */
  async add(name: string, bytes: Uint8Array): Promise<Attachment> {
    const clean = cleanFileName(name);
    if (bytes.byteLength > maxAttachmentBytes) {
      throw new BoughError('attachment_too_large', 'The file is too large', { params: { name: clean } });
    }
    const hash = sha256(bytes);
    const type = fileTypeOf(bytes);
    const { environment } = this.#options;
    await this.#queue.run(hash, async () => {
      // A file that is there but damaged is put right; one that is whole stays untouched.
      if (!(await this.#isWhole(hash))) {
        await guardedFiles(() => writeDurably(this.path(hash), bytes, environment.newId()));
      }
      const { width = null, height = null, ...rest } = type;
      const now = environment.now();
      this.#register.run({ hash, ...rest, bytes: bytes.byteLength, width, height, now });
    });
    return { hash, name: clean, bytes: bytes.byteLength, ...type };
  }

  /** The bytes, after comparing them with their hash. Throws `attachment_missing`, also for damaged ones. */
  async read(hash: string): Promise<Uint8Array> {
    const file = this.path(hash);
    const bytes = await guardedFiles(() =>
      readFile(file).catch((thrown: unknown) => {
        throw isMissing(thrown) ? missing(hash, 'The file is gone') : thrown;
      }),
    );
    if (sha256(bytes) !== hash) throw missing(hash, 'The file is damaged');
    return bytes;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** Where the bytes are. Throws `bad_request` for what is no hash, so that it never leads out of the folder. */
  path(hash: string): string {
    if (!hashSchema.safeParse(hash).success) throw new BoughError('bad_request', 'Not a hash');
    return join(this.#options.folder, hash);
  }

  /** Throws `attachment_missing`. */
  info(hash: string): AttachmentInfo {
    const row = this.#info.get({ hash });
    if (!row) throw missing(hash, 'It was never stored');
    const { width, height, ...rest } = row;
    return { ...rest, ...(width !== null && height !== null && { width, height }) };
  }

  /**
   * Removes files that no conversation needs and that were added before a moment. Returns how many.
   *
   * @param before milliseconds since the epoch: what was just added may not be written into a draft yet
   */
  async removeUnused(before: number): Promise<number> {
    let removed = 0;
    for (const { hash } of this.#unused.all({ before })) {
      await this.#queue.run(hash, async () => {
        if (this.#unregister.run({ hash, before }) === 0) return;
        await guardedFiles(() => rm(this.path(hash), { force: true }));
        removed += 1;
      });
    }
    return removed;
  }

  async #isWhole(hash: string): Promise<boolean> {
    try {
      await this.read(hash);
      return true;
    } catch (thrown) {
      if (thrown instanceof BoughError && thrown.code === 'attachment_missing') return false;
      throw thrown;
    }
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}

function missing(hash: string, message: string): BoughError {
  return new BoughError('attachment_missing', message, { detail: hash });
}
