import type { AppliedView } from '#core/context/apply-passes.ts';
import { type Fold, foldsById, type PagesForm, type Pass, sourceOf } from '#core/context/passes.ts';
import { BoughError } from '#core/errors.ts';
import { PageCache } from '../imaging/page-cache.ts';
import type { Planner } from './planner.ts';

/** Pages whose source is remembered: more than any view has. */
const mostKnown = 4000;

/** The snapshot pages: out of the cache, or drawn again from the fold's own text [S2]. */
export class Pages {
  readonly #cache: PageCache;
  readonly #planner: Planner;
  /** By hash; the one noted last is the last. */
  readonly #sources = new Map<string, () => { source: string; shape: string }>();
  /** Forms whose pages were all there. */
  readonly #whole = new WeakSet<PagesForm>();

  constructor(folder: string, planner: Planner) {
    this.#cache = new PageCache(folder);
    this.#planner = planner;
  }

  /** Makes the pages of a fold known by their hashes. */
  note(fold: Fold, form: PagesForm, passes: readonly Pass[]): void {
    const find = () => ({ source: sourceOf(fold, foldsById(passes)), shape: form.shape });
    for (const { hash } of form.pages) {
      this.#sources.delete(hash);
      this.#sources.set(hash, find);
    }
    const known = this.#sources.keys();
    while (this.#sources.size > mostKnown) this.#sources.delete(known.next().value ?? '');
  }

  /** The PNG of a page, drawn again where the cache lacks it; null for one that is not known. */
  async find(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const cached = await this.#cache.read(hash);
    if (cached) return cached;
    const source = this.#sources.get(hash);
    if (!source) return null;
    await this.#planner.run('redraw', source());
    return this.#cache.read(hash);
  }

  /** The PNG of a page of a view. Throws `context_failed` where it cannot be had. */
  async read(hash: string): Promise<Uint8Array<ArrayBuffer>> {
    const png = await this.find(hash);
    if (png) return png;
    throw new BoughError('context_failed', 'A page is missing', { detail: hash });
  }

  /**
   * Sees to it that every page of a view can be had. Where the same source no longer gives the same pages, because the
   * app has come with other glyphs, the folds get new forms.
   */
  async ensure(
    { folds }: AppliedView,
    passes: readonly Pass[],
  ): Promise<{ foldId: string; form: PagesForm }[]> {
    const forms: { foldId: string; form: PagesForm }[] = [];
    for (const { fold, form } of folds.values()) {
      if (form.kind !== 'pages' || this.#whole.has(form)) continue;
      this.note(fold, form, passes);
      const now = await this.#asDrawnNow(fold, form, passes);
      if (now !== form) forms.push({ foldId: fold.id, form: now });
      this.#whole.add(now);
    }
    return forms;
  }

  async #asDrawnNow(fold: Fold, form: PagesForm, passes: readonly Pass[]): Promise<PagesForm> {
    if (await this.#holdsAll(form)) return form;
    const source = sourceOf(fold, foldsById(passes));
    const pages = await this.#planner.run('redraw', { source, shape: form.shape });
    const isSame =
      pages.length === form.pages.length && pages.every(({ hash }, at) => hash === form.pages[at]?.hash);
    return isSame ? form : { ...form, pages };
  }

  async #holdsAll({ pages }: PagesForm): Promise<boolean> {
    for (const { hash } of pages) if (!(await this.#cache.has(hash))) return false;
    return true;
  }
}
