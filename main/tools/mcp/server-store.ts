import { z } from 'zod';
import type { KeyStorage, ServerTransport } from '#contract';
import { serverTransportSchema } from '#contract/tools.ts';
import { BoughError } from '#core/errors.ts';
import type { KeyStore } from '../../providers/keys.ts';
import type { Settings } from '../../providers/route-store.ts';

/** A tool as its server listed it, cut to what is kept. */
const listedToolSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  readOnly: z.boolean(),
});
export type ListedTool = z.infer<typeof listedToolSchema>;

const storedServerSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  transport: serverTransportSchema,
  enabled: z.boolean(),
  secretNames: z.array(z.string()),
  tools: z.array(listedToolSchema),
  checkedAt: z.number().nullable(),
});
export type StoredServer = z.infer<typeof storedServerSchema>;

const key = 'tools.servers';
const secretsSchema = z.record(z.string(), z.string());

/** The servers in the workspace's settings, and their secrets in the vault of keys, outside of every workspace. */
export class ServerStore {
  readonly #settings: Settings;
  readonly #keys: KeyStore;

  constructor(settings: Settings, keys: KeyStore) {
    this.#settings = settings;
    this.#keys = keys;
  }

  /** In the order in which they were added. */
  all(): StoredServer[] {
    return this.#settings.get(key, z.array(storedServerSchema), []);
  }

  /** Throws `not_found`. */
  get(id: string): StoredServer {
    const server = this.all().find((known) => known.id === id);
    if (!server) throw new BoughError('not_found', `No server ${id}`);
    return server;
  }

  put(server: StoredServer): void {
    const all = this.all();
    const at = all.findIndex(({ id }) => id === server.id);
    if (at < 0) all.push(server);
    else all[at] = server;
    this.#settings.set(key, all);
  }

  async remove(id: string): Promise<boolean> {
    const all = this.all();
    const left = all.filter((server) => server.id !== id);
    if (left.length === all.length) return false;
    this.#settings.set(key, left);
    await this.#keys.remove(vaultId(id));
    return true;
  }

  /** The secrets of a server; null where they are kept and cannot be read. They belong to what it is started with. */
  secrets({ id, transport }: Pick<StoredServer, 'id' | 'transport'>): Record<string, string> | null {
    const kept = this.#keys.get(vaultId(id), destinationOf(transport));
    if (kept.kind === 'unreadable') return null;
    return kept.kind === 'absent' ? {} : secretsSchema.parse(JSON.parse(kept.value));
  }

  async setSecrets(
    { id, transport }: Pick<StoredServer, 'id' | 'transport'>,
    secrets: Record<string, string>,
    storage: Exclude<KeyStorage, 'none'>,
  ): Promise<void> {
    if (Object.keys(secrets).length === 0) return this.#keys.remove(vaultId(id));
    await this.#keys.set(vaultId(id), destinationOf(transport), { value: JSON.stringify(secrets), storage });
  }
}

const vaultId = (id: string): string => `server:${id}`;

/** What secrets are given to: another command or host does not get them. */
function destinationOf(transport: ServerTransport): string {
  return transport.kind === 'http'
    ? new URL(transport.url).origin
    : JSON.stringify([transport.command, ...transport.args]);
}
