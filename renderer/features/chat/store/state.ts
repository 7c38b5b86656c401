import type { BridgeError, Conversation, DraftContent, ErrorPart, TipMove, TurnWait } from '#contract';
import { type KnownPath, lastShown, leafOf, messageAt, nothingKnown } from './path.ts';

/** Something that the reader is told between the messages and the composer, with a way on. */
export type ChatNotice =
  /** [B4] A new try failed; the last good answer is shown. */
  | { kind: 'tryFailed'; messageId: string; error: ErrorPart | null }
  /** [B11] Another version that the reader turned away from is finished; the tip stays where they are. */
  | { kind: 'otherReady'; messageId: string }
  /** [T8] */
  | { kind: 'nothingToRetry' }
  /** [T8] */
  | { kind: 'historyNotLoaded'; reason: 'missing' | 'unreadable' | 'newer' }
  /** Something the user asked for did not work. */
  | { kind: 'failed'; error: BridgeError };

/** A message being written anew; kept here so that scrolling away loses nothing. */
export interface Editing {
  messageId: string;
  content: DraftContent;
  /** Ends with a second press: the changed words would be lost. */
  asking: boolean;
  /** On its way to main. */
  sending: boolean;
}

export interface ChatState {
  phase: 'loading' | 'ready' | 'failed';
  /** Why the conversation could not be shown. */
  failure: BridgeError | null;
  conversation: Conversation | null;
  path: KnownPath;
  /** Answers whose provider asked to wait. */
  waits: ReadonlyMap<string, TurnWait>;
  /** How long each stretch of reasoning took that was seen live, in ms, by `messageId/part`; null: goes on. */
  thinking: ReadonlyMap<string, { since: number; took: number | null }>;
  notice: ChatNotice | null;
  editing: Editing | null;
  /** The message that stands in the upper part of the window: the one being read. */
  inSightId: string | null;
  /** A message that another part of the app wants to be seen; a new object each time. */
  wanted: { messageId: string } | null;
  /** The user moved the tip: they are told, with a way back. */
  moved: TipMove | null;
  /** What screen readers are told; empty says nothing. */
  announcement: { code: 'writing' | 'done' | 'stopped' | 'failed'; messageId: string } | null;
}

export const initialState: ChatState = {
  phase: 'loading',
  failure: null,
  conversation: null,
  path: nothingKnown,
  waits: new Map(),
  thinking: new Map(),
  notice: null,
  editing: null,
  inSightId: null,
  wanted: null,
  moved: null,
  announcement: null,
};

/** The answer that is being written at the end of what is shown. */
export function runningId(state: ChatState): string | null {
  const last = lastShown(state.path);
  return last?.status === 'streaming' ? last.id : null;
}

/** The last message that is shown and finished: what happens now happens below it. Null where there is none. */
export function shownEnd({ path }: ChatState): string | null {
  const last = lastShown(path);
  if (last?.status !== 'streaming') return last?.id ?? null;
  return messageAt(path, last.depth - 1)?.id ?? null;
}

/** The message that a new one continues from, where that is not the tip. */
export function continuesFrom(state: ChatState): string | undefined {
  const leaf = leafOf(state.path);
  return leaf && (leaf.status === 'complete' || leaf.status === 'interrupted') ? leaf.id : undefined;
}
