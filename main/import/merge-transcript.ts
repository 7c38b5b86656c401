import { mergeTranscripts } from '#core/transcript/merge.ts';
import type { Transcript } from '#core/transcript/types.ts';
import type { TranscriptStore } from '../storage/transcripts.ts';

/**
 * Takes into a transcript of a conversation that is here what another copy of it holds more. Throws what storing throws.
 *
 * @param added ids of the messages that came
 */
export type MergeTranscript = (transcript: Transcript, added: ReadonlySet<string>) => Promise<void>;

/** Merges through the store that owns the files: an answer may end in the same conversation meanwhile. */
export function mergeInto(store: Pick<TranscriptStore, 'load' | 'amend'>): MergeTranscript {
  return async (theirs, added) => {
    const { conversationId, agentId } = theirs;
    const loaded = await store.load(conversationId, agentId);
    if (loaded.kind === 'loaded' && !mergeTranscripts(loaded.transcript, theirs, added)) return;
    await store.amend(conversationId, agentId, (ours) => mergeTranscripts(ours, theirs, added) ?? ours);
  };
}
