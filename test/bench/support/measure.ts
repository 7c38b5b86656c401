/** One line of a bench's output. `ratio` is `value` divided by the peer's, measured in the same run. */
export interface BenchLine {
  bench: string;
  value: number;
  unit: string;
  peer?: { name: string; value: number };
  ratio?: number;
}

/** Prints one JSON object on one line of standard output. */
export function report(line: BenchLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that `work` takes. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}
