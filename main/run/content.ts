import type { DraftContent, Part } from '#contract';
import { BoughError } from '#core/errors.ts';

/** What the user wrote, as the parts of a message. */
export function partsOf(content: DraftContent): Part[] {
  const attached = content.attachments.map((attachment): Part => ({ type: 'attachment', attachment }));
  return content.text.trim() === '' ? attached : [...attached, { type: 'text', text: content.text }];
}

/** Throws `bad_request` where there is nothing to send. */
export function refuseEmpty(content: DraftContent): void {
  if (partsOf(content).length === 0) throw new BoughError('bad_request', 'There is nothing to send');
}

/** Whether a draft is what was sent. */
export function isSame(draft: DraftContent | null, content: DraftContent): boolean {
  return draft !== null && JSON.stringify(draft) === JSON.stringify(content);
}
