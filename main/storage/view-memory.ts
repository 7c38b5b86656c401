import type { Schedule } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { abandonedStretch, type Step } from '#core/tree/path.ts';
import type { Writable } from './handle.ts';

/** Milliseconds between a tip move and the moment its memory is written. */
const flushDelay = 2000;

interface Move {
  conversationId: string;
  from: string;
  to: string;
}

export interface ViewMemoryOptions {
  db: Writable;
  schedule: Schedule;
  log: Log;
}

/**
 * The leaf last used below each message that has siblings [B9]. A tip move only notes where it came from, so that it
 * stays one row and the same time in a tree of any size [B2]; what it leaves is worked out when somebody asks, or
 * when the memory is written, a little later and at closing. A crash in between loses comfort, never a message:
 * the newest leaf takes the place of the forgotten one.
 */
export class ViewMemory {
  readonly #options: ViewMemoryOptions;
  /** Not yet worked out, oldest first; the same move twice counts once, as the later one. */
  readonly #moves = new Map<string, Move>();
  /** By message id: worked out, and not yet written when in `#unwritten`. */
  readonly #leaves = new Map<string, { conversationId: string; leafId: string }>();
  readonly #unwritten = new Set<string>();
  /** By parent: the failed or streaming answer that was last looked at. The tip cannot stand on it. */
  readonly #shown = new Map<string, string>();
  #cancelFlush: (() => void) | undefined;
  readonly #step;
  readonly #withSiblings;
  readonly #stored;
  readonly #store;

  constructor(options: ViewMemoryOptions) {
    const { db } = options;
    this.#options = options;
    this.#step = db.query<{ id: string }, Step>(
      'SELECT id, parent_id AS parentId, depth FROM messages WHERE id = @id',
    );
    this.#withSiblings = db.query<{ ids: string }, { id: string }>(`
      SELECT m.id FROM json_each(@ids) AS wanted JOIN messages m ON m.id = wanted.value
      WHERE EXISTS (SELECT 1 FROM messages s WHERE s.parent_id = m.parent_id AND s.seq <> m.seq)`);
    this.#stored = db.query<{ conversationId: string; messageId: string }, { leafId: string }>(`
      SELECT leaf_id AS leafId FROM view_memory
      WHERE conversation_id = @conversationId AND message_id = @messageId`);
    this.#store = db.command<{ conversationId: string; messageId: string; leafId: string }>(`
      INSERT INTO view_memory (conversation_id, message_id, leaf_id)
      VALUES (@conversationId, @messageId, @leafId)
      ON CONFLICT DO UPDATE SET leaf_id = excluded.leaf_id`);
  }

  /** The tip of a conversation moved. */
  note(move: Move): void {
    const key = `${move.from} ${move.to}`;
    this.#moves.delete(key);
    this.#moves.set(key, move);
    this.#cancelFlush ??= this.#options.schedule(flushDelay, () => this.flush());
  }

  /** An answer on which the tip cannot stand was chosen among its siblings. */
  noteShown(parentId: string, messageId: string): void {
    this.#shown.set(parentId, messageId);
  }

  /** The answer below `parentId` that was last chosen though the tip cannot stand on it. */
  shownBelow(parentId: string): string | undefined {
    return this.#shown.get(parentId);
  }

  /** The tip that was last used at or below a message; undefined when none is remembered. */
  leafBelow(conversationId: string, messageId: string): string | undefined {
    this.#workOut();
    const known = this.#leaves.get(messageId)?.leafId;
    return known ?? this.#stored.get({ conversationId, messageId })?.leafId;
  }

  /** Conversations that are gone. */
  forget(conversationIds: readonly string[]): void {
    const gone = new Set(conversationIds);
    for (const [key, move] of this.#moves) if (gone.has(move.conversationId)) this.#moves.delete(key);
    for (const [id, leaf] of this.#leaves) {
      if (!gone.has(leaf.conversationId)) continue;
      this.#leaves.delete(id);
      this.#unwritten.delete(id);
    }
  }

  /** Writes what is not yet written. A failure is logged and tried again with the next move. */
  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    try {
      this.#workOut();
      this.#options.db.transaction(() => {
        for (const messageId of this.#unwritten) {
          const leaf = this.#leaves.get(messageId);
          if (leaf) this.#store.run({ ...leaf, messageId });
        }
      });
      this.#unwritten.clear();
    } catch (thrown) {
      this.#options.log.warn('The last used branches could not be written', { error: String(thrown) });
    }
  }

  #workOut(): void {
    for (const move of this.#moves.values()) this.#remember(move);
    this.#moves.clear();
  }

  /** The top of the stretch counts also without siblings: the next message may give it one. */
  #remember({ conversationId, from, to }: Move): void {
    const stretch = abandonedStretch(from, to, (id) => this.#step.get({ id }));
    const top = stretch.at(-1);
    if (top === undefined) return;
    const forks = this.#withSiblings.all({ ids: JSON.stringify(stretch) });
    for (const id of [top, ...forks.map((fork) => fork.id)]) {
      this.#leaves.set(id, { conversationId, leafId: from });
      this.#unwritten.add(id);
    }
  }
}
