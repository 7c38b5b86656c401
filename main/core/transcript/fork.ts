import type { Cover, Edit, Fold, Pass } from '../context/passes.ts';
import type { Transcript } from './types.ts';

/** Old ids of a path, its root included, with the new ones. */
export type IdMap = ReadonlyMap<string, string>;

export interface ForkedTranscriptOptions {
  ids: IdMap;
  /** The new conversation. */
  conversationId: string;
  newId(): string;
}

/**
 * A transcript for a copy of a path [B7]: the turns, marks and passes that belong to the path, with their message ids
 * rewritten. What was sent and said stays byte for byte, and so do recall ids and the order of edits: the view of the
 * copy is the view of the original, and prompt caches and signatures hold.
 */
export function forkTranscript(transcript: Transcript, options: ForkedTranscriptOptions): Transcript {
  const { ids, conversationId, newId } = options;
  return {
    ...transcript,
    conversationId,
    turns: transcript.turns.flatMap((turn) => {
      const userMessageId = ids.get(turn.userMessageId);
      const agentMessageId = ids.get(turn.agentMessageId);
      if (userMessageId === undefined || agentMessageId === undefined) return [];
      // Where it led back to is a branch that was not copied.
      const { rewind: _led, ...copied } = turn;
      return [{ ...copied, userMessageId, agentMessageId }];
    }),
    checkpoints: transcript.checkpoints.flatMap((mark) => {
      const messageId = ids.get(mark.messageId);
      return messageId === undefined ? [] : [{ ...mark, messageId }];
    }),
    passes: transcript.passes.flatMap((pass) => forkPass(pass, ids, newId)),
  };
}

/** A pass of which nothing is on the path is left out; of any other, what is not. */
function forkPass(pass: Pass, ids: IdMap, newId: () => string): Pass[] {
  const edits = pass.edits.flatMap((edit) => forkEdit(edit, ids) ?? []);
  return edits.length === 0 ? [] : [{ ...pass, id: newId(), edits }];
}

function forkEdit(edit: Edit, ids: IdMap): Edit | null {
  if (edit.kind === 'fold') return forkFold(edit, ids);
  const messageId = ids.get(edit.place.messageId);
  if (messageId === undefined) return null;
  if (edit.kind === 'elision') return { ...edit, place: { ...edit.place, messageId } };
  const { place } = edit;
  if (place.of === 'result') return { ...edit, place: { ...place, messageId } };
  const next = ids.get(place.next);
  return next === undefined ? null : { ...edit, place: { ...place, messageId, next } };
}

/** [L9] Only where all that it stands for is on the path. */
function forkFold(fold: Fold, ids: IdMap): Fold | null {
  const covers = fold.covers.flatMap((cover): Cover[] => {
    const messageId = ids.get(cover.messageId);
    return messageId === undefined ? [] : [{ ...cover, messageId }];
  });
  return covers.length === fold.covers.length ? { ...fold, covers } : null;
}
