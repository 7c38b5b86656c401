import type { Part, ToolPart } from '#contract';
import {
  beginningOf,
  type DocumentBranch,
  type DocumentFiles,
  type DocumentHead,
  type DocumentMessage,
  type DocumentStyle,
  type DocumentWriter,
  modelName,
  readableInput,
} from '#core/export/document.ts';
import { blocksToText } from '#core/export/plain.ts';
import { absentLine } from '#core/export/words.ts';
import { readMarkdown } from '../markdown/read.ts';
import type { Output } from '../output.ts';

export interface TextWriterOptions {
  out: Output;
  style: DocumentStyle;
  files: Pick<DocumentFiles, 'has'>;
}

/** Between messages: a line that stands out in any script. */
const line = '-'.repeat(60);

/** Plain text that every program opens. */
export function textWriter(options: TextWriterOptions): DocumentWriter {
  const { out, style } = options;
  const { words } = style;
  return {
    async begin(head) {
      await out.write(`${head.title}\n${'='.repeat(60)}\n\n${facts(head, style)}\n`);
      if (head.messages === 0) await out.write(`\n${words.empty}\n`);
      if (head.branches.length > 1) await out.write(`\n${map(head.branches, style)}\n`);
    },
    branch: (branch) => out.write(`\n${'='.repeat(60)}\n${branchLine(branch, style)}\n`),
    async message(message) {
      await out.write(`\n${line}\n${messageLine(message, style)}\n`);
      for (const part of message.message.parts) {
        const text = await partText(options, message, part);
        if (text !== '') await out.write(`\n${text}\n`);
      }
      const { status } = message.message;
      if (status !== 'complete')
        await out.write(`\n[${status === 'failed' ? words.failed : words.interrupted}]\n`);
    },
    fold: (fold) => out.write(`\n${line}\n${words.pages(fold.from, fold.to)} (${fold.pages.length})\n`),
    end: async () => {},
  };
}

function facts(head: DocumentHead, { words, date }: DocumentStyle): string {
  return [
    `${words.begun}: ${date(head.createdAt)}`,
    `${words.changed}: ${date(head.updatedAt)}`,
    ...(head.agents.length > 0 ? [`${words.agents}: ${head.agents.join(', ')}`] : []),
    ...(head.models.length > 0 ? [`${words.models}: ${head.models.join(', ')}`] : []),
    words.exported(date(head.exportedAt)),
  ].join('\n');
}

function map(branches: readonly DocumentBranch[], style: DocumentStyle): string {
  const lines = branches.map((branch) => `${'  '.repeat(branch.level)}- ${branchLine(branch, style)}`);
  return `${style.words.branches}\n${lines.join('\n')}`;
}

function branchLine(branch: DocumentBranch, { words }: DocumentStyle): string {
  const said = [
    words.messages(branch.ids.length),
    ...(branch.current ? [words.current] : []),
    ...(branch.fromNumber === null ? [] : [words.continuesFrom(branch.fromNumber)]),
  ];
  return `${words.branch(branch.number)}: ${branch.name} (${said.join(', ')})`;
}

function messageLine({ message, number, name }: DocumentMessage, { date }: DocumentStyle): string {
  return [
    `${number}. ${name}`,
    date(message.createdAt),
    ...(message.model === null ? [] : [modelName(message.model)]),
  ].join(', ');
}

async function partText(
  options: TextWriterOptions,
  { message }: DocumentMessage,
  part: Part,
): Promise<string> {
  const { style, files } = options;
  const { words } = style;
  switch (part.type) {
    case 'text':
      return message.role === 'user' ? part.text : blocksToText(readMarkdown(part.text));
    case 'reasoning':
      return style.options.reasoning ? `[${words.reasoning}]\n${blocksToText(readMarkdown(part.text))}` : '';
    case 'tool':
      return style.options.tools === 'none' ? '' : toolText(part, style);
    case 'attachment': {
      const missing = (await files.has(part.attachment)) ? '' : ` (${words.missing})`;
      return `[${words.attachment}: ${part.attachment.name}${missing}]`;
    }
    case 'absent':
      return `[${absentLine(part, words)}]`;
    case 'error':
      return '';
  }
}

function toolText(part: ToolPart, { words, options }: DocumentStyle): string {
  const state = part.state === 'failed' ? words.toolFailed : part.state === 'done' ? null : words.toolStopped;
  const piece = (label: string, whole: string): string => {
    if (whole === '') return '';
    const { text, more } = options.tools === 'folded' ? beginningOf(whole) : { text: whole, more: 0 };
    return `\n${label}:\n${text}${more === 0 ? '' : `\n[${words.lines(more)}]`}`;
  };
  const name = state === null ? part.name : `${part.name} (${state})`;
  return `[${name}]${piece(words.call, readableInput(part.input))}${piece(words.result, part.result ?? '')}`;
}
