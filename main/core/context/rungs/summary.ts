import { serialise } from '../../snapshot/serialise.ts';
import { type Fold, foldsById, type SummaryForm, sourceOf } from '../passes.ts';
import { pinnedAt } from '../pins.ts';
import { turnsOf } from '../placeholders.ts';
import { beginningOf, foldOf, type Stretch, segmentsOf, stretchesIn, tokensIn } from '../stretch.ts';
import { isFold } from '../view.ts';
import { draftFolds, type Rung, type RungInput, type RungPlan, takenIds, type Work } from './rung.ts';

/** Room that a summary may take: a share of the window and of what it stands for, and never more than this. */
const summaryRoom = { ofWindow: 0.08, ofStretch: 0.25, most: 6000 };
/** A stretch with fewer tokens that are not a summary yet is not worth a model call; a small window's share is. */
const worthSummarising = { tokens: 800, ofWindow: 0.05 };
/** Fewer tokens are not worth a placeholder. */
const worthOmitting = 100;

/**
 * The fourth rung: the oldest part of the history as a summary, as much of it as is needed. Folds inside it go with
 * it; an earlier summary is gone on from, not written again from its source.
 */
export const summary: Rung = (input) => {
  const { window } = input.situation.reader;
  const most = Math.min(summaryRoom.most, summaryRoom.ofWindow * window);
  const worth = Math.min(worthSummarising.tokens, worthSummarising.ofWindow * window);
  return foldOldest(input, { as: 'summary', room: most, worth }, (fold, stretch) => ({
    kind: 'summarise',
    foldId: fold.id,
    budget: Math.floor(Math.min(most, fold.tokens * summaryRoom.ofStretch)),
    ...historyOf(fold, stretch, input),
  }));
};

/**
 * The last resort of a recovery that must not ask a model: the oldest part is only named, with its recall id [S9].
 */
export const omit: Rung = (input) =>
  foldOldest(input, { as: 'omission', room: 0, worth: worthOmitting }, () => null);

type History = Pick<Extract<Work, { kind: 'summarise' }>, 'earlier' | 'text' | 'source'>;

/** Stands for a summary while its room is planned. */
const unwritten: SummaryForm = {
  kind: 'summary',
  text: '',
  model: '',
  checks: { sourceTokens: 0, tokens: 0, facts: 0, added: [] },
};

/** Folds from the oldest message on until the target is met, at most once between two pinned messages. */
function foldOldest(
  input: RungInput,
  { as, room, worth }: { as: 'summary' | 'omission'; room: number; worth: number },
  workFor: (fold: Fold, stretch: Stretch) => Extract<Work, { kind: 'summarise' }> | null,
): RungPlan {
  const { situation, now, target, protectedFrom } = input;
  const { applied, messageTokens } = now;
  const { messages } = applied.view;
  const pinned = pinnedAt(messages);
  const edits: Fold[] = [];
  const work: Work[] = [];
  const taken = takenIds(input);
  let left = now.tokens - target;
  for (const stretch of stretchesIn(messages, protectedFrom, (at) => !pinned.has(at))) {
    if (left <= 0) break;
    const oldest = beginningOf(stretch, left + room, applied, messageTokens);
    if (freshTokens(oldest, input) < worth) continue;
    const made = foldOf(oldest, as, {
      base: situation.branch.view,
      applied,
      tokens: messageTokens,
      agentName: situation.agentName,
      drafts: draftFolds(input),
      taken,
    });
    taken.add(made.id);
    const task = workFor(made, oldest);
    edits.push({ ...made, forms: [task ? unwritten : { kind: 'omission' }] });
    if (task) work.push(task);
    left -= made.tokens - (task?.budget ?? 0);
  }
  return { edits, work, limit: edits.length === 0 ? 'nothing' : null };
}

/** Tokens of a stretch that are not in a summary or left out already. */
function freshTokens(stretch: Stretch, { now }: RungInput): number {
  const { view, folds } = now.applied;
  const isSpent = (at: number): boolean => {
    const message = view.messages[at];
    const form = message && isFold(message) ? folds.get(message.foldId)?.form : undefined;
    return form !== undefined && form.kind !== 'pages';
  };
  return tokensIn(
    stretch,
    now.messageTokens.map((tokens, at) => (isSpent(at) ? 0 : tokens)),
  );
}

/** What the model gets to read: an earlier summary that begins the stretch, and the text after it. */
function historyOf(fold: Fold, stretch: Stretch, input: RungInput): History {
  const { situation, now } = input;
  const { folds } = now.applied;
  const known = new Map([...foldsById(situation.branch.passes), ...draftFolds(input)]);
  const texts: string[] = [];
  let earlier: string | null = null;
  for (const segment of segmentsOf(stretch, now.applied)) {
    if (segment.kind === 'turn') {
      texts.push(serialise(segment.messages, segment.turn, situation.agentName));
      continue;
    }
    const placed = folds.get(segment.foldId);
    if (!placed) continue;
    const { fold: inner, form } = placed;
    if (form.kind !== 'summary') texts.push(sourceOf(inner, known));
    else if (texts.length === 0 && earlier === null) earlier = form.text;
    else texts.push(`[Summary of ${turnsOf(inner).toLowerCase()}]\n${form.text}`);
  }
  return { earlier, text: texts.join('\n'), source: sourceOf(fold, known) };
}
