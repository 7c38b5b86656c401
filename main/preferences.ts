import { readFileSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Preferences } from '#contract';
import { preferencesSchema } from '#contract/app.ts';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { writeDurably } from './storage/durable-file.ts';

/**
 * What the app remembers about itself on this computer: `preferences.json` in the app's folder. Nothing that was
 * said depends on it, so an unreadable file is set aside under a new name and the defaults are used.
 */
export class PreferenceFile {
  readonly #file: string;
  readonly #environment: Environment;
  readonly #log: Log;
  #current: Preferences;
  #unreadable = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, environment: Environment, log: Log) {
    this.#file = join(folder, 'preferences.json');
    this.#environment = environment;
    this.#log = log;
    this.#current = this.#read();
  }

  get current(): Preferences {
    return this.#current;
  }

  /** Keeps the changed fields; resolves when they are on disk. */
  async change(fields: Partial<Preferences>): Promise<Preferences> {
    this.#current = preferencesSchema.parse({ ...this.#current, ...fields });
    const text = `${JSON.stringify(this.#current, null, 2)}\n`;
    const write = this.#writing.then(() => this.#write(text));
    this.#writing = write.catch(() => {});
    await write;
    return this.#current;
  }

  /** Resolves when everything that was asked to be kept is on disk. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #write(text: string): Promise<void> {
    await mkdir(join(this.#file, '..'), { recursive: true });
    if (this.#unreadable) {
      await rename(this.#file, `${this.#file}.unreadable`);
      this.#unreadable = false;
    }
    await writeDurably(this.#file, Buffer.from(text), this.#environment.newId());
  }

  #read(): Preferences {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return preferencesSchema.parse({});
      throw error;
    }
    try {
      return preferencesSchema.parse(JSON.parse(text));
    } catch (error) {
      this.#log.warn('preferences unreadable, defaults used', { error: String(error) });
      this.#unreadable = true;
      return preferencesSchema.parse({});
    }
  }
}
