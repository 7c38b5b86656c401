/** One command of a glyph's outline, as fontkit gives it. */
export interface PathCommand {
  command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
  args: number[];
}

/** A bitmap of up to 32 pixels a row: bit 31 is the leftmost pixel. */
export type Rows = Uint32Array;

type Edge = [x0: number, y0: number, x1: number, y1: number];

/**
 * Samples an outline at the centre of each pixel (non-zero winding). Exact for pixel fonts, whose edges lie on
 * the grid; their curves are straight, with the control point on the line.
 *
 * @param shift pixels to move the glyph to the right, for marks that are drawn left of their origin
 */
export function sample(
  commands: PathCommand[],
  grid: { unit: number; top: number; rows: number; shift: number },
): Rows {
  const edges = edgesOf(commands);
  const bitmap = new Uint32Array(grid.rows);
  for (let row = 0; row < grid.rows; row++) {
    const y = grid.top - (row + 0.5) * grid.unit;
    const crossings = edges
      .filter(([, y0, , y1]) => y0 <= y !== y1 <= y)
      .map(([x0, y0, x1, y1]) => ({ x: x0 + ((y - y0) * (x1 - x0)) / (y1 - y0), turn: y1 > y0 ? 1 : -1 }));
    if (crossings.length === 0) continue;
    let bits = 0;
    for (let column = 0; column < 32; column++) {
      const x = (column - grid.shift + 0.5) * grid.unit;
      const winding = crossings.reduce((sum, crossing) => (crossing.x < x ? sum + crossing.turn : sum), 0);
      if (winding !== 0) bits |= 0x80000000 >>> column;
    }
    bitmap[row] = bits >>> 0;
  }
  return bitmap;
}

function edgesOf(commands: PathCommand[]): Edge[] {
  const edges: Edge[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX = 0, toY = 0) => {
    if (y !== toY) edges.push([x, y, toX, toY]);
    [x, y] = [toX, toY];
  };
  for (const { command, args } of commands) {
    if (command === 'moveTo') {
      [x = 0, y = 0] = args;
      [startX, startY] = [x, y];
    } else if (command === 'closePath') {
      lineTo(startX, startY);
    } else {
      for (let i = 0; i < args.length; i += 2) lineTo(args[i], args[i + 1]);
    }
  }
  return edges;
}
