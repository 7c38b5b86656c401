import { beginningOf } from '../../text.ts';
import { languageOf } from './language.ts';
import { phrases } from './phrases/index.ts';

/** Characters of one line, as long as there is room. */
const lineLengths = [140, 90, 60, 40];

/**
 * What the practice assistant writes where a model would write a summary: plainly a list made by a rule. It takes the
 * record out of the request and keeps the beginning of what each one said.
 *
 * @param request the user message of the request: a record between marks, and an earlier list before it
 * @param limit characters
 */
export function summaryByRule(request: string, limit: number): string {
  const record = between(request, 'record');
  const note = phrases[languageOf(record, 'en')].summaryByRule;
  const earlier = between(request, 'summary')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  const said = record.split(/^(?=## \d+ · )/m).flatMap(entryOf);
  for (const length of lineLengths) {
    const lines = [...earlier, ...said].map((line) => shortened(line, length));
    const text = [note, '', ...lines].join('\n');
    if (text.length <= limit) return text;
  }
  const shortest = [...earlier, ...said].map((line) => shortened(line, lineLengths.at(-1) ?? 0));
  return [note, '', ...thinned(shortest, limit - note.length)].join('\n');
}

/** A section of the record as one line: number, who, and the first line of what was said. */
function entryOf(section: string): string[] {
  const [heading = '', ...lines] = section.split('\n');
  const [, turn, who] = /^## (\d+) · (.*)$/.exec(heading) ?? [];
  const first = lines.find((line) => /[\p{L}\p{N}]/u.test(line));
  return turn === undefined || first === undefined ? [] : [`- ${turn}, ${who}: ${first.trim()}`];
}

function between(request: string, name: string): string {
  return new RegExp(`<<<${name} (\\w+)>>>\n([\\s\\S]*?)\n<<<end of ${name} \\1>>>`).exec(request)?.[2] ?? '';
}

const shortened = (line: string, length: number): string =>
  line.length <= length ? line : `${beginningOf(line, length - 1)}…`;

/** Leaves lines out of the middle: the beginning and the end say the most. */
function thinned(lines: readonly string[], limit: number): string[] {
  let keep = lines.length;
  const shown = () => [
    ...lines.slice(0, Math.ceil(keep / 2)),
    '- …',
    ...lines.slice(lines.length - Math.floor(keep / 2)),
  ];
  while (keep > 2 && shown().join('\n').length > limit) keep -= 1;
  return shown();
}
