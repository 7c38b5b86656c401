import type { Edit, Pass } from '../context/passes.ts';
import type { Transcript, Turn } from './types.ts';

/**
 * A transcript that holds what another copy of it holds more, where a conversation went on elsewhere and comes back.
 * What is here stays as it is and in its order; what comes stands behind it. Returns null where nothing would change.
 *
 * - Turns come with the messages that came; of the others only those that were lost here and had to be rebuilt [T6].
 *   What was trimmed here stays trimmed [T5].
 * - Marks come with the messages that came: one that was taken from an older message here must not come back [T9].
 * - Passes come unless their ids, or those that recall what they set aside, mean something else here [L7].
 *
 * @param ours nothing at all in it: the other one is taken whole
 * @param added the messages that came
 */
export function mergeTranscripts(
  ours: Transcript,
  theirs: Transcript,
  added: ReadonlySet<string>,
): Transcript | null {
  if (ours.turns.length + ours.checkpoints.length + ours.passes.length === 0) {
    return theirs.turns.length + theirs.checkpoints.length + theirs.passes.length === 0 ? null : theirs;
  }
  const turns = mergeTurns(ours.turns, theirs.turns, added);
  const has = new Set(ours.checkpoints.map(({ label, messageId }) => `${messageId} ${label}`));
  const checkpoints = theirs.checkpoints.filter(
    ({ label, messageId }) => added.has(messageId) && !has.has(`${messageId} ${label}`),
  );
  const passes = newPasses(ours.passes, theirs.passes);
  if (!turns && checkpoints.length + passes.length === 0) return null;
  return {
    ...ours,
    turns: turns ?? ours.turns,
    checkpoints: [...ours.checkpoints, ...checkpoints],
    passes: [...ours.passes, ...passes],
  };
}

/** Null where nothing comes. */
function mergeTurns(
  ours: readonly Turn[],
  theirs: readonly Turn[],
  added: ReadonlySet<string>,
): Turn[] | null {
  const coming = new Map(theirs.map((turn) => [turn.agentMessageId, turn]));
  const found = ours.map((turn) => {
    const other = coming.get(turn.agentMessageId);
    coming.delete(turn.agentMessageId);
    const mends = turn.source === 'rebuilt' && other?.source === 'seen';
    return mends && other.userMessageId === turn.userMessageId ? other : turn;
  });
  const more = [...coming.values()].filter((turn) => added.has(turn.agentMessageId));
  return more.length === 0 && found.every((turn, at) => turn === ours[at]) ? null : [...found, ...more];
}

function newPasses(ours: readonly Pass[], theirs: readonly Pass[]): Pass[] {
  const passes = new Set(ours.map(({ id }) => id));
  const edits = new Set(ours.flatMap((pass) => pass.edits.map(idOf)));
  const coming: Pass[] = [];
  for (const pass of theirs) {
    if (passes.has(pass.id) || pass.edits.some((edit) => edits.has(idOf(edit)))) continue;
    const own = new Set([...edits, ...pass.edits.map(idOf)]);
    // A fold may contain an earlier one, whose source it needs.
    if (!pass.edits.flatMap(needs).every((id) => own.has(id))) continue;
    coming.push(pass);
    passes.add(pass.id);
    for (const edit of pass.edits) edits.add(idOf(edit));
  }
  return coming;
}

const idOf = (edit: Edit): string => (edit.kind === 'fold' ? edit.id : edit.recallId);

const needs = (edit: Edit): string[] =>
  edit.kind === 'fold' ? edit.source.flatMap((piece) => (piece.kind === 'fold' ? [piece.id] : [])) : [];
