import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowState {
  bounds: Rectangle;
  maximized: boolean;
}

export const smallest = { width: 480, height: 400 };
const usual = { width: 1280, height: 840 };

/** Where the window was, if that is still on a screen; otherwise the usual size, wherever the system puts it. */
export function readWindowState(
  folder: string,
  screens: readonly Rectangle[],
): { bounds: Partial<Rectangle>; maximized: boolean } {
  const state = readState(folder);
  if (!state) return { bounds: usual, maximized: false };
  const { bounds, maximized } = state;
  const width = Math.max(bounds.width, smallest.width);
  const height = Math.max(bounds.height, smallest.height);
  const visible = screens.some((screen) => overlaps(screen, { ...bounds, width, height }));
  return { bounds: visible ? { ...bounds, width, height } : { width, height }, maximized };
}

/** Keeps it for the next start. A size that cannot be kept is no reason to trouble anyone. */
export function writeWindowState(folder: string, state: WindowState): void {
  try {
    writeFileSync(join(folder, 'window.json'), JSON.stringify(state));
  } catch {
    // The window opens in its usual size.
  }
}

function readState(folder: string): WindowState | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'));
    return isState(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isState(value: unknown): value is WindowState {
  const { bounds, maximized } = Object(value) as Record<string, unknown>;
  const { x, y, width, height } = Object(bounds) as Record<string, unknown>;
  return typeof maximized === 'boolean' && [x, y, width, height].every(Number.isSafeInteger);
}

/** At least a hand's breadth of the title bar must be within reach. */
function overlaps(screen: Rectangle, window: Rectangle): boolean {
  const across = Math.min(screen.x + screen.width, window.x + window.width) - Math.max(screen.x, window.x);
  const inside = window.y >= screen.y && window.y < screen.y + screen.height - 40;
  return across >= 120 && inside;
}
