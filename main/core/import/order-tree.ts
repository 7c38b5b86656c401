import type { Entry, Repairs } from './types.ts';

/** Entries with their real parents: every one reaches the root, and what holds nothing is passed over. */
export interface OrderedTree {
  /** Parents before their children, siblings by time. */
  ordered: Entry[];
  byKey: ReadonlyMap<string, Entry>;
  /** The nearest entry at or above one that is kept; undefined where only the root is left. */
  keptAt(key: string): Entry | undefined;
  /** The nearest entry above one that is kept. */
  keptAbove(entry: Entry): Entry | undefined;
  /** Kept entries below one, with nothing but what holds nothing between. */
  keptBelow(key: string): readonly Entry[];
  repairs: Omit<Repairs, 'danglingTip'>;
}

/** Whether something of an entry is taken over. */
export function isKept(entry: Entry): boolean {
  return entry.kind !== 'placeholder' && entry.kind !== 'unreadable';
}

/**
 * Puts the entries of a source in order by their parents alone: child lists and the order in a file are wrong too often.
 * An entry whose parent does not exist hangs on the root; a circle is cut at its earliest entry, which hangs there too.
 */
export function orderTree(entries: readonly Entry[]): OrderedTree {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const parents = new Map<string, string | null>();
  let missingParent = 0;
  for (const { key, parentKey } of byKey.values()) {
    if (parentKey !== null && !byKey.has(parentKey)) missingParent += 1;
    parents.set(key, parentKey !== null && byKey.has(parentKey) ? parentKey : null);
  }
  const cycle = cutCircles(byKey, parents);
  const ordered = inOrder(byKey, parents);
  const above = new Map<string, Entry | undefined>();
  const below = new Map<string, Entry[]>();
  const keptAt = (key: string | null): Entry | undefined => {
    const entry = key === null ? undefined : byKey.get(key);
    return entry && (isKept(entry) ? entry : above.get(entry.key));
  };
  for (const entry of ordered) {
    const kept = keptAt(parents.get(entry.key) ?? null);
    above.set(entry.key, kept);
    if (!kept || !isKept(entry)) continue;
    const siblings = below.get(kept.key);
    if (siblings) siblings.push(entry);
    else below.set(kept.key, [entry]);
  }
  return {
    ordered,
    byKey,
    keptAt,
    keptAbove: (entry) => above.get(entry.key),
    keptBelow: (key) => below.get(key) ?? [],
    repairs: { missingParent, cycle },
  };
}

/** Follows every entry upwards once; a walk that meets itself has found a circle. Returns how many there were. */
function cutCircles(byKey: ReadonlyMap<string, Entry>, parents: Map<string, string | null>): number {
  const done = new Set<string>();
  let circles = 0;
  for (const start of byKey.keys()) {
    const walk: string[] = [];
    const onWalk = new Set<string>();
    let key: string | null = start;
    while (key !== null && !done.has(key) && !onWalk.has(key)) {
      walk.push(key);
      onWalk.add(key);
      key = parents.get(key) ?? null;
    }
    if (key !== null && onWalk.has(key)) {
      const members = walk.slice(walk.indexOf(key)).flatMap((member) => byKey.get(member) ?? []);
      const earliest = members.reduce((first, next) => (isEarlier(next, first) ? next : first));
      parents.set(earliest.key, null);
      circles += 1;
    }
    for (const passed of walk) done.add(passed);
  }
  return circles;
}

function isEarlier(a: Entry, b: Entry): boolean {
  const [at, bt] = [a.createdAt ?? Number.POSITIVE_INFINITY, b.createdAt ?? Number.POSITIVE_INFINITY];
  return at < bt || (at === bt && a.key < b.key);
}

/** Siblings in the order of their times where all have one: programs write maps in any order. */
function inOrder(byKey: ReadonlyMap<string, Entry>, parents: ReadonlyMap<string, string | null>): Entry[] {
  const children = new Map<string | null, Entry[]>();
  for (const entry of byKey.values()) {
    const parent = parents.get(entry.key) ?? null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(entry);
    else children.set(parent, [entry]);
  }
  for (const siblings of children.values()) {
    if (siblings.every(({ createdAt }) => createdAt !== null)) {
      siblings.sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0));
    }
  }
  const ordered: Entry[] = [];
  const open = (children.get(null) ?? []).toReversed();
  for (let entry = open.pop(); entry; entry = open.pop()) {
    ordered.push(entry);
    // One by one: an argument list has an end.
    for (const child of (children.get(entry.key) ?? []).toReversed()) open.push(child);
  }
  return ordered;
}
