import type { ExportFormat, ExportPreview, MethodRequest } from '#contract';
import type { DocumentFiles } from '#core/export/document.ts';
import type { ExportShape } from './formats.ts';
import type { DocumentPlan } from './plan.ts';

export interface PreviewParts {
  wanted: Omit<MethodRequest<'export.run'>, 'id'>;
  plans: readonly DocumentPlan[];
  shape: ExportShape;
  name: string;
  files: Pick<DocumentFiles, 'has'>;
}

/** Formats that hold the bytes of files other than pictures, in them or beside them. */
const holdsFiles: readonly ExportFormat[] = ['markdown', 'bough'];
const holdsPictures: readonly ExportFormat[] = ['markdown', 'html', 'pdf', 'word', 'bough'];

/** What would be exported, counted. */
export async function previewOf({ wanted, plans, shape, name, files }: PreviewParts): Promise<ExportPreview> {
  const { format, options } = wanted;
  const attachments = plans.flatMap(({ survey }) => [...survey.attachments.values()]);
  const pictures = holdsPictures.includes(format) && (options.images || format === 'bough');
  const preview: ExportPreview = {
    name,
    as: shape,
    messages: sum(plans, ({ ids }) => ids.length),
    branches: sum(plans, ({ head }) => head.branches.length),
    images: 0,
    files: 0,
    bytes: 0,
    missing: 0,
    tools: sum(plans, ({ survey }) => survey.tools),
    reasoning: sum(plans, ({ survey }) => survey.reasoning),
    pages: sum(plans, ({ folds }) => sum(folds, ({ pages }) => pages.length)),
  };
  for (const attachment of attachments) {
    const image = attachment.kind === 'image';
    if (!(await files.has(attachment))) preview.missing += 1;
    else if (image ? pictures : holdsFiles.includes(format)) {
      if (image) preview.images += 1;
      else preview.files += 1;
      preview.bytes += attachment.bytes;
    }
  }
  return preview;
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
