import type { CountTokens } from '#core/context/estimate.ts';
import type { PageImage, PagesForm } from '#core/context/passes.ts';
import type { PagePlan, PlanPages } from '#core/context/situation.ts';
import { paginate } from '#core/snapshot/paginate.ts';
import { type PagesOfFold, type PageWish, setPages } from '#core/snapshot/plan-pages.ts';
import { type PageFont, shapeById } from '#core/snapshot/shapes.ts';
import type { DrawnPage, PageDrawer } from '../imaging/draw-pages.ts';
import type { PageCache } from '../imaging/page-cache.ts';
import type { PageLayout } from './protocol.ts';

/** Cells of set pages that are kept from one plan to the next: 32 MB. */
const mostCells = 8_000_000;

interface SetFold {
  id: string;
  source: string;
  /** The wish, as JSON. */
  wish: string;
  made: PagesOfFold;
}

/** Sets pages for plans, and draws the ones that are made into the cache. */
export class PageMaker {
  readonly #count: CountTokens;
  readonly #drawerOf: (font: PageFont) => PageDrawer;
  readonly #cache: PageCache;
  /** Oldest first. */
  #set: SetFold[] = [];
  /** As long as a plan lives, it can be drawn. */
  readonly #pages = new WeakMap<PagePlan, PagesOfFold>();

  constructor(count: CountTokens, drawerOf: (font: PageFont) => PageDrawer, cache: PageCache) {
    this.#count = count;
    this.#drawerOf = drawerOf;
    this.#cache = cache;
  }

  /** The same fold is set once: a preview plans it several times, and it is made from what was planned. */
  planFor(wish: PageWish): PlanPages {
    const key = JSON.stringify(wish);
    return (fold) => {
      const isSame = (one: SetFold): boolean =>
        one.id === fold.id && one.wish === key && one.source === fold.source;
      const known = this.#set.find(isSame);
      if (known) return known.made.plan;
      const made = setPages(fold, wish, (font) => this.#drawerOf(font).typesetter, this.#count);
      this.#remember({ id: fold.id, source: fold.source, wish: key, made });
      return made.plan;
    };
  }

  /** Draws what was planned. Throws a RangeError for a plan that was not made here. */
  draw(plan: PagePlan): PagesForm {
    const set = this.#pages.get(plan);
    if (!set) throw new RangeError('These pages are not set');
    const { shape, pages } = set;
    const images = this.#keep(this.#drawerOf(shape.font).drawCells(pages, shape));
    return { kind: 'pages', shape: shape.id, legend: plan.legend, pages: images, sidecar: plan.sidecar };
  }

  /** [S2] Draws a stored fold again: the same source gives the same bytes. */
  redraw(source: string, shapeId: string): PageImage[] {
    const shape = shapeById(shapeId);
    return this.#keep(this.#drawerOf(shape.font).draw(source, shape));
  }

  /** @param beside the texts that go with the pages */
  layout(source: string, shapeId: string, beside: string): PageLayout {
    const { font, grid } = shapeById(shapeId);
    const { typesetter } = this.#drawerOf(font);
    const pages = paginate(typesetter.set(source), grid, typesetter);
    return {
      starts: pages.map((page) => page.start),
      textTokens: this.#count(source),
      besideTokens: this.#count(beside),
    };
  }

  #keep(drawn: Iterable<DrawnPage>): PageImage[] {
    return Array.from(drawn, ({ png, hash, width, height }) => {
      this.#cache.writeSync(hash, png);
      return { hash, width, height, bytes: png.length };
    });
  }

  #remember(set: SetFold): void {
    this.#pages.set(set.made.plan, set.made);
    this.#set.push(set);
    let cells = this.#set.reduce((sum, one) => sum + cellsOf(one), 0);
    while (cells > mostCells && this.#set.length > 1) cells -= cellsOf(this.#set.shift() ?? set);
  }
}

const cellsOf = ({ made }: SetFold): number => made.pages.reduce((sum, page) => sum + page.numbers.length, 0);
