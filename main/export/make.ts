import type { ExportFormat } from '#contract';
import { attachmentFolder, recordFile } from '#core/export/bough-format.ts';
import type { DocumentFiles, DocumentStyle, DocumentWriter } from '#core/export/document.ts';
import type { Typesetter } from '#core/export/html/blocks.ts';
import type { Printer } from '../shell-port.ts';
import { Beside, freeName } from './beside.ts';
import { writeBough } from './bough.ts';
import { endings, fileStem } from './formats.ts';
import type { Output, Target } from './output.ts';
import { cancelled, type DocumentPlan } from './plan.ts';
import { boughSource, type ExportWorkspace } from './reading.ts';
import { Printing } from './sheets.ts';
import { writeDocument } from './write-document.ts';
import { htmlWriter } from './writers/html.ts';
import { markdownWriter } from './writers/markdown.ts';
import { textWriter } from './writers/text.ts';
import { wordWriter } from './writers/word.ts';

/** What an export is made with. */
export interface Making {
  workspace: ExportWorkspace;
  target: Target;
  style: DocumentStyle;
  files: DocumentFiles;
  typesetter: Typesetter;
  format: Exclude<ExportFormat, 'bough'>;
  signal: AbortSignal;
  /** The app's own folder for what is in the making. */
  workFolder: string;
  newId(): string;
  /** What lays out pages on paper. */
  openPrinter(): Promise<Printer>;
  onMessages(count: number): void;
  onFinishing(): void;
}

/** Writes one conversation, and the files beside it, into the target. `taken`: names that are used in it. */
export async function makeDocument(making: Making, plan: DocumentPlan, taken: Set<string>): Promise<void> {
  const { target, format } = making;
  const name = freeName(`${fileStem(plan.head.title)}${endings[format]}`, taken);
  const beside = new Beside(`${name.slice(0, name.length - endings[format].length)} files`);
  if (format === 'pdf') {
    await makePdf(making, plan, name);
    return;
  }
  const file = await target.file(name);
  await write(making, plan, writerFor(making, file, beside));
  await file.close();
  if (beside.files.length > 0) making.onFinishing();
  for (const each of beside.files) {
    if (making.signal.aborted) throw cancelled();
    const bytes =
      each.kind === 'page'
        ? await making.files.page(each.page)
        : await making.files.attachment(each.attachment);
    // What was lost between the document and here is missing beside it, as it is in the app.
    if (bytes === null) continue;
    const copy = await target.file(each.path);
    await copy.write(bytes);
    await copy.close();
  }
}

function writerFor(making: Making, out: Output, beside: Beside): DocumentWriter {
  const { style, files, typesetter } = making;
  switch (making.format) {
    case 'markdown':
      return markdownWriter({ out, style, files, beside, frontMatter: true });
    case 'text':
      return textWriter({ out, style, files });
    case 'word':
      return wordWriter({ out, style, files });
    default:
      return htmlWriter({ out, style, files, typesetter, sheets: null });
  }
}

function write({ workspace, style, signal, onMessages }: Making, plan: DocumentPlan, writer: DocumentWriter) {
  return writeDocument({ workspace, plan, writer, you: style.words.you, signal, onMessages });
}

/** The page that would be saved as HTML, laid out on paper by the browser that the shell has. */
async function makePdf(making: Making, plan: DocumentPlan, name: string): Promise<void> {
  const { workFolder, newId, target, signal, style, files, typesetter } = making;
  const printer = await making.openPrinter();
  try {
    const out = await target.file(name);
    const sheets = new Printing({ printer, out, style, workFolder, newId, signal });
    try {
      await write(making, plan, htmlWriter({ out: sheets, style, files, typesetter, sheets }));
      making.onFinishing();
      await sheets.finish();
    } finally {
      await sheets.drop();
    }
    await out.close();
  } finally {
    await printer.close();
  }
}

export interface BoughMaking
  extends Pick<Making, 'workspace' | 'target' | 'signal' | 'onMessages' | 'onFinishing'> {
  conversationIds: readonly string[];
  app: string;
  now: number;
  /** One file with everything in it; otherwise attachments lie beside the records. */
  single: boolean;
  onConversation(): void;
}

/** Writes Bough's own format. Returns how many attachments the workspace had lost. */
export async function makeBough(making: BoughMaking): Promise<{ missing: number }> {
  const { workspace, target, single, signal } = making;
  const source = boughSource(workspace);
  const file = await target.file(recordFile);
  const { beside, missing } = await writeBough({
    source,
    conversationIds: making.conversationIds,
    app: making.app,
    exportedAt: making.now,
    attachments: single ? 'inline' : 'beside',
    out: {
      write: (piece) => {
        if (signal.aborted) throw cancelled();
        return file.write(piece);
      },
    },
    onMessages: making.onMessages,
    onConversation: making.onConversation,
  });
  await file.close();
  if (beside.length > 0) making.onFinishing();
  for (const hash of beside) {
    if (signal.aborted) throw cancelled();
    const copy = await target.file(`${attachmentFolder}/${hash}`);
    for await (const piece of source.bytes(hash)) await copy.write(piece);
    await copy.close();
  }
  return { missing };
}
