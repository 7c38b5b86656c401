import { join } from 'node:path';
import type { AppInfo, BridgeEvent, Result } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { ForkService } from './branches/fork-service.ts';
import { Gauges } from './branches/gauges.ts';
import { Marks } from './branches/marks.ts';
import { Branches } from './context/branches.ts';
import { ContextService } from './context/context-service.ts';
import { LadderChoices } from './context/ladder-settings.ts';
import { Pages } from './context/pages.ts';
import { Planner } from './context/planner.ts';
import { PromptCaches } from './context/prompt-caches.ts';
import { ReaderMemory } from './context/reader-memory.ts';
import { SetAside } from './context/set-aside.ts';
import type { RoomServices } from './context/turn-room.ts';
import { ExportService, type ExportServiceOptions } from './export/export-service.ts';
import { Unfinished } from './export/unfinished.ts';
import { type FileServices, openFileServices } from './file-services.ts';
import { readGuide } from './guide.ts';
import { Media } from './imaging/media.ts';
import { agentHandlers } from './ipc/agents.ts';
import { appHandlers } from './ipc/app.ts';
import { attachmentHandlers } from './ipc/attachments.ts';
import { branchHandlers } from './ipc/branches.ts';
import { contextHandlers } from './ipc/context.ts';
import { conversationHandlers } from './ipc/conversations.ts';
import { draftHandlers } from './ipc/drafts.ts';
import { type EventClient, EventHub } from './ipc/event-hub.ts';
import { exportHandlers } from './ipc/export.ts';
import type { Handlers } from './ipc/handlers.ts';
import { providerHandlers } from './ipc/providers.ts';
import { createRouter } from './ipc/router.ts';
import { searchHandlers } from './ipc/search.ts';
import { sideHandlers } from './ipc/side.ts';
import { toolHandlers } from './ipc/tools.ts';
import { treeHandlers } from './ipc/tree.ts';
import { turnHandlers } from './ipc/turns.ts';
import { Notices } from './notices.ts';
import { PreferenceFile } from './preferences.ts';
import { openCatalogue } from './providers/catalogue.ts';
import { KeyStore, type SecretBox } from './providers/keys.ts';
import { throughProxy, type WayOut, waysOut } from './providers/proxy.ts';
import { ProxySignInStore } from './providers/proxy-sign-in.ts';
import { Routes } from './providers/routes.ts';
import { createWires } from './providers/wires/index.ts';
import type { WireOptions } from './providers/wires/session.ts';
import { type HistoryLoader, historyLoader } from './run/history.ts';
import { SideService } from './run/side-service.ts';
import { TurnService } from './run/turn-service.ts';
import type { ShellPort } from './shell-port.ts';
import type { FaultPoints } from './storage/faults.ts';
import type { LoadedTranscript } from './storage/transcripts.ts';
import { openWorkspace, type Workspace } from './storage/workspace.ts';
import { ToolDesk, type ToolDeskOptions } from './tools/tool-desk.ts';
import type { Tools } from './tools/tools.ts';
import type { Network } from './tools/web/web-address.ts';

export interface ServicesOptions {
  /** Made when it does not exist. */
  workspaceFolder: string;
  /** The app's own folder on this computer: preferences, and the keys of providers. */
  appFolder: string;
  /** The guide's Markdown pages. */
  guideFolder: string;
  /** Where snapshot pages are kept until they are drawn again; may be deleted at any time. */
  pageFolder: string;
  /** The pixel glyphs that they are drawn with, a file for each font. */
  atlasFolder: string;
  /** The tokens that texts are counted in. */
  vocabularyFile: string;
  /** What the build knows of models and their prices. */
  catalogueFile: string;
  /** The scripts of the workers: their bundles, or their sources where Node runs the services. */
  workers: {
    context: string;
    transcripts: string;
    import: string;
    backup: string;
    media: string;
    readable: string;
  };
  app: Pick<AppInfo, 'version' | 'platform' | 'systemLanguage'>;
  environment: Environment;
  schedule: Schedule;
  log: Log;
  shell: ShellPort;
  /** The operating system's encryption, for keys. */
  secretBox: SecretBox;
  /** Default: the runtime's own. */
  fetch?: typeof fetch | undefined;
  /** How tools reach the web. Default: the system's own. */
  network?: Network | undefined;
  /** `instant` leaves out the practice assistant's pauses; for tests. */
  practicePace?: 'natural' | 'instant' | undefined;
  /** Another build of the SQLite addon, for runtimes that cannot load the packaged one. */
  nativeBinding?: string | undefined;
  /** For the fault tests. */
  faults?: FaultPoints | undefined;
}

