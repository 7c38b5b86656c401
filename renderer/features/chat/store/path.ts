import type { Message, PathPage } from '#contract';

/** What is known of a conversation: its current branch by depth, and the messages themselves. */
export interface KnownPath {
  tipId: string;
  /** Number of messages on the current branch; the tip's depth. */
  tipDepth: number;
  /** The branch's messages by depth, 1 for the first. Only pages that were read are here. */
  ids: ReadonlyMap<number, string>;
  messages: ReadonlyMap<string, Message>;
  /** An answer that is shown last although the tip is not on it: being written, failed, or looked at. */
  leafId: string | null;
}

export const nothingKnown: KnownPath = {
  tipId: '',
  tipDepth: 0,
  ids: new Map(),
  messages: new Map(),
  leafId: null,
};

/** The message that is shown last and is not on the tip's path, if there is one. */
export function leafOf(path: KnownPath): Message | undefined {
  return path.leafId === null ? undefined : path.messages.get(path.leafId);
}

/** Number of messages that are shown. */
export function shownLength(path: KnownPath): number {
  return leafOf(path)?.depth ?? path.tipDepth;
}

/** The message shown at a depth; undefined when it was not read yet. */
export function messageAt(path: KnownPath, depth: number): Message | undefined {
  const leaf = leafOf(path);
  if (leaf?.depth === depth) return leaf;
  const id = path.ids.get(depth);
  return id === undefined ? undefined : path.messages.get(id);
}

/** The last message that is shown. */
export function lastShown(path: KnownPath): Message | undefined {
  return messageAt(path, shownLength(path));
}

/**
 * Adds a page of the tip's path. Where the page does not continue what is known above it, as after a change of
 * branch, what is above is forgotten: a message's whole past hangs on its parent.
 */
export function withPage(path: KnownPath, page: PathPage): KnownPath {
  const messages = new Map(path.messages);
  for (const message of page.below ? [...page.messages, page.below] : page.messages)
    keepNewer(messages, message);
  const first = page.messages[0];
  const above = first ? first.depth - 1 : 0;
  const joined = above === 0 || path.ids.get(above) === first?.parentId;
  const last = page.messages.at(-1)?.depth ?? 0;
  const below = path.tipId === page.tipId ? [...path.ids].filter(([depth]) => depth > last) : [];
  const ids = new Map<number, string>(below);
  for (const [depth, id] of path.ids) if (joined && depth <= above) ids.set(depth, id);
  for (const message of page.messages) ids.set(message.depth, message.id);
  const next = { ...path, messages, ids, tipId: page.tipId, tipDepth: page.pathLength };
  const kept = withLeaf(next, path.leafId);
  return kept.leafId === null && page.below ? withLeaf(next, page.below.id) : kept;
}

/** Shows a message last if it belongs below a message of the tip's path; otherwise the tip. */
export function withLeaf(path: KnownPath, leafId: string | null): KnownPath {
  const leaf = leafId === null ? undefined : path.messages.get(leafId);
  const parent = leaf && path.ids.get(leaf.depth - 1);
  const fits = leaf && leaf.depth <= path.tipDepth + 1 && (leaf.depth === 1 || parent === leaf.parentId);
  const alreadyThere = leaf && path.ids.get(leaf.depth) === leaf.id;
  return { ...path, leafId: fits && !alreadyThere ? leaf.id : null };
}

/**
 * Follows the tip to a message whose parent is on the known path.
 *
 * @returns null when the message or its parent is not known: the path must be read
 */
export function withTip(path: KnownPath, tipId: string): KnownPath | null {
  if (path.tipId === tipId) return path;
  const tip = path.messages.get(tipId);
  if (!tip || (tip.depth > 1 && path.ids.get(tip.depth - 1) !== tip.parentId)) return null;
  const ids = new Map([...path.ids].filter(([depth]) => depth < tip.depth));
  ids.set(tip.depth, tipId);
  const next = { ...path, tipId, tipDepth: tip.depth, ids };
  return withLeaf(next, path.leafId === tipId ? null : path.leafId);
}

/** Takes in a message that was created or finished, and counts it among the siblings that are known. */
export function withMessage(path: KnownPath, message: Message): KnownPath {
  const messages = new Map(path.messages);
  if (!messages.has(message.id)) countSibling(messages, message);
  keepNewer(messages, message);
  return { ...path, messages };
}

/**
 * The answer below the tip that is shown by itself: the newest one that is being written or failed. Below an answer it
 * is that of another agent, who was named with the first. Null when there is none.
 */
export function answerBelowTip(path: KnownPath): Message | null {
  let newest: Message | null = null;
  for (const message of path.messages.values()) {
    const unfinished = message.status === 'streaming' || message.status === 'failed';
    if (message.parentId !== path.tipId || message.role !== 'agent' || !unfinished) continue;
    if (!newest || message.siblings.index > newest.siblings.index) newest = message;
  }
  return newest;
}

/** A stretch of the path that was not read, as the bridge asks for it. */
export interface MissingStretch {
  until: string;
  skip: number;
  limit: number;
}

/** Most rows that the bridge reads at once. */
const most = 100;

/**
 * The first stretch between two depths that is not known, widened a little where that costs nothing.
 *
 * @param margin messages to read beyond what is asked for, on both sides
 */
export function missingStretch(
  path: KnownPath,
  from: number,
  to: number,
  margin: number,
): MissingStretch | null {
  const unknown = (depth: number) => depth >= 1 && depth <= path.tipDepth && !path.ids.has(depth);
  let end = Math.min(to, path.tipDepth);
  while (end >= from && !unknown(end)) end -= 1;
  if (end < Math.max(1, from)) return null;
  for (let widened = 0; widened < margin && unknown(end + 1); widened += 1) end += 1;
  let start = end;
  while (end - start + 1 < most && unknown(start - 1) && start > from - margin) start -= 1;
  const anchor = nearestBelow(path, end);
  return { until: anchor.id, skip: anchor.depth - end, limit: end - start + 1 };
}

function nearestBelow(path: KnownPath, depth: number): { id: string; depth: number } {
  let best = { id: path.tipId, depth: path.tipDepth };
  for (const [at, id] of path.ids) if (at >= depth && at < best.depth) best = { id, depth: at };
  return best;
}

/** Forgets messages far from what is shown, so that reading through a long conversation does not keep it all. */
export function trimmed(path: KnownPath, from: number, to: number): KnownPath {
  if (path.messages.size <= keepAtMost) return path;
  const near = (depth: number) =>
    (depth >= from - keepAround && depth <= to + keepAround) || depth > path.tipDepth - keepAtEnd;
  const ids = new Map([...path.ids].filter(([depth]) => near(depth)));
  const kept = new Set([...ids.values(), path.leafId]);
  const messages = new Map(
    [...path.messages].filter(([id, { status }]) => kept.has(id) || status === 'streaming'),
  );
  return { ...path, ids, messages };
}

const keepAtMost = 900;
const keepAround = 300;
const keepAtEnd = 60;

/** A message that is final is never replaced by an older word of it. */
function keepNewer(messages: Map<string, Message>, message: Message): void {
  const known = messages.get(message.id);
  if (known && known.status !== 'streaming' && message.status === 'streaming') return;
  messages.set(message.id, message);
}

function countSibling(messages: Map<string, Message>, created: Message): void {
  for (const [id, other] of messages) {
    if (other.parentId !== created.parentId || id === created.id) continue;
    const siblings = { ...other.siblings, count: created.siblings.count };
    if (id === created.siblings.previousId) siblings.nextId = created.id;
    messages.set(id, { ...other, siblings });
  }
}
