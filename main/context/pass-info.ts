import type { PassCounts, PassEdit, PassInfo, PassNotice } from '#contract';
import type { Edit, Fold, ImagePlace, Pass, ResultPlace } from '#core/context/passes.ts';
import type { RecallTurn } from '#core/context/recall.ts';
import type { SeenPart, ToolResult } from '#core/transcript/types.ts';

/** What a pass did, for the quiet notice. */
export function noticeOf({ id, trigger, before, after, edits }: Pass): PassNotice {
  return { id, trigger, before, after, counts: countsOf(edits) };
}

/**
 * A pass as it is listed.
 *
 * @param turns of the transcript, for the names of what was set aside
 * @param path the branch that is asked about
 */
export function passInfo(pass: Pass, turns: readonly RecallTurn[], path: ReadonlySet<string>): PassInfo {
  const { id, createdAt, trigger, before, after, undone, edits } = pass;
  return {
    id,
    createdAt,
    trigger,
    before,
    after,
    undone,
    onBranch: edits.some((edit) => isOn(edit, path)),
    counts: countsOf(edits),
    edits: edits.map((edit) => editInfo(edit, turns)),
  };
}

function countsOf(edits: readonly Edit[]): PassCounts {
  const counts = { results: 0, images: 0, pages: 0, summaries: 0, omissions: 0 };
  for (const edit of edits) {
    if (edit.kind === 'elision') counts.results += 1;
    else if (edit.kind === 'shedding') counts.images += 1;
    else if (edit.as === 'pages') counts.pages += pagesOf(edit);
    else if (edit.as === 'summary') counts.summaries += 1;
    else counts.omissions += 1;
  }
  return counts;
}

function pagesOf({ forms }: Fold): number {
  const form = forms.find((one) => one.kind === 'pages');
  return form?.kind === 'pages' ? form.pages.length : 0;
}

function editInfo(edit: Edit, turns: readonly RecallTurn[]): PassEdit {
  if (edit.kind === 'elision') {
    const { recallId, reason, tokens, place } = edit;
    return { kind: 'result', recallId, reason, tokens, tool: resultAt(turns, place)?.name ?? '' };
  }
  if (edit.kind === 'shedding') {
    const { recallId, tokens, hash } = edit;
    const seen = seenAt(turns, edit.place);
    const attachment = seen?.type === 'attachment' && seen.attachment.hash === hash ? seen.attachment : null;
    return { kind: 'image', recallId, tokens, attachment };
  }
  const summary = edit.forms.find((form) => form.kind === 'summary');
  return {
    kind: 'fold',
    recallId: edit.id,
    as: edit.as,
    ...edit.turns,
    tokens: edit.tokens,
    pages: pagesOf(edit),
    summary: summary?.kind === 'summary' ? { text: summary.text, model: summary.model } : null,
  };
}

function resultAt(turns: readonly RecallTurn[], place: ResultPlace): ToolResult | undefined {
  const turn = turns.find((one) => one.agentMessageId === place.messageId);
  return turn?.steps[place.step]?.results.find((result) => result.callId === place.callId);
}

function seenAt(turns: readonly RecallTurn[], place: ImagePlace): SeenPart | undefined {
  if (place.of === 'result') return resultAt(turns, place)?.parts[place.part];
  return turns.find((one) => one.userMessageId === place.messageId)?.user[place.part];
}

function isOn(edit: Edit, path: ReadonlySet<string>): boolean {
  if (edit.kind === 'fold') return edit.covers.every((cover) => path.has(cover.messageId));
  return path.has(edit.place.messageId);
}
