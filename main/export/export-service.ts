import { basename, dirname } from 'node:path';
import type {
  ExportBranch,
  ExportFormat,
  ExportOutcome,
  ExportPreview,
  ExportScope,
  ExportWork,
  MethodRequest,
  Preferences,
} from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { DocumentFiles, DocumentStyle } from '#core/export/document.ts';
import type { Pages } from '../context/pages.ts';
import type { Media } from '../imaging/media.ts';
import type { EventSink } from '../ipc/event-hub.ts';
import type { ShellPort } from '../shell-port.ts';
import { guardedFiles } from '../storage/failures.ts';
import { listBranches } from './branches.ts';
import { type ExportShape, endingOf, fileStem, severalStem } from './formats.ts';
import type { Target } from './output.ts';
import { cancelled, type DocumentPlan, planDocument } from './plan.ts';
import { holdingsOf } from './preview.ts';
import { documentFiles, type ExportWorkspace } from './reading.ts';
import { fileTarget, folderTarget, type Place, zipTarget } from './targets.ts';
import { createTypesetter } from './typeset.ts';
import type { Unfinished } from './unfinished.ts';
import { exportWords } from './words/index.ts';

type Wanted = Omit<MethodRequest<'export.run'>, 'id'>;

export interface ExportServiceOptions {
  workspace: ExportWorkspace;
  pages: Pick<Pages, 'note' | 'find'>;
  media: Pick<Media, 'fit'>;
  shell: Pick<ShellPort, 'pickExportPath' | 'openPrinter' | 'showFolder' | 'copy'>;
  events: EventSink;
  environment: Environment;
  unfinished: Unfinished;
  app: { version: string; systemLanguage: string };
  preferences: { readonly current: Pick<Preferences, 'language'> };
}

