import type { Page } from '@playwright/test';

/**
 * Time from the click that opens the branches to a canvas that is drawn and takes keys, in ms. Closes them after, and
 * waits until they are gone.
 */
export async function graphOpeningTime(page: Page): Promise<number> {
  // As a hand does on its way to the button: the code is fetched then.
  await page.getByRole('main').getByRole('button', { name: 'Branches', exact: true }).hover();
  const took = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const from = performance.now();
    document.querySelector<HTMLElement>('main header button[aria-label="Branches"]')?.click();
    while (!document.querySelector('.react-flow__node') || !document.querySelector('[data-graph-keys]'))
      await frame();
    // Drawn, and the thread is free for input again.
    await frame();
    await new Promise((done) => setTimeout(done));
    return performance.now() - from;
  });
  return took;
}

/** Closes the branches, and waits until they are gone. */
export async function closeGraph(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    document.querySelector<HTMLElement>('main header button[aria-label="Branches"]')?.click();
    while (document.querySelector('.react-flow')) await frame();
  });
}

/** Times between frames while something happens, in ms, shortest first. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    const state = { times, running: true };
    Object.assign(window, { framesSeen: state });
    let last = performance.now();
    const tick = (now: number) => {
      times.push(now - last);
      last = now;
      if (state.running) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  const times = await page.evaluate(() => {
    const { framesSeen } = window as unknown as { framesSeen: { times: number[]; running: boolean } };
    framesSeen.running = false;
    return framesSeen.times.slice(2);
  });
  return times.toSorted((a, b) => a - b);
}

/** Pans over the canvas with the wheel, in every direction. */
export async function pan(page: Page, steps: number): Promise<void> {
  const box = await canvasBox(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let step = 0; step < steps; step += 1) {
    const turn = Math.floor(step / 20) % 4;
    await page.mouse.wheel([0, 60, 0, -45][turn] ?? 0, [-70, 0, 60, -10][turn] ?? 0);
  }
}

/** Drags the tip about over the messages in sight, and lets it go where nothing is. */
export async function dragTip(page: Page, steps: number): Promise<void> {
  const box = await canvasBox(page);
  const tip = await page.locator('.react-flow__node [class*="tip"]').first().boundingBox();
  if (!tip) throw new Error('The tip is not in sight');
  await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2);
  await page.mouse.down();
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * Math.PI * 6;
    const x = box.x + box.width * (0.5 + 0.38 * Math.cos(angle));
    const y = box.y + box.height * (0.5 + 0.38 * Math.sin(angle * 1.3));
    await page.mouse.move(x, y);
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

/** Bytes of the page's heap after everything that can go has gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function canvasBox(page: Page) {
  const box = await page.locator('.react-flow').boundingBox();
  if (!box) throw new Error('The branches are not open');
  return box;
}
