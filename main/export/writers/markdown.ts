import type { Attachment, Part, ToolPart } from '#contract';
import {
  type DocumentBranch,
  type DocumentFiles,
  type DocumentHead,
  type DocumentMessage,
  type DocumentStyle,
  type DocumentWriter,
  modelName,
  readableInput,
} from '#core/export/document.ts';
import { fenced } from '#core/export/fence.ts';
import { escapeMarkup } from '#core/export/html/escape.ts';
import { absentLine } from '#core/export/words.ts';
import type { Beside } from '../beside.ts';
import type { Output } from '../output.ts';

export interface MarkdownWriterOptions {
  out: Output;
  style: DocumentStyle;
  files: Pick<DocumentFiles, 'has'>;
  /** Where attachments lie; null: they are only named. */
  beside: Beside | null;
  /** Facts for programs, above the title. */
  frontMatter: boolean;
}

/** Markdown with what was said verbatim in it. */
export function markdownWriter(options: MarkdownWriterOptions): DocumentWriter {
  const { out, style } = options;
  const { words } = style;
  let level = '##';
  return {
    async begin(head) {
      const tree = head.branches.length > 1;
      level = tree ? '###' : '##';
      if (options.frontMatter) await out.write(frontMatter(head));
      await out.write(`# ${oneLine(head.title)}\n\n`);
      if (head.messages === 0) await out.write(`${words.empty}\n\n`);
      if (tree) await out.write(map(head.branches, style));
    },
    branch: (branch) => out.write(branchHeading(branch, style)),
    async message(message) {
      await out.write(messageHeading(message, level, style));
      for (const part of message.message.parts) {
        const text = await partText(options, part);
        if (text !== '') await out.write(`${text}\n\n`);
      }
      await out.write(problem(message, style));
    },
    async fold(fold) {
      await out.write(`${level} ${words.pages(fold.from, fold.to)}\n\n`);
      for (const [at, page] of fold.pages.entries()) {
        const name = words.page(at + 1, fold.pages.length);
        const path = options.beside?.page(page, `${words.pages(fold.from, fold.to)} ${at + 1}`);
        await out.write(path === undefined ? `${name}\n\n` : `![${name}](${encodePath(path)})\n\n`);
      }
    },
    end: async () => {},
  };
}

/** YAML that every reader of front matter takes: one line for each fact, strings as JSON has them. */
function frontMatter(head: DocumentHead): string {
  const lines = [
    `title: ${JSON.stringify(head.title)}`,
    `created: ${new Date(head.createdAt).toISOString()}`,
    `updated: ${new Date(head.updatedAt).toISOString()}`,
    `exported: ${new Date(head.exportedAt).toISOString()}`,
    `generator: ${JSON.stringify(`Bough ${head.app}`)}`,
    `conversation: ${head.conversationId}`,
    `agents: ${JSON.stringify(head.agents)}`,
    `models: ${JSON.stringify(head.models)}`,
    `messages: ${head.messages}`,
    `branches: ${head.branches.length}`,
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}

function map(branches: readonly DocumentBranch[], { words }: DocumentStyle): string {
  const lines = branches.map((branch) => {
    const facts = [words.messages(branch.ids.length), ...(branch.current ? [words.current] : [])];
    if (branch.fromNumber !== null) facts.push(words.continuesFrom(branch.fromNumber));
    return `${'  '.repeat(branch.level)}- ${words.branch(branch.number)}: ${oneLine(branch.name)} (${facts.join(', ')})`;
  });
  return `## ${words.branches}\n\n${lines.join('\n')}\n\n`;
}

function branchHeading(branch: DocumentBranch, { words }: DocumentStyle): string {
  const { fromNumber } = branch;
  const from =
    fromNumber === null ? (branch.number === 1 ? '' : words.beginsAnew) : words.continuesFrom(fromNumber);
  return `## ${words.branch(branch.number)}: ${oneLine(branch.name)}\n\n${from === '' ? '' : `*${from}*\n\n`}`;
}

function messageHeading(
  { message, number, name }: DocumentMessage,
  level: string,
  style: DocumentStyle,
): string {
  const facts = [
    style.date(message.createdAt),
    ...(message.model === null ? [] : [modelName(message.model)]),
  ];
  return `${level} ${number}. ${oneLine(name)}\n\n*${facts.join(' · ')}*\n\n`;
}

function problem({ message }: DocumentMessage, { words }: DocumentStyle): string {
  if (message.status === 'complete') return '';
  return `*${message.status === 'failed' ? words.failed : words.interrupted}*\n\n`;
}

async function partText(options: MarkdownWriterOptions, part: Part): Promise<string> {
  const { words, options: wanted } = options.style;
  switch (part.type) {
    case 'text':
      return part.text.trimEnd();
    case 'reasoning':
      return wanted.reasoning ? details(words.reasoning, part.text.trim()) : '';
    case 'tool':
      return wanted.tools === 'none' ? '' : toolText(part, options.style);
    case 'attachment':
      return attachmentText(options, part.attachment);
    case 'absent':
      return `*${absentLine(part, words).replaceAll(/[[\]\\*_]/g, '\\$&')}*`;
    case 'error':
      return '';
  }
}

function toolText(part: ToolPart, { words, options }: DocumentStyle): string {
  const state = part.state === 'failed' ? words.toolFailed : part.state === 'done' ? null : words.toolStopped;
  const name = state === null ? part.name : `${part.name} (${state})`;
  const result = part.result ?? '';
  const inside = [
    ...(part.input === '' ? [] : [`${words.call}:`, fenced(readableInput(part.input), 'json')]),
    ...(result === '' ? [] : [`${words.result}:`, fenced(result)]),
  ].join('\n\n');
  return options.tools === 'full' ? `**${oneLine(name)}**\n\n${inside}` : details(name, inside);
}

/** Folded where HTML is understood, and plain to read where it is not. */
function details(summary: string, inside: string): string {
  return `<details>\n<summary>${escapeMarkup(oneLine(summary))}</summary>\n\n${inside}\n\n</details>`;
}

async function attachmentText(options: MarkdownWriterOptions, attachment: Attachment): Promise<string> {
  const { style, files, beside } = options;
  const { words } = style;
  const name = attachment.name.replaceAll(/[[\]\\]/g, '\\$&');
  if (beside === null || (attachment.kind === 'image' && !style.options.images)) {
    return `*${words.attachment}: ${name}*`;
  }
  if (!(await files.has(attachment))) return `*${words.attachment}: ${name} (${words.missing})*`;
  const link = `[${name}](${encodePath(beside.attachment(attachment))})`;
  return attachment.kind === 'image' ? `!${link}` : link;
}

const encodePath = (path: string): string =>
  path
    .split('/')
    .map((segment) =>
      encodeURIComponent(segment).replaceAll(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')),
    )
    .join('/');

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