/** Lets conversations out of the app, as files that open anywhere. What writes them is loaded with the first one. */
export class ExportService {
  readonly #options: ExportServiceOptions;
  readonly #typesetter = createTypesetter();
  readonly #running = new Map<string, { abort: AbortController; done: Promise<unknown> }>();
  /** Where the exports of this session are, by their ids. */
  readonly #written = new Map<string, string>();

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  /** Throws `not_found`. */
  async preview(wanted: Wanted): Promise<ExportPreview> {
    const [first = '', ...others] = wanted.conversationIds;
    if (others.length > 0) return this.#previewSeveral(wanted);
    const plan = await this.#plan(first, { ...wanted, options: { ...wanted.options, pages: true } });
    const pages = plan.folds.reduce((sum, fold) => sum + fold.pages.length, 0);
    const shape = shapeOf(wanted, plan);
    return {
      name: this.#nameOf(wanted, plan, shape),
      as: shape,
      messages: plan.ids.length,
      branches: plan.head.branches.length,
      holds: await holdingsOf({ survey: plan.survey, pages }, wanted, this.#files()),
    };
  }

  branches(conversationId: string): ExportBranch[] {
    return listBranches(this.#options.workspace, conversationId);
  }

  /** Throws `busy` for an id that is in use, `cancelled`, `not_found`, `disk_full` or `not_writable`. */
  async run({ id, ...wanted }: MethodRequest<'export.run'>): Promise<ExportOutcome> {
    if (this.#running.has(id)) throw new BoughError('busy', 'An export with this id is running');
    const abort = new AbortController();
    const done = this.#run(id, wanted, abort.signal);
    this.#running.set(id, { abort, done });
    try {
      return await done;
    } finally {
      this.#running.delete(id);
      this.#options.events.publish({ type: 'export', id, work: null });
    }
  }

  cancel(id: string): boolean {
    const running = this.#running.get(id);
    running?.abort.abort();
    return running !== undefined;
  }

  /** Throws `not_found` for an export that was not written in this session. */
  async show(id: string): Promise<void> {
    const path = this.#written.get(id);
    if (path === undefined) throw new BoughError('not_found', 'There is no such export');
    await this.#options.shell.showFolder(dirname(path));
  }

  /** `/dump`: Markdown as text, and formatted beside it. Returns the number of messages. */
  async copy({ conversationId, scope, options }: MethodRequest<'export.copy'>): Promise<number> {
    const { workspace, shell } = this.#options;
    const style = this.#style(options);
    const plan = await planDocument({ ...this.#planning(options), conversationId, scope });
    const { copyOf } = await import('./copy.ts');
    const [typesetter, files] = [this.#typesetter, this.#files()];
    await shell.copy(await copyOf({ workspace, plan, style, files, typesetter }));
    return plan.ids.length;
  }

  /** Ends what is running and waits for its end: nothing half is left. */
  async close(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort();
    await Promise.allSettled(running.map(({ done }) => done));
  }

  #previewSeveral(wanted: Wanted): ExportPreview {
    const all = wanted.conversationIds.map((id) => this.#options.workspace.conversations.get(id));
    return {
      name: this.#nameOf(wanted, null, wanted.container),
      as: wanted.container,
      messages: all.reduce((sum, { pathLength }) => sum + pathLength, 0),
      branches: all.reduce((sum, { branchCount }) => sum + branchCount, 0),
      holds: null,
    };
  }

  async #run(id: string, wanted: Wanted, signal: AbortSignal): Promise<ExportOutcome> {
    const [first = '', ...others] = wanted.conversationIds;
    const plan = others.length > 0 ? null : await this.#plan(first, wanted, signal);
    const shape = shapeOf(wanted, plan);
    const place = await this.#choose(this.#nameOf(wanted, plan, shape), endingOf(shape, wanted.format));
    if (place === null) return { name: null, messages: 0, missing: 0 };
    if (signal.aborted) throw cancelled();
    const forget = await this.#options.unfinished.note(place.path, place.unique);
    try {
      const outcome = { messages: 0, missing: 0 };
      const writing = { id, wanted, plan, shape, signal, outcome };
      const path = await guardedFiles(() => this.#write(place, writing));
      this.#written.set(id, path);
      return { name: basename(path), ...outcome };
    } finally {
      await forget();
    }
  }

  async #write(place: Place, writing: Writing): Promise<string> {
    const target = await open(writing.shape, place);
    try {
      if (writing.wanted.format === 'bough') await this.#writeBough(target, writing);
      else await this.#writeDocuments(target, writing, writing.wanted.format);
      return await target.finish();
    } catch (thrown) {
      await target.abort();
      throw thrown;
    }
  }

  async #writeBough(target: Target, { id, wanted, plan, shape, signal, outcome }: Writing): Promise<void> {
    const { workspace, environment, app } = this.#options;
    const { conversationIds } = wanted;
    const { makeBough } = await import('./make.ts');
    const report = this.#reporter(id, plan?.ids.length ?? conversationIds.length);
    const { missing } = await makeBough({
      workspace,
      target,
      signal,
      conversationIds,
      app: app.version,
      now: environment.now(),
      single: shape === 'file',
      onMessages: (count) => {
        outcome.messages += count;
        if (plan) report.onDone(count);
      },
      onConversation: () => {
        if (!plan) report.onDone(1);
      },
      onFinishing: report.onFinishing,
    });
    outcome.missing = missing;
  }

  async #writeDocuments(
    target: Target,
    { id, wanted, plan, signal, outcome }: Writing,
    format: Exclude<ExportFormat, 'bough'>,
  ): Promise<void> {
    const { workspace, environment, shell, unfinished, pages } = this.#options;
    const { conversationIds } = wanted;
    const { makeDocument } = await import('./make.ts');
    const report = this.#reporter(id, plan?.ids.length ?? conversationIds.length);
    const taken = new Set<string>();
    for (const conversationId of conversationIds) {
      const each = plan ?? (await this.#plan(conversationId, wanted, signal));
      for (const { fold, form, passes } of each.folds) pages.note(fold, form, passes);
      const making = {
        workspace,
        target,
        signal,
        format,
        style: this.#style(wanted.options),
        files: this.#files(),
        typesetter: this.#typesetter,
        workFolder: unfinished.folder,
        newId: environment.newId,
        openPrinter: shell.openPrinter,
        onMessages: (count: number): void => {
          if (plan) report.onDone(count);
        },
        onFinishing: report.onFinishing,
      };
      await makeDocument(making, each, taken);
      if (!plan) report.onDone(1);
      outcome.messages += each.ids.length;
      outcome.missing += (await holdingsOf({ survey: each.survey, pages: 0 }, wanted, this.#files())).missing;
    }
  }

  /** Tells the windows how far an export is. */
  #reporter(id: string, total: number) {
    const { events } = this.#options;
    let done = 0;
    const tell = (phase: ExportWork['phase']): void =>
      events.publish({ type: 'export', id, work: { id, done, total, phase } });
    tell('writing');
    return {
      onDone: (count: number): void => {
        done += count;
        tell('writing');
      },
      onFinishing: (): void => tell('finishing'),
    };
  }

  async #choose(name: string, ending: string): Promise<Place | null> {
    const chosen = await this.#options.shell.pickExportPath(name);
    if (chosen === null) return null;
    const asChosen = chosen.toLowerCase().endsWith(ending);
    return {
      path: asChosen ? chosen : `${chosen}${ending}`,
      unique: this.#options.environment.newId(),
      // The dialog asked about the path that it answered with, and about no other. Folders are never replaced.
      mayReplace: asChosen && ending !== '',
    };
  }

  #plan(conversationId: string, wanted: Wanted, signal?: AbortSignal): Promise<DocumentPlan> {
    return planDocument({
      ...this.#planning(wanted.options),
      conversationId,
      scope: scopeOf(wanted),
      signal,
    });
  }

  #planning(options: Wanted['options']) {
    const { workspace, app, environment } = this.#options;
    const { untitled } = this.#style(options).words;
    return { workspace, options, app: app.version, now: environment.now(), untitled };
  }

  #style(options: Wanted['options']): DocumentStyle {
    const { preferences, app } = this.#options;
    const words = exportWords(preferences.current.language, app.systemLanguage);
    const format = new Intl.DateTimeFormat(words.language, { dateStyle: 'medium', timeStyle: 'short' });
    return { words, options, date: (time) => format.format(time) };
  }

  #files(): DocumentFiles {
    const { workspace, media, pages } = this.#options;
    return documentFiles(workspace, media, ({ hash }) => pages.find(hash));
  }

