import type { ExportFormat, ExportHoldings, ExportOptions } from '#contract';
import type { DocumentFiles } from '#core/export/document.ts';
import type { DocumentPlan } from './plan.ts';

/** Formats that hold the bytes of files other than pictures, in them or beside them. */
const holdsFiles: readonly ExportFormat[] = ['markdown', 'bough'];
const holdsPictures: readonly ExportFormat[] = ['markdown', 'html', 'pdf', 'word', 'bough'];

/** What a document would hold besides words. */
export async function holdingsOf(
  { survey, pages }: Pick<DocumentPlan, 'survey'> & { pages: number },
  wanted: { format: ExportFormat; options: ExportOptions },
  files: Pick<DocumentFiles, 'has'>,
): Promise<ExportHoldings> {
  const { format, options } = wanted;
  const pictures = holdsPictures.includes(format) && (options.images || format === 'bough');
  const { tools, reasoning } = survey;
  const holdings: ExportHoldings = { images: 0, files: 0, bytes: 0, missing: 0, tools, reasoning, pages };
  for (const attachment of survey.attachments.values()) {
    const image = attachment.kind === 'image';
    if (!(await files.has(attachment))) holdings.missing += 1;
    else if (image ? pictures : holdsFiles.includes(format)) {
      if (image) holdings.images += 1;
      else holdings.files += 1;
      holdings.bytes += attachment.bytes;
    }
  }
  return holdings;
}
