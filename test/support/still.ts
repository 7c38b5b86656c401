import type { Locator } from '@playwright/test';

/** In px from the window's corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an element stands, once it stood still for some frames: what is aimed at must not glide away meanwhile. */
export function stillBox(locator: Locator): Promise<Box> {
  return locator.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let before = '';
    for (let same = 0; ; ) {
      if (!element.isConnected) throw new Error('It was taken away while it was looked at');
      const { x, y, width, height } = element.getBoundingClientRect();
      const now = [x, y, width, height].join();
      same = now === before ? same + 1 : 0;
      before = now;
      if (same === 4) return { x, y, width, height };
      await frame();
    }
  });
}
