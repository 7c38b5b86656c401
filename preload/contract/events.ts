import type { Preferences, StartupNotice } from './app.ts';
import type { Gauge, PassCounts, RoomWork } from './context.ts';
import type { Conversation } from './conversations.ts';
import type { ExportWork } from './export.ts';
import type { ImportProgress, ImportSummary } from './import.ts';
import type { Part } from './parts.ts';
import type { SideEnd } from './side.ts';
import type { Message } from './tree.ts';
import type { TurnWait } from './turns.ts';

/**
 * One change of a streaming message: text added to a part at `at` (its length before, in UTF-16 units; a part
 * that is not there yet begins with it), or a part put in its place. Ops say where they belong, so that a
 * message that was fetched meanwhile takes only what it does not hold yet: see `applyOps`.
 */
export type DeltaOp =
  | { part: number; type: 'text' | 'reasoning'; at: number; append: string }
  | { part: number; set: Part };

/**
 * What main tells the renderer. Deltas are coalesced to one event about every 50 ms; the next batch leaves only
 * after the window acknowledged the last (`acknowledge` of the preload API), so a slow window never piles up.
 */
export type BridgeEvent =
  /** A message was created, or reached its final status. Replaces what was known of it. */
  | { type: 'message'; message: Message }
  /** A gap found by `applyOps` means: fetch `tree.message`. */
  | { type: 'delta'; conversationId: string; messageId: string; ops: DeltaOp[] }
  /** The provider asked to wait before anything was written: the request is repeated by itself. Null: over. */
  | { type: 'waiting'; conversationId: string; messageId: string; wait: TurnWait | null }
  /** How full the window of a branch is, after a request, a pass or its undoing. */
  | { type: 'gauge'; gauge: Gauge }
  /** A pass was made, for the quiet notice: "See" lists `context.passes`, "Undo" is `context.undo`. */
  | { type: 'pass'; conversationId: string; pass: PassNotice }
  /** Room is being made, in an answer or by `context.run`. Null: over. */
  | { type: 'room'; conversationId: string; work: RoomWork | null }
  /** A side question is answered, or will not be. */
  | { type: 'side'; id: string; end: SideEnd }
  | { type: 'conversation'; conversation: Conversation }
  /** Several went to the trash, or came out of it, at once. */
  | { type: 'conversations'; conversations: Conversation[] }
  | { type: 'conversationsDeleted'; ids: string[] }
  /** Marks, branch names or fork links of a conversation changed: ask for what is shown of them again. */
  | { type: 'branches'; conversationId: string; what: 'marks' | 'names' | 'forks' }
  /** How far an import is. */
  | { type: 'import'; progress: ImportProgress }
  /** An import ended: conversations are new or grew, ask for the list again. */
  | { type: 'imported'; summary: ImportSummary }
  | { type: 'routes' }
  /** An agent was made, changed or put away. */
  | { type: 'agents' }
  /** How far an export is. Null: over, however it ended. */
  | { type: 'export'; id: string; work: ExportWork | null }
  /** What waits for an answer of the user changed, in a conversation: fetch `tools.pending`. */
  | { type: 'approvals'; conversationId: string }
  /** Permissions or servers of tools changed. */
  | { type: 'tools' }
  | { type: 'preferences'; preferences: Preferences }
  /** Something was recognised and repaired while the app runs; also in `app.info` from now on. */
  | { type: 'notice'; notice: StartupNotice }
  /** A menu item of the native menu was chosen. */
  | { type: 'command'; command: AppCommand };

/** Tokens of the whole view. */
export interface PassNotice {
  id: string;
  trigger: 'threshold' | 'refusal' | 'user';
  counts: PassCounts;
  before: number;
  after: number;
}

export type AppCommand =
  | 'new'
  | 'search'
  | 'import'
  | 'backups'
  | 'settings'
  | 'shortcuts'
  | 'help'
  | 'toggleLibrary'
  | 'togglePanel';

/**
 * Applies the ops of a `delta` event to the parts that are known of a message.
 *
 * @returns the new parts, unchanged ones by reference; null when something in between is not known
 */
export function applyOps(parts: readonly Part[], ops: readonly DeltaOp[]): Part[] | null {
  const next = [...parts];
  for (const op of ops) {
    if (op.part > next.length) return null;
    if ('set' in op) {
      next[op.part] = op.set;
      continue;
    }
    const old = next[op.part] ?? { type: op.type, text: '' };
    if (old.type !== op.type || old.text.length < op.at) return null;
    const fresh = op.append.slice(old.text.length - op.at);
    if (fresh !== '' || op.part === next.length) next[op.part] = { type: op.type, text: old.text + fresh };
  }
  return next;
}
