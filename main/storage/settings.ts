import type { z } from 'zod';
import type { Writable } from './handle.ts';
import { parseStored } from './message-rows.ts';

/** The settings that belong to a workspace, as JSON by name. */
export class SettingsStore {
  readonly #get;
  readonly #set;
  readonly #remove;

  constructor(db: Writable) {
    this.#get = db.query<{ key: string }, { value: string }>('SELECT value FROM settings WHERE key = @key');
    this.#set = db.command<{ key: string; value: string }>(`
      INSERT INTO settings (key, value) VALUES (@key, @value)
      ON CONFLICT DO UPDATE SET value = excluded.value`);
    this.#remove = db.command<{ key: string }>('DELETE FROM settings WHERE key = @key');
  }

  /** `fallback` when it was never set. Throws `workspace_unreadable` when the stored value is not of the schema. */
  get<T>(key: string, schema: z.ZodType<T>, fallback: T): T {
    const row = this.#get.get({ key });
    return row ? parseStored(row.value, schema, `setting ${key}`) : fallback;
  }

  set(key: string, value: unknown): void {
    this.#set.run({ key, value: JSON.stringify(value) });
  }

  remove(key: string): void {
    this.#remove.run({ key });
  }
}
