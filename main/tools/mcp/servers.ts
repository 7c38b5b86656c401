import type { Attachment, ServerCheck, ServerDraft, ToolInfo, ToolServer } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Grants } from '../approvals/grants.ts';
import type { Tool } from '../tool.ts';
import { ServerError } from './problems.ts';
import { ServerRunner } from './server-runner.ts';
import type { ServerStore, StoredServer } from './server-store.ts';
import { serverTool } from './server-tool.ts';
import { openSession } from './session.ts';

export interface ServersOptions {
  store: ServerStore;
  grants: Grants;
  environment: Environment;
  appVersion: string;
  /** How servers on the web are reached. */
  fetch: typeof fetch;
  addAttachment(name: string, bytes: Uint8Array): Promise<Attachment>;
  /** Told when servers or their tools changed. */
  onChanged(): void;
}

/** The servers of tools that the user added. None runs before one of its tools is used. */
export class ToolServers {
  readonly #options: ServersOptions;
  readonly #runners = new Map<string, ServerRunner>();
  #tools: Tool[] | null = null;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  servers(): ToolServer[] {
    return this.#options.store.all().map(toServer);
  }

  /** The tools of all servers in use, as they were listed last: the same servers make the same tools. */
  tools(): readonly Tool[] {
    this.#tools ??= this.#makeTools();
    return this.#tools;
  }

  /** Adds or changes a server. Another program or host has to be given its secrets, and its tools allowed, again. */
  async save(draft: ServerDraft): Promise<ToolServer> {
    const { store, environment, grants } = this.#options;
    const { name, transport, secrets: fresh, keepSecrets, storage } = draft;
    const before = draft.id === undefined ? null : store.get(draft.id);
    const id = before?.id ?? environment.newId();
    const same = before !== null && JSON.stringify(before.transport) === JSON.stringify(transport);
    const kept = before ? (store.secrets({ id, transport }) ?? {}) : {};
    const secrets = {
      ...Object.fromEntries(Object.entries(kept).filter(([each]) => keepSecrets.includes(each))),
      ...fresh,
    };
    this.#refuseTaken(name, id);
    await store.setSecrets({ id, transport }, secrets, storage);
    const server: StoredServer = {
      id,
      name,
      transport,
      enabled: before?.enabled ?? true,
      secretNames: Object.keys(secrets),
      tools: same ? before.tools : [],
      checkedAt: same ? before.checkedAt : null,
    };
    if (!same) grants.revokeBelow('server', `${id}/`);
    store.put(server);
    await this.#changed(id);
    return toServer(server);
  }

  async remove(id: string): Promise<boolean> {
    const removed = await this.#options.store.remove(id);
    this.#options.grants.revokeBelow('server', `${id}/`);
    await this.#changed(id);
    return removed;
  }

  async enable(id: string, enabled: boolean): Promise<ToolServer> {
    const { store } = this.#options;
    store.put({ ...store.get(id), enabled });
    await this.#changed(id);
    return toServer(store.get(id));
  }

  /** Starts the server and keeps the list of its tools. */
  async check(id: string): Promise<ServerCheck> {
    const { store, environment } = this.#options;
    const started = environment.now();
    try {
      // A server that was tried in vain is tried again when its user asks.
      await this.#stop(id);
      const tools = await this.#runner(store.get(id)).tools();
      const ended = environment.now();
      store.put({ ...store.get(id), tools, checkedAt: ended });
      this.#tools = null;
      this.#options.onChanged();
      return { ok: true, tools: toServer(store.get(id)).tools, milliseconds: ended - started };
    } catch (error) {
      if (error instanceof ServerError) return { ok: false, problem: error.problem };
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runners.keys()].map((id) => this.#stop(id)));
  }

  #makeTools(): Tool[] {
    const { store, addAttachment } = this.#options;
    const taken = new Set<string>();
    return store
      .all()
      .filter(({ enabled }) => enabled)
      .flatMap((server) =>
        server.tools.map((tool) => {
          const name = freeName(`${slug(server.name)}__${slug(tool.name)}`, taken);
          return serverTool({ server, tool, name, addAttachment, runner: () => this.#runner(server) });
        }),
      );
  }

  #runner(server: StoredServer): ServerRunner {
    const known = this.#runners.get(server.id);
    if (known) return known;
    const { store, appVersion, environment, fetch } = this.#options;
    const secrets = (of: StoredServer) => store.secrets(of);
    const { now } = environment;
    const made = new ServerRunner(server, { open: openSession, secrets, appVersion, fetch, now });
    this.#runners.set(server.id, made);
    return made;
  }

  async #changed(id: string): Promise<void> {
    this.#tools = null;
    this.#options.onChanged();
    await this.#stop(id);
  }

  async #stop(id: string): Promise<void> {
    const runner = this.#runners.get(id);
    this.#runners.delete(id);
    await runner?.close();
  }

  #refuseTaken(name: string, id: string): void {
    const same = (other: StoredServer) => other.id !== id && other.name.toLowerCase() === name.toLowerCase();
    if (this.#options.store.all().some(same)) {
      throw new BoughError('name_taken', 'Another server has this name', { params: { name } });
    }
  }
}

function toServer({ tools, ...server }: StoredServer): ToolServer {
  const listed = tools.map(
    ({ name, description, readOnly }): ToolInfo => ({ name, description, readOnly, serverId: server.id }),
  );
  return { ...server, tools: listed };
}

/** Names as all providers take them: letters, digits, hyphens and underscores. */
function slug(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'tool'
  );
}

const longestName = 60;

function freeName(wanted: string, taken: Set<string>): string {
  // Google takes no name that begins with a digit.
  const base = wanted.replace(/^(?=[^A-Za-z_])/, '_').slice(0, longestName);
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  taken.add(name);
  return name;
}
