import { marks } from './atlas.ts';
import { type Cells, numberMask, type Typesetter, wideFlag } from './typeset.ts';

/** How much a page holds. */
export interface Grid {
  /** Cells a row. */
  columns: number;
  /** Rows on a full page. */
  rows: number;
}

/** One page: bitmap numbers row by row, every row full. */
export interface PageCells {
  numbers: Uint32Array;
  columns: number;
  /** Rows used: the last page is cropped to them. */
  rows: number;
  /** Offset in the text of the page's first character, in UTF-16 units. */
  start: number;
}

/**
 * Breaks a run of cells into rows and pages. The text flows on across line ends, which are cells with a mark: a row
 * for each line would leave most of a page empty. A wide glyph that does not fit into a row's last cell leaves
 * a filler there; the end mark follows the last character, and blanks follow it.
 */
export function paginate(cells: Cells, grid: Grid, typesetter: Typesetter): PageCells[] {
  const filler = typesetter.mark(marks.filler);
  const blank = typesetter.mark(0x20);
  const pages: PageCells[] = [];
  let page = new Uint32Array(grid.columns * grid.rows);
  let at = 0;
  let start = 0;
  const finish = () => {
    const rows = Math.ceil(at / grid.columns);
    const numbers = page.slice(0, rows * grid.columns).fill(blank, at);
    pages.push({ numbers, columns: grid.columns, rows, start });
    page = new Uint32Array(grid.columns * grid.rows);
    at = 0;
  };
  const put = (number: number, offset: number) => {
    if (at === page.length) finish();
    if (at === 0) start = offset;
    page[at++] = number;
  };
  for (let i = 0; i < cells.length; i++) {
    const number = cells.numbers[i] ?? blank;
    const offset = cells.offsets[i] ?? 0;
    if ((number & wideFlag) !== 0 && at % grid.columns === grid.columns - 1) put(filler, offset);
    put(number & numberMask, offset);
  }
  put(typesetter.mark(marks.end), cells.end);
  finish();
  return pages;
}
