import type { Browser, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Time on the processor, in microseconds: what other processes took meanwhile does not count. */
  tdur?: number;
  args: { name?: string };
}

/** Processor time of the page's tasks of over 1 ms while something happens, in ms, shortest first. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const thread = (event: TraceEvent) => `${event.pid}/${event.tid}`;
  const mains = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const tasks = traceEvents.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'));
  return tasks
    .filter((task) => mains.some((main) => thread(main) === thread(task)))
    .map(({ tdur = 0 }) => tdur / 1000)
    .filter((milliseconds) => milliseconds > 1)
    .sort((a, b) => a - b);
}

/** The duration that this share of the tasks stays under, in the unit they have. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/**
 * Time from the click that opens a conversation to its last message on screen, in ms. Goes to another one after.
 *
 * @param depth of the last message
 * @param other id of a conversation without a message
 */
export async function openingTime(page: Page, id: string, depth: number, other: string): Promise<number> {
  const took = await page.evaluate(
    async ([conversationId, last]) => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const from = performance.now();
      location.hash = `#/c/${conversationId}`;
      while (!document.querySelector(`article[data-depth="${last}"] p`)) await frame();
      return performance.now() - from;
    },
    [id, depth] as const,
  );
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/c/${other}`);
  await page.getByRole('heading', { name: 'What is on your mind?' }).waitFor();
  return took;
}

/** About 80,000 characters, 20,000 tokens, of everything that Markdown has. */
export function longAnswer(): string {
  const sentence =
    'The drain needs a fall of **2 cm** a metre; from the new `sink` to the stack is 3.4 m, see [the plan](https://example.com), for $5. ';
  const numbered = Array.from({ length: 20 }, (_, item) => `${item + 1}. ${sentence}`).join('\n');
  const code = Array.from({ length: 40 }, (_, line) => `def f${line}(x): return x * ${line}  # scaled`).join(
    '\n',
  );
  const rows = Array.from({ length: 20 }, (_, row) => `| ${row} | **x${row}** | some words |`).join('\n');
  const part = [
    '## A part',
    sentence.repeat(6),
    numbered,
    `\`\`\`python\n${code}\n\`\`\``,
    `| a | b | c |\n| --- | --- | --- |\n${rows}`,
    '$$\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n$$',
  ].join('\n\n');
  return Array.from({ length: 12 }, () => part).join('\n\n');
}