/** The app without a screen: what a shell hosts. */
export interface Services {
  /** Answers a call of the bridge; never rejects. */
  call(method: unknown, input: unknown): Promise<Result<unknown>>;
  /** Hands all events to a window until it is closed. */
  connect(send: (event: BridgeEvent) => void): EventClient;
  /** Where an attachment lies; null when there is none. */
  attachment(hash: string): { path: string; mime: string } | null;
  /** The PNG of a snapshot page that `context.pages` told of; null for any other. */
  page(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** The open workspace, for tests and for what is built on it. */
  workspace: Workspace;
  /** Ends the running answers and keeps what they wrote, waits for all writes and lets the workspace go. */
  close(): Promise<void>;
}

/**
 * Builds the services of one workspace.
 * Throws what `openWorkspace` throws, and the preferences' own read error.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  const { log, environment, schedule, appFolder: folder, secretBox } = options;
  const preferences = new PreferenceFile(folder, environment, log);
  const keys = await KeyStore.open({ folder, secretBox, environment, log });
  const workspace = await openFolder(options);
  const media = openMedia(options);
  const { proxySignIn, ...ways } = openWays(options, preferences, keys);
  const routes = openRoutes(options, workspace, { keys, media, fetch: ways.fetch });
  const events = new EventHub(schedule);
  const notices = openNotices(workspace, keys, events, environment);
  const history = historyLoader({ workspace, onLost: lostHistory(notices, environment) });
  const desk = openTools(options, { workspace, keys, events, media, ...ways });
  const room = openRoom(options, workspace, events);
  const marks = new Marks({ workspace, events, environment });
  const { tools } = desk;
  const asking = { workspace, history, readers: routes, tools, room, events, environment, schedule };
  const side = new SideService(asking);
  const turns = new TurnService({
    ...asking,
    marks,
    log,
    onEnded: (conversationId) => void context.tellGauge(conversationId),
  });
  const { context, setAside, gauges } = openContext({ workspace, history, tools, routes, turns, room });
  const unfinished = await openUnfinished(options, notices);
  const files = openFileServices({ ...options, workspace, events, notices, unfinished });
  const exports = openExports({ ...options, workspace, events, preferences, media, unfinished }, room);
  const handlers = createHandlers({
    ...options,
    workspace,
    events,
    notices,
    turns,
    preferences,
    routes,
    proxySignIn,
    context,
    setAside,
    memory: room.memory,
    marks,
    gauges,
    files,
    exports,
    desk,
    side,
  });
  return {
    call: createRouter({ handlers, log, now: environment.now }),
    connect: (send) => events.connect(send),
    attachment: (hash) => findAttachment(workspace, hash),
    page: (hash) => room.pages.find(hash),
    workspace,
    async close() {
      await files.close();
      await exports.close();
      await turns.close();
      await side.close();
      await desk.close();
      await room.planner.close();
      await media.close();
      events.close();
      await preferences.settled();
      await workspace.close();
    },
  };
}

function openFolder(options: ServicesOptions): Promise<Workspace> {
  const { workspaceFolder: folder, workers, environment, schedule, log, nativeBinding, faults } = options;
  const transcriptWorker = workers.transcripts;
  return openWorkspace({ folder, environment, log, schedule, nativeBinding, transcriptWorker, faults });
}

interface HandlerParts extends ServicesOptions {
  workspace: Workspace;
  events: EventHub;
  notices: Notices;
  turns: TurnService;
  preferences: PreferenceFile;
  routes: Routes;
  proxySignIn: ProxySignInStore;
  context: ContextService;
  setAside: SetAside;
  memory: ReaderMemory;
  marks: Marks;
  gauges: Gauges;
  files: FileServices;
  desk: ToolDesk;
  exports: ExportService;
  side: SideService;
}

function createHandlers(parts: HandlerParts): Handlers {
  const { workspace, events, turns, shell } = parts;
  const { conversations, messages, agents, attachments, drafts, search } = workspace;
  return {
    ...agentHandlers({ agents, shell, events }),
    ...appHandlers({
      ...parts,
      info: { ...parts.app, workspace: workspace.folder },
      guide: () => readGuide(parts.guideFolder),
    }),
    ...attachmentHandlers({ attachments, shell }),
    ...branchHandlers({ ...parts, forks: new ForkService(parts) }),
    ...contextHandlers(parts),
    ...conversationHandlers({ conversations, agents, turns, events }),
    ...draftHandlers(drafts),
    ...exportHandlers(parts.exports),
    ...parts.files.handlers,
    ...providerHandlers(parts),
    ...searchHandlers(search),
    ...sideHandlers(parts.side),
    ...toolHandlers(parts),
    ...treeHandlers({ conversations, messages, turns, events }),
    ...turnHandlers(turns),
  };
}

function openNotices(
  workspace: Workspace,
  keys: KeyStore,
  events: EventHub,
  environment: Environment,
): Notices {
  const notices = new Notices(workspace.notices, events);
  if (keys.unreadable) {
    notices.add({ id: environment.newId(), kind: 'keys_unreadable', conversationId: null, detail: '' });
  }
  return notices;
}

/** Removes first what was being written for the user when the app ended, and says so. */
async function openUnfinished({ appFolder, log, environment }: ServicesOptions, notices: Notices) {
  const unfinished = new Unfinished(join(appFolder, 'exports'), log);
  for (const name of await unfinished.sweep()) {
    notices.add({ id: environment.newId(), kind: 'export_unfinished', conversationId: null, detail: name });
  }
  return unfinished;
}

/** [T7] Says once in a session that a transcript was lost and the database is used instead. */
function lostHistory(notices: Notices, environment: Environment) {
  const told = new Set<string>();
  return (conversationId: string, loaded: LoadedTranscript): void => {
    if (told.has(conversationId)) return;
    told.add(conversationId);
    const detail = loaded.kind === 'quarantined' ? loaded.setAsideAs : loaded.kind;
    notices.add({ id: environment.newId(), kind: 'transcript_quarantined', conversationId, detail });
  };
}

function findAttachment(workspace: Workspace, hash: string): { path: string; mime: string } | null {
  try {
    return { path: workspace.attachments.path(hash), mime: workspace.attachments.info(hash).mime };
  } catch (error) {
    if (error instanceof BoughError && error.code === 'attachment_missing') return null;
    throw error;
  }
}

function openMedia({ appFolder, workers, schedule, log }: ServicesOptions): Media {
  return new Media({ workerFile: workers.media, folder: join(appFolder, 'fitted'), schedule, log });
}

/** How everything leaves this computer: providers, servers of tools, and pages that are fetched. */
function openWays(
  { shell, fetch: straight = globalThis.fetch }: ServicesOptions,
  preferences: PreferenceFile,
  keys: KeyStore,
): { wayOut: WayOut; fetch: typeof fetch; proxySignIn: ProxySignInStore } {
  const choice = () => preferences.current.proxy;
  const proxySignIn = new ProxySignInStore(keys, choice);
  const wayOut = waysOut({
    choice,
    system: async (url) => (await shell.proxyFor?.(url)) ?? null,
    signIn: () => proxySignIn.get(),
  });
  return { wayOut, fetch: throughProxy(straight, wayOut), proxySignIn };
}

function openExports(parts: Omit<ExportServiceOptions, 'pages'>, { pages }: RoomServices): ExportService {
  return new ExportService({ ...parts, pages });
}

function openRoutes(
  options: ServicesOptions,
  { settings }: Workspace,
  { keys, media, fetch }: { keys: KeyStore; media: Media; fetch: typeof globalThis.fetch },
): Routes {
  const { environment, schedule, app, guideFolder, practicePace } = options;
  const wireOptions: WireOptions = {
    fetch,
    schedule,
    environment,
    appVersion: app.version,
    media,
    guide: () => readGuide(guideFolder),
    ...(practicePace !== undefined && { practicePace }),
  };
  return new Routes({
    settings,
    keys,
    wires: createWires(wireOptions),
    catalogue: openCatalogue(options.catalogueFile, options.log),
    environment,
    local: { fetch, schedule },
  });
}

function openRoom(options: ServicesOptions, workspace: Workspace, events: EventHub): RoomServices {
  const { environment, schedule, log, pageFolder, atlasFolder, vocabularyFile, workers } = options;
  const planner = new Planner({
    workerFile: workers.context,
    atlasFolder,
    vocabularyFile,
    pageFolder,
    attachmentFolder: workspace.attachments.folder,
    schedule,
    log,
  });
  const choices = new LadderChoices(workspace.settings);
  return {
    planner,
    pages: new Pages(pageFolder, planner),
    memory: new ReaderMemory(workspace.settings),
    caches: new PromptCaches(),
    choices,
    originals: workspace,
    events,
    environment,
    schedule,
    log,
  };
}

interface ContextParts {
  workspace: Workspace;
  history: HistoryLoader;
  tools: Tools;
  routes: Routes;
  turns: TurnService;
  room: RoomServices;
}

function openContext(parts: ContextParts) {
  const { workspace, routes, turns, room } = parts;
  const branches = new Branches({ ...parts, ...room });
  const context = new ContextService({ workspace, branches, readers: routes, turns, room });
  const tellGauge = (conversationId: string) => context.tellGauge(conversationId);
  const gauges = new Gauges({ workspace, branches });
  return { context, gauges, setAside: new SetAside({ workspace, branches, turns, room, tellGauge }) };
}

function openTools(
  options: ServicesOptions,
  parts: Pick<ToolDeskOptions, 'workspace' | 'keys' | 'events' | 'media' | 'wayOut' | 'fetch'>,
) {
  const { shell, environment, schedule, app, workers, network } = options;
  const closedFolders = [options.appFolder, options.workspaceFolder];
  const pageReader = workers.readable;
  const { version: appVersion } = app;
  const more = { shell, environment, schedule, appVersion, closedFolders, pageReader, network };
  return new ToolDesk({ ...parts, ...more });
}
