import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { KeyStorage, NewKey } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { writeDurably } from '../storage/durable-file.ts';
import { guardedFiles } from '../storage/failures.ts';

/** The operating system's encryption. The key ring of a system may be missing, or locked. */
export interface SecretBox {
  available(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws when the bytes were not encrypted for this user on this computer. */
  decrypt(bytes: Uint8Array): string;
}

export interface KeyStoreOptions {
  /** The app's own folder on this computer, outside every workspace. */
  folder: string;
  secretBox: SecretBox;
  environment: Environment;
  log: Log;
}

const entrySchema = z.strictObject({
  /** Where the key may be sent: an address that was changed does not get it. */
  origin: z.string(),
  storage: z.enum(['system', 'plain']),
  /** Base64 of the encrypted key, or the key itself. */
  value: z.string(),
});
const fileSchema = z.strictObject({
  format: z.literal('bough-keys'),
  version: z.literal(1),
  keys: z.record(z.string(), entrySchema),
});
type Entry = z.infer<typeof entrySchema>;

/** `unreadable`: there is a key, or a whole file of them, that this computer cannot read. */
export type KeptKey = { kind: 'key'; value: string } | { kind: 'absent' } | { kind: 'unreadable' };

/**
 * The keys of routes, in `keys.json` of the app's folder: never in a workspace, and never towards the renderer.
 * What cannot be read is told and kept, never wiped.
 */
export class KeyStore {
  readonly #file: string;
  readonly #options: KeyStoreOptions;
  readonly #entries: Map<string, Entry>;
  /** Keys that live until the app closes. */
  readonly #session = new Map<string, { origin: string; value: string }>();
  #unreadable: boolean;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: KeyStoreOptions, entries: Map<string, Entry> | null) {
    this.#file = join(options.folder, 'keys.json');
    this.#options = options;
    this.#entries = entries ?? new Map();
    this.#unreadable = entries === null;
  }

  static async open(options: KeyStoreOptions): Promise<KeyStore> {
    return new KeyStore(options, await readEntries(join(options.folder, 'keys.json'), options.log));
  }

  /** True while a key file lies there that this app cannot read. */
  get unreadable(): boolean {
    return this.#unreadable;
  }

  /** Whether the system can encrypt keys. */
  get encrypts(): boolean {
    return this.#options.secretBox.available();
  }

  /** How the key for an address is kept. */
  storageOf(routeId: string, origin: string): KeyStorage {
    if (this.#session.get(routeId)?.origin === origin) return 'session';
    const entry = this.#entries.get(routeId);
    return entry?.origin === origin ? entry.storage : 'none';
  }

  /** The key for an address. From now on no line of the log holds it. */
  get(routeId: string, origin: string): KeptKey {
    const kept = this.#find(routeId, origin);
    if (kept.kind === 'key') this.#hide(kept.value);
    return kept;
  }

  #find(routeId: string, origin: string): KeptKey {
    const session = this.#session.get(routeId);
    if (session?.origin === origin) return { kind: 'key', value: session.value };
    if (this.#unreadable) return { kind: 'unreadable' };
    const entry = this.#entries.get(routeId);
    if (entry?.origin !== origin) return { kind: 'absent' };
    return entry.storage === 'plain' ? { kind: 'key', value: entry.value } : this.#decrypt(routeId, entry);
  }

  /** Keeps a key; resolves when it is on disk. Throws `bad_request` where the system cannot encrypt and should. */
  async set(routeId: string, origin: string, key: NewKey): Promise<void> {
    this.#hide(key.value);
    if (key.storage === 'session') {
      this.#session.set(routeId, { origin, value: key.value });
      return;
    }
    this.#entries.set(routeId, { origin, storage: key.storage, value: this.#sealed(key) });
    this.#session.delete(routeId);
    await this.#write();
  }

  /** Forgets a key. */
  async remove(routeId: string): Promise<void> {
    this.#session.delete(routeId);
    if (this.#entries.delete(routeId)) await this.#write();
  }

  /** Servers of tools, and proxies, keep several values as one. */
  #hide(value: string): void {
    for (const secret of [value, ...valuesIn(value)]) this.#options.log.hide?.(secret);
  }

  #sealed(key: NewKey): string {
    if (key.storage === 'plain') return key.value;
    if (!this.encrypts) throw new BoughError('bad_request', 'This system cannot encrypt keys');
    return Buffer.from(this.#options.secretBox.encrypt(key.value)).toString('base64');
  }

  #decrypt(routeId: string, entry: Entry): KeptKey {
    try {
      return { kind: 'key', value: this.#options.secretBox.decrypt(Buffer.from(entry.value, 'base64')) };
    } catch (error) {
      this.#options.log.warn('a key cannot be decrypted', { routeId, error: String(error) });
      return { kind: 'unreadable' };
    }
  }

  #write(): Promise<void> {
    const write = this.#writing.then(() => guardedFiles(() => this.#writeNow()));
    this.#writing = write.catch(() => {});
    return write;
  }

  async #writeNow(): Promise<void> {
    const { folder, environment } = this.#options;
    const keys = Object.fromEntries(this.#entries);
    const text = JSON.stringify({ format: 'bough-keys', version: 1, keys }, null, 2);
    await mkdir(folder, { recursive: true });
    if (this.#unreadable) {
      await rename(this.#file, join(folder, `keys.unreadable-${environment.newId()}.json`));
      this.#unreadable = false;
    }
    await writeDurably(this.#file, Buffer.from(`${text}\n`), environment.newId());
  }
}

/** Null: there is a file, and it cannot be read. */
async function readEntries(file: string, log: Log): Promise<Map<string, Entry> | null> {
  try {
    return new Map(Object.entries(fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).keys));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    log.warn('keys unreadable', { error: error instanceof Error ? error.name : String(error) });
    return null;
  }
}

function valuesIn(value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    const isObject = typeof parsed === 'object' && parsed !== null;
    return isObject ? Object.values(parsed).filter((each) => typeof each === 'string') : [];
  } catch {
    // An ordinary key.
    return [];
  }
}
