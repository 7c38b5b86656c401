import type { ToolPart } from '#contract';
import type { ViewTurn } from '#core/context/build-view.ts';
import type { Edit, Pass } from '#core/context/passes.ts';
import { partLengthFor, type Recalled, recall, textPart } from '#core/context/recall.ts';
import type { MessageStore } from '../storage/messages.ts';
import type { TranscriptStore } from '../storage/transcripts.ts';

export interface OriginalsOptions {
  messages: MessageStore;
  transcripts: TranscriptStore;
}

export interface OriginalRequest {
  conversationId: string;
  agentId: string;
  passes: readonly Pass[];
  /** Turns that are at hand; the transcript has more. */
  turns: readonly ViewTurn[];
  id: string;
  part: number;
  /** Tokens of the window of the model that asks; without it a person does. */
  window?: number;
}

/**
 * [L7] Finds the original of what was set aside: in the turns at hand, else in the transcript, else what the database
 * knows of it [T6].
 */
export async function findOriginal(request: OriginalRequest, options: OriginalsOptions): Promise<Recalled> {
  const { conversationId, agentId, passes, turns, id, part, window = Number.POSITIVE_INFINITY } = request;
  const length = partLengthFor(window);
  const found = recall(passes, turns, id, part, length);
  if (found.kind !== 'gone') return found;
  const loaded = await options.transcripts.load(conversationId, agentId);
  const inFile = loaded.kind === 'loaded' ? recall(passes, loaded.transcript.turns, id, part, length) : found;
  if (inFile.kind !== 'gone') return inFile;
  const text = inDatabase(passes, options.messages, id);
  return text === null ? inFile : textPart(text, { part, length });
}

function inDatabase(passes: readonly Pass[], messages: MessageStore, id: string): string | null {
  const edit = passes
    .flatMap((pass) => pass.edits)
    .find((one) => one.kind === 'elision' && one.recallId === id);
  if (edit?.kind !== 'elision') return null;
  const isCall = (part: { type: string }): part is ToolPart =>
    part.type === 'tool' && 'id' in part && part.id === edit.place.callId;
  return messages.parts(edit.place.messageId).find(isCall)?.result ?? null;
}

/** Passes of which something belongs to a branch: what an agent may recall. */
export function passesOn(passes: readonly Pass[], path: readonly string[]): Pass[] {
  const onPath = new Set(path);
  return passes.flatMap((pass) => {
    const edits = pass.edits.filter((edit) => messagesOf(edit).every((id) => onPath.has(id)));
    return edits.length > 0 ? [{ ...pass, edits }] : [];
  });
}

function messagesOf(edit: Edit): string[] {
  return edit.kind === 'fold' ? edit.covers.map((cover) => cover.messageId) : [edit.place.messageId];
}
