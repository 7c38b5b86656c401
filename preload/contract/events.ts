import type { Preferences } from './app.ts';
import type { Conversation } from './conversations.ts';
import type { Part } from './parts.ts';
import type { Message } from './tree.ts';

/** One change of a streaming message: text added to a part, or a part put in its place. */
export type DeltaOp = { part: number; append: string } | { part: number; set: Part };

/**
 * What main tells the renderer. Deltas are coalesced to one event about every 50 ms; the next batch leaves only
 * after the window acknowledged the last (`acknowledge` of the preload API), so a slow window never piles up.
 */
export type BridgeEvent =
  /** A message was created, or reached its final status. Replaces what was known of it. */
  | { type: 'message'; message: Message }
  /** `from` is the number of ops sent for this message before; a gap means: fetch `tree.message`. */
  | { type: 'delta'; conversationId: string; messageId: string; from: number; ops: DeltaOp[] }
  | { type: 'conversation'; conversation: Conversation }
  | { type: 'conversationsDeleted'; ids: string[] }
  | { type: 'routes' }
  | { type: 'preferences'; preferences: Preferences }
  /** A menu item of the native menu was chosen. */
  | { type: 'command'; command: AppCommand };

export type AppCommand =
  | 'new'
  | 'search'
  | 'settings'
  | 'shortcuts'
  | 'help'
  | 'toggleLibrary'
  | 'togglePanel';