  #nameOf(wanted: Wanted, plan: DocumentPlan | null, shape: ExportShape): string {
    const stem = plan ? fileStem(plan.head.title) : severalStem(this.#options.environment.now());
    return `${stem}${endingOf(shape, wanted.format)}`;
  }
}

interface Writing {
  id: string;
  wanted: Wanted;
  /** Null for several conversations, which are planned one after the other. */
  plan: DocumentPlan | null;
  shape: ExportShape;
  signal: AbortSignal;
  /** Counted while it is written. */
  outcome: { messages: number; missing: number };
}

/** Bough's own format knows only whole conversations; a leaf is one of a single conversation. */
function scopeOf({ format, scope, conversationIds }: Wanted): ExportScope {
  if (format === 'bough' || scope.kind === 'tree') return { kind: 'tree' };
  return conversationIds.length === 1 ? scope : { kind: 'branch' };
}

function shapeOf({ format, container, options }: Wanted, plan: DocumentPlan | null): ExportShape {
  if (plan === null) return container;
  if (format !== 'markdown') return 'file';
  const { survey, folds } = plan;
  const pages = options.pages && folds.length > 0;
  const beside = [...survey.attachments.values()].some(({ kind }) => options.images || kind !== 'image');
  return pages || beside ? container : 'file';
}

function open(shape: ExportShape, place: Place): Promise<Target> {
  if (shape === 'file') return fileTarget(place);
  return shape === 'zip' ? zipTarget(place) : folderTarget(place);
}
