import type { Schedule } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import type { Writable } from './handle.ts';

/** Milliseconds between a tip move and the moment its memory is written. */
const flushDelay = 2000;

/** Of all messages at or below one (or only below it): the one last used as the tip, or else the newest that can hold it. */
const leafBelowSql = `
  WITH RECURSIVE below AS (
    SELECT m.seq, m.id, m.status FROM messages m WHERE m.id = @messageId
    UNION ALL
    SELECT m.seq, m.id, m.status FROM below JOIN messages m ON m.parent_id = below.id
  ),
  unwritten AS MATERIALIZED (SELECT key AS id, value AS stamp FROM json_each(@unwritten))
  SELECT below.id FROM below
  LEFT JOIN view_memory v ON v.conversation_id = @conversationId AND v.leaf_id = below.id
  LEFT JOIN unwritten ON unwritten.id = below.id
  WHERE below.status IN ('complete', 'interrupted') AND below.id IS NOT @leftOut
  ORDER BY coalesce(unwritten.stamp, v.stamp) DESC NULLS LAST, below.seq DESC LIMIT 1`;

export interface ViewMemoryOptions {
  db: Writable;
  schedule: Schedule;
  log: Log;
}

/**
 * The tips that were left, in order, which tell the leaf last used below any message [B9]. A tip move only notes
 * where it came from, in memory, so that it stays one row and the same time in a tree of any size [B2]; the notes
 * are written a little later and at closing. A crash in between loses comfort, never a message: the newest leaf
 * takes the place of the forgotten one.
 */
export class ViewMemory {
  readonly #options: ViewMemoryOptions;
  /** By leaf. */
  readonly #unwritten = new Map<string, { conversationId: string; stamp: number }>();
  /** By parent: the failed or streaming answer that was last looked at. The tip cannot stand on it. */
  readonly #shown = new Map<string, string>();
  #cancelFlush: (() => void) | undefined;
  #nextStamp: number | undefined;
  readonly #lastStamp;
  readonly #leafBelow;
  readonly #store;

  constructor(options: ViewMemoryOptions) {
    const { db } = options;
    this.#options = options;
    this.#lastStamp = db.query<Record<string, never>, { stamp: number }>(
      'SELECT coalesce(max(stamp), 0) AS stamp FROM view_memory',
    );
    this.#leafBelow = db.query<
      { conversationId: string; messageId: string; leftOut: string | null; unwritten: string },
      { id: string }
    >(leafBelowSql);
    this.#store = db.command<{ conversationId: string; leafId: string; stamp: number }>(`
      INSERT INTO view_memory (conversation_id, leaf_id, stamp)
      VALUES (@conversationId, @leafId, @stamp)
      ON CONFLICT DO UPDATE SET stamp = excluded.stamp`);
  }

  /** The tip of a conversation left a message for another branch, or for another place on its own. */
  noteLeft(conversationId: string, leafId: string): void {
    this.#unwritten.set(leafId, { conversationId, stamp: this.#takeStamp() });
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

  /**
   * The message at or below another that was last used as the tip, or else the newest there that can hold it;
   * undefined when there is none. Its cost is the number of messages below.
   *
   * @param tipId where the tip stands now
   * @param options.itself false leaves the message itself out
   */
  leafBelow(
    conversationId: string,
    messageId: string,
    tipId: string,
    { itself = true }: { itself?: boolean } = {},
  ): string | undefined {
    const unwritten: Record<string, number> = {};
    for (const [leafId, left] of this.#unwritten) {
      if (left.conversationId === conversationId) unwritten[leafId] = left.stamp;
    }
    unwritten[tipId] = Number.MAX_SAFE_INTEGER;
    const found = this.#leafBelow.get({
      conversationId,
      messageId,
      leftOut: itself ? null : messageId,
      unwritten: JSON.stringify(unwritten),
    });
    return found?.id;
  }

  /** Conversations that are gone. */
  forget(conversationIds: readonly string[]): void {
    const gone = new Set(conversationIds);
    for (const [leafId, left] of this.#unwritten) {
      if (gone.has(left.conversationId)) this.#unwritten.delete(leafId);
    }
  }

  /** Writes what is not yet written. A failure is logged and tried again with the next move. */
  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#unwritten.size === 0) return;
    try {
      this.#options.db.transaction(() => {
        for (const [leafId, left] of this.#unwritten) this.#store.run({ ...left, leafId });
      });
      this.#unwritten.clear();
    } catch (thrown) {
      this.#options.log.warn('The last used branches could not be written', { error: String(thrown) });
    }
  }

  /** Counts on over restarts: order never comes from a clock [B6]. */
  #takeStamp(): number {
    const stamp = this.#nextStamp ?? (this.#lastStamp.get({})?.stamp ?? 0) + 1;
    this.#nextStamp = stamp + 1;
    return stamp;
  }
}
