import { marks } from './atlas.ts';
import { type Cells, joinFlag, numberMask, type Typesetter } from './typeset.ts';

const space = 0x20;

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
 * a filler there; the end mark follows the last character, and blanks follow it. A row with a tall letter is two rows
 * high, and its small letters stand in the lower one.
 *
 * @param grid of two columns at least; with a tall font of four, and of two rows
 */
export function paginate(cells: Cells, grid: Grid, typesetter: Typesetter): PageCells[] {
  return cells.upper ? withTallRows(cells, cells.upper, grid, typesetter) : plain(cells, grid, typesetter);
}

function plain(cells: Cells, grid: Grid, typesetter: Typesetter): PageCells[] {
  const filler = typesetter.mark(marks.filler);
  const blank = typesetter.mark(space);
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
    if ((number & joinFlag) !== 0 && at % grid.columns === grid.columns - 1) put(filler, offset);
    put(number & numberMask, offset);
  }
  put(typesetter.mark(marks.end), cells.end);
  finish();
  return pages;
}

function withTallRows(cells: Cells, upper: Uint32Array, grid: Grid, typesetter: Typesetter): PageCells[] {
  const { columns, rows } = grid;
  const [filler, blank, end] = [marks.filler, space, marks.end].map((mark) => typesetter.mark(mark));
  const pages: PageCells[] = [];
  let page = new Uint32Array(columns * rows);
  let used = 0;
  let start = 0;
  const finish = () => {
    pages.push({ numbers: page.slice(0, used * columns), columns, rows: used, start });
    page = new Uint32Array(columns * rows);
    used = 0;
  };
  let from = 0;
  // The end mark is the cell behind the last.
  while (from <= cells.length) {
    const to = rowEnd(cells, from, columns);
    const above = upper.subarray(from, Math.min(to, cells.length));
    const isTall = above.some((number) => number !== blank);
    if (used + (isTall ? 2 : 1) > rows) finish();
    if (used === 0) start = from < cells.length ? (cells.offsets[from] ?? 0) : cells.end;
    if (isTall) {
      page.fill(blank ?? 0, used * columns, (used + 1) * columns);
      page.set(above, used * columns);
      used += 1;
    }
    const row = page.subarray(used * columns, (used + 1) * columns);
    row.fill((to > cells.length ? blank : filler) ?? 0);
    for (let i = from; i < to; i++) {
      row[i - from] = i < cells.length ? (cells.numbers[i] ?? 0) & numberMask : (end ?? 0);
    }
    used += 1;
    from = to;
  }
  finish();
  return pages;
}

/** Behind the last cell that fits into a row: glyphs of several cells are not parted. */
function rowEnd({ numbers, length }: Cells, from: number, columns: number): number {
  let end = from;
  for (let next = from; next <= length; end = next) {
    while (next < length && ((numbers[next] ?? 0) & joinFlag) !== 0) next++;
    next += 1;
    if (next - from > columns) break;
  }
  return end;
}
