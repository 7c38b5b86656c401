import { realpath } from 'node:fs/promises';
import { z } from 'zod';
import type { Attachment, Grant, ToolSettings } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import type { Media } from '../imaging/media.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { KeyStore } from '../providers/keys.ts';
import type { WayOut } from '../providers/proxy.ts';
import type { ShellPort } from '../shell-port.ts';
import { fileTypeOf } from '../storage/file-type.ts';
import type { Workspace } from '../storage/workspace.ts';
import { Approvals } from './approvals/approvals.ts';
import { Grants } from './approvals/grants.ts';
import { Places } from './files/places.ts';
import { readFileTool } from './files/read-file.ts';
import { writeFileTool } from './files/write-file.ts';
import { builtInTools } from './index.ts';
import { ServerStore } from './mcp/server-store.ts';
import { ToolServers } from './mcp/servers.ts';
import { screenshotTool } from './screenshot.ts';
import { Tools } from './tools.ts';
import { fetchPageTool } from './web/fetch-page.ts';
import { readApartWith } from './web/read-apart.ts';
import { systemNetwork } from './web/request.ts';
import type { Network } from './web/web-address.ts';

export interface ToolDeskOptions {
  workspace: Workspace;
  media: Pick<Media, 'pdfText'>;
  keys: KeyStore;
  shell: ShellPort;
  events: EventSink;
  environment: Environment;
  schedule: Schedule;
  appVersion: string;
  /** Folders that no tool may touch. */
  closedFolders: readonly string[];
  /** The script of the worker that reads pages. */
  pageReader: string;
  /** How pages and servers are reached. */
  wayOut: WayOut;
  fetch: typeof fetch;
  /** Default: the system's own. */
  network?: Network | undefined;
}

const settingsKey = 'tools.settings';
const settingsSchema = z.strictObject({ localAddresses: z.boolean() });

/** The tools of a workspace, what they may do, and the servers that bring more of them. */
export class ToolDesk {
  readonly tools: Tools;
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly servers: ToolServers;
  readonly #options: ToolDeskOptions;

  constructor(options: ToolDeskOptions) {
    this.#options = options;
    const { workspace, keys, events, environment, schedule, appVersion, fetch } = options;
    const { settings, attachments } = workspace;
    this.grants = new Grants(settings, environment);
    this.approvals = new Approvals({ grants: this.grants, events, environment });
    const addAttachment = (name: string, bytes: Uint8Array) => attachments.add(name, bytes);
    this.servers = new ToolServers({
      store: new ServerStore(settings, keys),
      grants: this.grants,
      environment,
      appVersion,
      fetch,
      addAttachment,
      onChanged: () => events.publish({ type: 'tools' }),
    });
    this.tools = new Tools({
      tools: this.#builtIn(addAttachment),
      more: () => this.servers.tools(),
      approvals: this.approvals,
      schedule,
    });
  }

  settings(): ToolSettings {
    return this.#options.workspace.settings.get(settingsKey, settingsSchema, { localAddresses: false });
  }

  setSettings(settings: ToolSettings): ToolSettings {
    this.#options.workspace.settings.set(settingsKey, settings);
    return settings;
  }

  /** The user chooses a folder for all conversations; null when they did not. */
  async giveFolder(write: boolean): Promise<Grant | null> {
    const chosen = await this.#options.shell.pickFolder();
    if (chosen === null) return null;
    const place = await realpath(chosen);
    return this.grants.add({ kind: write ? 'write' : 'read', place, label: place, conversationId: null });
  }

  /** Ends the servers. */
  close(): Promise<void> {
    return this.servers.close();
  }

  #builtIn(addAttachment: (name: string, bytes: Uint8Array) => Promise<Attachment>) {
    const { workspace, media, shell, environment, closedFolders, pageReader, appVersion } = this.#options;
    const { messages, attachments, search } = workspace;
    const onPath = (messageId: string): Attachment[] =>
      messages
        .pathMessages(messageId)
        .flatMap((message) => message.parts)
        .flatMap((part) => (part.type === 'attachment' ? [part.attachment] : []));
    const read = (hash: string) => attachments.read(hash);
    const source = { read, pdfText: (hash: string) => media.pdfText(hash, read), onPath };
    const places = new Places({ forbidden: closedFolders, platform: process.platform });
    const { grants } = this;
    const kindOf = (bytes: Uint8Array) => fileTypeOf(bytes).kind;
    return [
      ...builtInTools({ attachments: source, search }),
      fetchPageTool({
        network: this.#options.network ?? systemNetwork,
        wayOut: this.#options.wayOut,
        settings: () => this.settings(),
        readApart: readApartWith(pageReader),
        appVersion,
      }),
      readFileTool({ places, grants, addAttachment, kindOf }),
      writeFileTool({ places, grants, environment }),
      screenshotTool({ shell, addAttachment }),
    ];
  }
}
