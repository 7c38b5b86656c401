import { expect } from 'vitest';
import type { AppliedView } from '#core/context/apply-passes.ts';
import type { ViewTurn } from '#core/context/build-view.ts';
import type { Edit, Elision, Fold, Pass } from '#core/context/passes.ts';
import { partLengthFor, recall } from '#core/context/recall.ts';
import { isFold, type PagedMessage, type View } from '#core/context/view.ts';
import type { SaidPart, SeenPart } from '#core/transcript/types.ts';
import type { LabRequest } from '../../../lab/record.ts';
import { isSummaryRequest } from '../requests.ts';

/**
 * What the simulator saw of one turn.
 *
 * @param factor how wrong the estimate is
 */
export function judgeRequests(
  requests: readonly LabRequest[],
  { vision }: { vision: boolean },
  factor: number,
): void {
  let recovering = false;
  for (const request of requests) {
    const isSummary = isSummaryRequest(request);
    // [L2] In recovery a reader with vision is asked for nothing before the request fits.
    if (vision && recovering) expect(isSummary).toBe(false);
    if (isSummary && request.verdict === 'refused-as-told') continue;
    if (request.verdict !== 'accepted') {
      // Too large is the one thing that may be refused, and only where the estimate was made wrong.
      expect(`${request.kind}: ${request.reason}`).toMatch(/^overflow: /);
      expect(factor, request.reason ?? '').toBeLessThan(1);
    }
    if (!isSummary) recovering = request.verdict !== 'accepted';
    // [S3] No image of any kind for a reader that cannot see it.
    if (!vision && request.price) expect(request.price.imageCount).toBe(0);
  }
}

/**
 * [L6] [L9] Everything on a branch is in its view, in order, or in exactly one fold whose messages are all on the
 * branch.
 *
 * @param base the branch as no pass has shaped it
 */
export function judgeWhole({ messages }: View, path: readonly string[], { view, folds }: AppliedView): void {
  const onPath = new Set(path);
  const shown = view.messages.filter((message) => !isFold(message));
  let next = 0;
  for (const [at, message] of messages.entries()) {
    const over = [...folds.values()].filter(({ start, end }) => start <= at && at < end);
    expect(over.length).toBeLessThanOrEqual(1);
    if (over[0]) {
      expect(over[0].fold.covers.every(({ messageId }) => onPath.has(messageId))).toBe(true);
      continue;
    }
    // An answer that was nothing but thoughts goes with them.
    if (message.role === 'agent' && wordsOf(message) === '') {
      if (shown[next]?.messageId === message.messageId && wordsOf(shown[next]) === '') next += 1;
      continue;
    }
    expect(shown[next]).toMatchObject({ role: message.role, messageId: message.messageId });
    expect(wordsOf(shown[next])).toBe(wordsOf(message));
    next += 1;
  }
  expect(next).toBe(shown.length);
}

/** [L7] What was set aside comes back letter for letter, whatever else was set aside since. */
export function judgeRecall(
  edit: Edit,
  passes: readonly Pass[],
  turns: readonly ViewTurn[],
  window: number,
): void {
  const id = edit.kind === 'fold' ? edit.id : edit.recallId;
  const part = (number: number) => recall(passes, turns, id, number, partLengthFor(window));
  const first = part(1);
  if (edit.kind === 'shedding') {
    expect(first).toMatchObject({ kind: 'image', image: { hash: edit.hash } });
    return;
  }
  if (first.kind !== 'text') throw new Error(`${first.kind} for ${JSON.stringify(edit)}`);
  let text = '';
  for (let number = 1; number <= first.parts; number += 1) {
    const found = part(number);
    text += found.kind === 'text' ? found.text : '';
  }
  const words = edit.kind === 'fold' ? wordsIn(edit, passes, turns) : resultOf(edit, turns);
  for (const one of words) expect(text.includes(one), one.slice(0, 80)).toBe(true);
}

/** What an agent said and called, without its thoughts. */
function wordsOf(message: PagedMessage | undefined): string {
  if (message?.role !== 'agent') return '';
  return JSON.stringify(message.said.filter((part) => part.type !== 'reasoning')).slice(1, -1);
}

const textsOf = (parts: readonly (SeenPart | SaidPart)[]): string[] =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));

const turnOf = (turns: readonly ViewTurn[], id: string): ViewTurn | undefined =>
  turns.find((one) => one.userMessageId === id || one.agentMessageId === id);

function resultOf({ place }: Elision, turns: readonly ViewTurn[]): string[] {
  const step = turnOf(turns, place.messageId)?.steps[place.step];
  return textsOf(step?.results.find(({ callId }) => callId === place.callId)?.parts ?? []);
}

/** Everything that was said in a stretch, and that was not set aside by itself. */
function wordsIn({ covers }: Fold, passes: readonly Pass[], turns: readonly ViewTurn[]): string[] {
  const places = passes.flatMap(({ edits }) =>
    edits.flatMap((edit) => ('place' in edit ? [edit.place] : [])),
  );
  const aside = new Set(places.map((place) => JSON.stringify(place)));
  return covers.flatMap(({ messageId, steps }) => {
    const turn = turnOf(turns, messageId);
    if (steps === null) return textsOf(turn?.user ?? []);
    return (turn?.steps.slice(steps.from, steps.to ?? undefined) ?? []).flatMap(({ said, results }, at) => [
      ...textsOf(said),
      ...results
        .filter(({ callId }) => !aside.has(JSON.stringify({ messageId, step: steps.from + at, callId })))
        .flatMap(({ parts }) => textsOf(parts)),
    ]);
  });
}
