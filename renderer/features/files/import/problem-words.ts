import type { TFunction } from 'i18next';
import type { ImportMark, ImportProblem } from '#contract';
import type { Format } from '../../../app/i18n/format.ts';

/** One line of a report, in the user's language. */
export function problemText(t: TFunction<'import'>, format: Format, problem: ImportProblem): string {
  const title = 'title' in problem ? problem.title || t('untitled') : '';
  if (problem.kind === 'entry_unreadable') {
    return t('problem.entry_unreadable', { ...problem, title: problem.title }).trim();
  }
  if (problem.kind === 'conversation_empty') {
    const date = problem.createdAt === null ? '' : format.date(problem.createdAt);
    return t('problem.conversation_empty', { title, date }).trim();
  }
  if (problem.kind === 'attachment_missing') {
    return t('problem.attachment_missing', { title, name: problem.name ?? (problem.id || t('unknownFile')) });
  }
  if (problem.kind === 'marks') {
    const { mark, count, names } = problem;
    const named = names.length === 0 ? '' : ` (${format.list(names)})`;
    return t(`problem.marks.${mark}`, { count: format.number(count), names: named });
  }
  return t(`problem.${problem.kind}`, { ...problem, title });
}

/** What a conversation was where it came from: "Archived · Tag: garden". Empty where it was nothing special. */
export function marksText(t: TFunction<'import'>, marks: readonly ImportMark[] = []): string {
  return marks
    .map(({ kind, name }) => (name === '' ? t(`mark.${kind}`) : `${t(`mark.${kind}`)}: ${name}`))
    .join(' · ');
}
