import type { Transcript } from '#core/transcript/types.ts';

export type LoadedTranscript =
  | { kind: 'loaded'; transcript: Transcript; hash: string }
  /** Never written. */
  | { kind: 'absent' }
  /** Set aside under a new name, now or in an earlier session, and not written again since [T7]. */
  | { kind: 'quarantined'; reason: 'unreadable' | 'newer'; setAsideAs: string }
  /** The database says that one was written, but the file is gone. */
  | { kind: 'missing' };

const pending = (): never => {
  throw new Error('not implemented');
};

export class TranscriptStore {
  async load(_conversationId: string, _agentId: string): Promise<LoadedTranscript> {
    return pending();
  }
  /** Atomic and durable. Refuses to write over a file that was not loaded first. */
  async save(_transcript: Transcript): Promise<{ hash: string }> {
    return pending();
  }
  /**
   * Loads, changes and saves, with no other write of this file in between: for turns of two branches that end
   * at the same time [B11]. `change` gets an empty transcript where none could be loaded.
   */
  async update(
    _conversationId: string,
    _agentId: string,
    _change: (transcript: Transcript) => Transcript,
  ): Promise<{ transcript: Transcript; hash: string }> {
    return pending();
  }
}
