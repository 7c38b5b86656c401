import { create } from 'zustand';
import type { ExportContainer, ExportFormat, ExportOptions, ExportScope } from '#contract';

/** What people last chose; the next export begins with it. */
export interface ExportChoice {
  format: ExportFormat;
  options: ExportOptions;
  container: ExportContainer;
}

interface ChoiceState extends ExportChoice {
  choose: (change: Partial<ExportChoice>) => void;
}

export const useExportChoice = create<ChoiceState>((set) => ({
  format: 'html',
  options: { reasoning: false, tools: 'folded', images: true, pages: false },
  container: 'folder',
  choose: (change) => set(change),
}));

/** What of the conversation is meant: the current branch, all of them, or the leaf of another one. */
export type ScopeChoice = 'current' | 'tree' | { leafId: string };

export function scopeOf(choice: ScopeChoice): ExportScope {
  if (choice === 'tree') return { kind: 'tree' };
  return choice === 'current' ? { kind: 'branch' } : { kind: 'branch', leafId: choice.leafId };
}

/** Formats in the order of the dialog. */
export const formats = ['html', 'pdf', 'word', 'markdown', 'text', 'bough'] as const satisfies ExportFormat[];

/** The format that a word behind `/export` names; null for any other word. */
export function formatNamed(word: string): ExportFormat | null {
  const typed = word.trim().toLowerCase();
  return formats.find((format) => format === typed) ?? null;
}

/** What can be chosen in a format: some hold everything, some no pictures. */
export function canChoose(format: ExportFormat) {
  const document = format !== 'bough';
  return { parts: document, scope: document, pictures: document && format !== 'text' };
}
