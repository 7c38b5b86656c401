import { basename, dirname } from 'node:path';
import type {
  ExportBranch,
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
import type { EventSink } from '../ipc/event-hub.ts';
import type { ShellPort } from '../shell-port.ts';
import { guardedFiles } from '../storage/failures.ts';
import { listBranches } from './branches.ts';
import { copyOf } from './copy.ts';
import { type ExportShape, endingOf, fileStem, severalStem } from './formats.ts';
import { makeBough, makeDocument } from './make.ts';
import type { Target } from './output.ts';
import { cancelled, type DocumentPlan, planDocument } from './plan.ts';
import { previewOf } from './preview.ts';
import { documentFiles, type ExportWorkspace } from './reading.ts';
import { fileTarget, folderTarget, type Place, zipTarget } from './targets.ts';
import { createTypesetter } from './typeset.ts';
import type { Unfinished } from './unfinished.ts';
import { exportWords } from './words/index.ts';

type Wanted = Omit<MethodRequest<'export.run'>, 'id'>;

export interface ExportServiceOptions {
  workspace: ExportWorkspace;
  pages: Pick<Pages, 'note' | 'find'>;
  shell: Pick<ShellPort, 'pickExportPath' | 'print' | 'showFolder' | 'copy'>;
  events: EventSink;
  environment: Environment;
  unfinished: Unfinished;
  app: { version: string; systemLanguage: string };
  preferences: { readonly current: Pick<Preferences, 'language'> };
}

/** Lets conversations out of the app, as files that open anywhere. */
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
    const plans = await this.#plans(wanted);
    const shape = shapeOf(wanted, plans);
    return previewOf({
      wanted,
      plans,
      shape,
      name: this.#nameOf(wanted, plans, shape),
      files: this.#files(),
    });
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

  async #run(id: string, wanted: Wanted, signal: AbortSignal): Promise<ExportOutcome> {
    const plans = await this.#plans(wanted, signal);
    const shape = shapeOf(wanted, plans);
    const place = await this.#choose(this.#nameOf(wanted, plans, shape), endingOf(shape, wanted.format));
    if (place === null) return { name: null, messages: 0, missing: 0 };
    if (signal.aborted) throw cancelled();
    const forget = await this.#options.unfinished.note(place.path, place.unique);
    try {
      const path = await guardedFiles(() => this.#write({ id, wanted, plans, shape, place, signal }));
      this.#written.set(id, path);
      const { missing } = await previewOf({ wanted, plans, shape, name: '', files: this.#files() });
      return { name: basename(path), messages: messagesOf(plans), missing };
    } finally {
      await forget();
    }
  }

  async #write({ id, wanted, plans, shape, place, signal }: Writing): Promise<string> {
    const target = await open(shape, place);
    try {
      await this.#fill(target, { id, wanted, plans, shape, place, signal });
      return await target.finish();
    } catch (thrown) {
      await target.abort();
      throw thrown;
    }
  }

  async #fill(target: Target, { id, wanted, plans, shape, signal }: Writing): Promise<void> {
    const { workspace, environment, shell, unfinished, app } = this.#options;
    const report = this.#reporter(id, messagesOf(plans));
    const common = { workspace, target, signal, ...report };
    const { conversationIds, format } = wanted;
    if (format === 'bough') {
      const now = environment.now();
      await makeBough({ ...common, conversationIds, app: app.version, now, single: shape === 'file' });
      return;
    }
    const taken = new Set<string>();
    for (const plan of plans) {
      for (const fold of plan.folds) this.#options.pages.note(fold.fold, fold.form, fold.passes);
      const made = {
        ...common,
        format,
        style: this.#style(wanted.options),
        files: this.#files(),
        typesetter: this.#typesetter,
        workFolder: unfinished.folder,
        newId: environment.newId,
        print: shell.print,
      };
      await makeDocument(made, plan, taken);
    }
  }

  /** Tells how far an export is, a few times in a second at most. */
  #reporter(id: string, total: number) {
    const { events } = this.#options;
    let done = 0;
    const tell = (phase: ExportWork['phase']): void =>
      events.publish({ type: 'export', id, work: { id, done, total, phase } });
    tell('writing');
    return {
      onMessages: (count: number): void => {
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

  async #plans(wanted: Wanted, signal?: AbortSignal): Promise<DocumentPlan[]> {
    const plans: DocumentPlan[] = [];
    for (const conversationId of wanted.conversationIds) {
      const scope = scopeOf(wanted);
      plans.push(await planDocument({ ...this.#planning(wanted.options), conversationId, scope, signal }));
    }
    return plans;
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
    const { workspace, pages } = this.#options;
    return documentFiles(workspace, ({ hash }) => pages.find(hash));
  }

  #nameOf(wanted: Wanted, plans: readonly DocumentPlan[], shape: ExportShape): string {
    const [only] = plans;
    const stem =
      plans.length === 1 && only ? fileStem(only.head.title) : severalStem(this.#options.environment.now());
    return `${stem}${endingOf(shape, wanted.format)}`;
  }
}

interface Writing {
  id: string;
  wanted: Wanted;
  plans: readonly DocumentPlan[];
  shape: ExportShape;
  place: Place;
  signal: AbortSignal;
}

const messagesOf = (plans: readonly DocumentPlan[]): number =>
  plans.reduce((sum, { ids }) => sum + ids.length, 0);

/** Bough's own format knows only whole conversations; a leaf is one of a single conversation. */
function scopeOf({ format, scope, conversationIds }: Wanted): ExportScope {
  if (format === 'bough' || scope.kind === 'tree') return { kind: 'tree' };
  return conversationIds.length === 1 ? scope : { kind: 'branch' };
}

function shapeOf(
  { conversationIds, format, container, options }: Wanted,
  plans: readonly DocumentPlan[],
): ExportShape {
  if (conversationIds.length > 1) return container;
  if (format !== 'markdown') return 'file';
  const beside = plans.some(
    ({ survey, folds }) =>
      folds.length > 0 ||
      [...survey.attachments.values()].some(({ kind }) => options.images || kind !== 'image'),
  );
  return beside ? container : 'file';
}

function open(shape: ExportShape, place: Place): Promise<Target> {
  if (shape === 'file') return fileTarget(place);
  return shape === 'zip' ? zipTarget(place) : folderTarget(place);
}
