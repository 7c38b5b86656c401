import type { Attachment } from '#contract';
import type { SeenPart, ToolResult } from '../transcript/types.ts';
import type { Elision, Fold, FoldForm, Shedding, SummaryForm } from './passes.ts';
import type { FoldMessage } from './view.ts';

/**
 * The words that stand in a view for what was set aside. Models read them, people see them in the explorer. They
 * depend on the edit alone, so that the same passes give the same bytes.
 */

const why: Record<Elision['reason'], string> = {
  empty: 'It was empty',
  superseded: 'A newer result of the same call follows',
  old: 'It is older, and nothing was changed by it',
};

/** A result whose content was set aside; the call keeps its answer [L6]. */
export function elidedResult(result: ToolResult, edit: Elision): ToolResult {
  const text = `[Result set aside, about ${edit.tokens} tokens. ${why[edit.reason]}. ${recallHint(edit.recallId)}]`;
  return { ...result, parts: [{ type: 'text', text }] };
}

/** What stands where an image was. */
export function shedImage(image: Attachment, edit: Shedding): SeenPart {
  const size = image.width && image.height ? `, ${image.width} x ${image.height} pixels` : '';
  const name = JSON.stringify(image.name);
  return { type: 'text', text: `[Image set aside: ${name}${size}. ${recallHint(edit.recallId)}]` };
}

/** A fold in one of its forms. */
export function foldMessage(fold: Fold, form: FoldForm, messageId: string): FoldMessage {
  return { role: 'user', messageId, foldId: fold.id, parts: foldParts(fold, form) };
}

function foldParts(fold: Fold, form: FoldForm): FoldMessage['parts'] {
  if (form.kind === 'summary') return [text(summaryText(fold, form))];
  if (form.kind === 'omission') return [text(omissionText(fold))];
  return [
    text(form.legend),
    ...form.pages.map((page) => ({ type: 'page' as const, ...page })),
    ...(form.sidecar === '' ? [] : [text(form.sidecar)]),
  ];
}

/** Says that it is a summary, and of what. */
function summaryText(fold: Fold, form: SummaryForm): string {
  return (
    `[${turnsOf(fold)} of this conversation are summarised here; the conversation goes on after it. ` +
    `${recallHint(fold.id)}]\n\n${form.text}`
  );
}

function omissionText(fold: Fold): string {
  return `[${turnsOf(fold)} of this conversation are left out here to save room. ${recallHint(fold.id)}]`;
}

/** "Turns 2 to 9": the turns of a fold, in words. */
export function turnsOf({ turns }: Pick<Fold, 'turns'>): string {
  return turns.from === turns.to ? `Parts of turn ${turns.from}` : `Turns ${turns.from} to ${turns.to}`;
}

const text = (words: string) => ({ type: 'text' as const, text: words });

const recallHint = (id: string): string => `recall("${id}") brings back the original.`;
