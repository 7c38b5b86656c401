import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const often = 250;

/**
 * Runs a script and looks meanwhile at the processes that it started, on Linux; elsewhere they count as nothing.
 *
 * @returns what it printed, and the most that all the others together took at one moment, in megabytes: memory that
 *   processes share counts once (PSS)
 */
export async function withProcessTree(
  file: string,
  args: readonly string[],
): Promise<{ printed: string; others: number }> {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece;
  });
  let others = 0;
  const timer = setInterval(() => {
    others = Math.max(others, memoryBelow(child));
  }, often);
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with code ${code}`);
  return { printed, others };
}

function memoryBelow(child: ChildProcess): number {
  const parents = new Map<number, number[]>();
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    const parent = /^\d+$/.test(name) ? fact(name, 'status', /^PPid:\s+(\d+)/m) : null;
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => (parents.get(pid) ?? []).flatMap((each) => [each, ...below(each)]);
  const kilobytes = below(child.pid ?? -1).map(
    (pid) => fact(`${pid}`, 'smaps_rollup', /^Pss:\s+(\d+)/m) ?? 0,
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** A number out of a file of `/proc`; null where the process has gone meanwhile. */
function fact(pid: string, file: string, pattern: RegExp): number | null {
  try {
    const found = pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}
