import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { LogLine } from './record.ts';

/** What a log file says about a whole test run. */
export interface RunVerdict {
  readonly accepted: number;
  readonly told: number;
  /** Refusals that nobody asked for, one sentence each. */
  readonly wrong: readonly string[];
}

/** Reads a log file. Throws when it cannot be read, is empty or holds a line that is no verdict. */
export function readVerdict(file: string): RunVerdict {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length === 0) throw new Error(`${file} is empty: the lab judged nothing.`);
  const entries = lines.map((line, index) => parseLine(line, `${file}:${index + 1}`));
  const of = (verdict: LogLine['verdict']) => entries.filter((entry) => entry.verdict === verdict);
  return {
    accepted: of('accepted').length,
    told: of('refused-as-told').length,
    wrong: of('refused-invalid').map(
      ({ wire, method, path, model, kind, reason }) =>
        `${wire} ${method} ${path} ${model ?? ''}: ${kind}: ${reason}`,
    ),
  };
}

const VERDICTS: readonly string[] = [
  'accepted',
  'refused-as-told',
  'refused-invalid',
] satisfies LogLine['verdict'][];

function parseLine(line: string, place: string): LogLine {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${place} is not JSON`, { cause });
  }
  const verdict = typeof entry === 'object' && entry !== null && 'verdict' in entry ? entry.verdict : null;
  if (typeof verdict !== 'string' || !VERDICTS.includes(verdict)) throw new Error(`${place} is no verdict`);
  return entry as LogLine;
}

function main(file: string | undefined): number {
  if (file === undefined) {
    process.stderr.write('Usage: node test/lab/verdict.ts FILE (or set BOUGH_LAB_LOG)\n');
    return 2;
  }
  const { accepted, told, wrong } = readVerdict(file);
  const count = `The lab judged ${accepted + told + wrong.length} requests: ${accepted} accepted, ${told} refused as told`;
  if (wrong.length === 0) {
    process.stdout.write(
      `${count}. It refused no request in the whole run other than where it was told to.\n`,
    );
    return 0;
  }
  process.stderr.write(
    `${count}, ${wrong.length} refused for a fault of the app:\n${wrong.map((line) => `  ${line}\n`).join('')}`,
  );
  return 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = main(process.argv[2] ?? process.env['BOUGH_LAB_LOG']);
}
