import type { z } from 'zod';

const pending = (): never => {
  throw new Error('not implemented');
};

export class SettingsStore {
  /** `fallback` when never set; throws `workspace_unreadable` when the stored value is not of the schema. */
  get<T>(_key: string, _schema: z.ZodType<T>, _fallback: T): T {
    return pending();
  }
  set(_key: string, _value: unknown): void {
    pending();
  }
  remove(_key: string): void {
    pending();
  }
}
