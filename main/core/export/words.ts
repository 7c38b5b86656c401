import type { AbsentPart } from '#contract';
/** What Bough itself writes into a document, in one language. */
export interface ExportWords {
  /** BCP 47. */
  language: string;
  /** The user's name in a document. */
  you: string;
  untitled: string;
  empty: string;
  reasoning: string;
  /** Above a tool's arguments, and above what came back. */
  call: string;
  result: string;
  toolFailed: string;
  toolStopped: string;
  /** Of an answer that was not finished, and of one that failed. */
  interrupted: string;
  failed: string;
  attachment: string;
  picture: string;
  missing: string;
  begun: string;
  changed: string;
  models: string;
  agents: string;
  branches: string;
  current: string;
  lines(count: number): string;
  messages(count: number): string;
  branch(number: number): string;
  continuesFrom(number: number): string;
  beginsAnew: string;
  /** Turns that travel as pages. */
  pages(from: number, to: number): string;
  page(number: number, count: number): string;
  exported(date: string): string;
}

/** The line that stands for a file which did not come along when its conversation was brought in. */
export function absentLine({ name }: Pick<AbsentPart, 'name'>, words: ExportWords): string {
  return `${words.attachment}${name === null ? '' : `: ${name}`} (${words.missing})`;
}

/** The beginning of a text on one line, for where it is named and not read. */
export function firstWords(text: string, most = 60): string {
  const line = text
    .slice(0, most * 8)
    .replaceAll(/[*`]+/g, '')
    .replaceAll(/[#>|\s]+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most).join('').trimEnd()}…`;
}
