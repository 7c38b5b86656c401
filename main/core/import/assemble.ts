import { isKept, type OrderedTree, orderTree } from './order-tree.ts';
import type {
  Entry,
  ImportConversation,
  ImportExtra,
  ImportMessage,
  ImportPart,
  SourceConversation,
  Tally,
} from './types.ts';

/** Where an entry leaves the branch: the message that the next one continues from, and what waits for an answer. */
interface Place {
  messageKey: string | null;
  waiting: ImportPart[];
}

/** Parts that wait for one answer at most: a longer chain of steps becomes messages of its own. */
const mostWaiting = 500;

const start: Place = { messageKey: null, waiting: [] };

/**
 * Makes the messages of a conversation: the tree put in order, reasoning and tool steps folded into the answer that
 * follows them, hidden entries beside it. Nothing that is kept is lost: steps that no answer follows become a message
 * of their own.
 */
export function assemble(source: SourceConversation): ImportConversation {
  const tree = orderTree(uniqueKeys(source.entries));
  const builder = new Builder(tree, source.model);
  for (const entry of tree.ordered) if (isKept(entry)) builder.add(entry);
  const { sourceTip, dangling } = findTip(tree, source.tipKey);
  const tipKey = sourceTip === null ? null : builder.messageAt(sourceTip);
  return {
    source: source.source,
    key: source.key,
    title: source.title,
    summary: source.summary,
    createdAt: source.createdAt,
    updatedAt: source.updatedAt,
    messages: withoutFailedParents(builder.messages),
    extras: builder.extras,
    tipKey,
    sourceTip,
    tally: tallyOf(source, tree),
    repairs: { ...tree.repairs, danglingTip: dangling ? 1 : 0 },
    types: source.types,
    unknownTypes: source.unknownTypes,
    lostForks: source.lostForks,
    marks: source.marks,
  };
}

/** Two entries of one id both stay: the later gets a number behind it. */
function uniqueKeys(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>();
  return entries.map((entry) => {
    let key = entry.key;
    for (let n = 2; seen.has(key); n += 1) key = `${entry.key}#${n}`;
    seen.add(key);
    return key === entry.key ? entry : { ...entry, key };
  });
}

class Builder {
  readonly messages: ImportMessage[] = [];
  readonly extras: ImportExtra[] = [];
  readonly #tree: OrderedTree;
  readonly #model: string | null;
  readonly #places = new Map<string, Place>();

  constructor(tree: OrderedTree, model: string | null) {
    this.#tree = tree;
    this.#model = model;
  }

  /** Takes in a kept entry; its kept ancestors came before. */
  add(entry: Entry): void {
    const above = this.#tree.keptAbove(entry);
    const before = (above && this.#places.get(above.key)) ?? start;
    const place = entry.kind === 'shown' ? this.#show(entry, before) : this.#step(entry, before);
    this.#places.set(entry.key, place);
    for (const raw of entry.raw) this.extras.push({ key: entry.key, messageKey: place.messageKey, raw });
  }

  /** The message at an entry, or the one that it follows. */
  messageAt(key: string): string | null {
    return this.#places.get(key)?.messageKey ?? null;
  }

  #show(entry: Entry, before: Place): Place {
    this.#write(entry, before.messageKey, pairTools([...before.waiting, ...entry.parts]));
    return { messageKey: entry.key, waiting: [] };
  }

  /** What a step said waits for its answer, where exactly one can follow. */
  #step(entry: Entry, before: Place): Place {
    const own = entry.kind === 'hidden' ? [] : entry.parts;
    if (own.length === 0 && before.waiting.length === 0) return before;
    const waiting = before.waiting.concat(own);
    const below = this.#tree.keptBelow(entry.key);
    const [next] = below;
    const carries = next && (next.kind !== 'shown' || next.role === 'agent') && waiting.length < mostWaiting;
    if (below.length === 1 && carries) return { messageKey: before.messageKey, waiting };
    this.#write({ ...entry, role: 'agent' }, before.messageKey, pairTools(waiting));
    return { messageKey: entry.key, waiting: [] };
  }

  #write(entry: Entry, parentKey: string | null, parts: ImportPart[]): void {
    const { key, role, createdAt } = entry;
    const model = role === 'agent' ? (entry.model ?? this.#model) : null;
    const status = role === 'agent' ? entry.status : 'complete';
    this.messages.push({ key, parentKey, role, status, parts, model, createdAt });
  }
}

/** Puts every result that came in an entry of its own into the call before it that has none. */
function pairTools(parts: readonly ImportPart[]): ImportPart[] {
  const paired: ImportPart[] = [];
  for (const part of parts) {
    const last = paired.findLastIndex((each) => each.type === 'tool');
    const call = paired[last];
    const isReply = part.type === 'tool' && part.id === '' && part.input === '';
    if (isReply && call?.type === 'tool' && call.result === undefined && call.state === 'stopped') {
      paired[last] = {
        ...call,
        state: part.state,
        ...(part.result !== undefined && { result: part.result }),
      };
    } else paired.push(part);
  }
  return paired;
}

/** Nothing can continue from a failed answer; one that was continued all the same had at least begun. */
function withoutFailedParents(messages: readonly ImportMessage[]): ImportMessage[] {
  const parents = new Set(messages.map(({ parentKey }) => parentKey));
  return messages.map((message) =>
    message.status === 'failed' && parents.has(message.key) ? { ...message, status: 'interrupted' } : message,
  );
}

/** The entry that the source points to; where that leads nowhere, the leaf that was written last. */
function findTip(tree: OrderedTree, tipKey: string | null): { sourceTip: string | null; dangling: boolean } {
  const pointed = tipKey === null ? undefined : tree.keptAt(tipKey);
  if (pointed) return { sourceTip: pointed.key, dangling: false };
  const leaves = tree.ordered.filter((entry) => isKept(entry) && tree.keptBelow(entry.key).length === 0);
  const last = leaves.reduce<Entry | null>((latest, leaf) => {
    return latest && (latest.createdAt ?? 0) > (leaf.createdAt ?? 0) ? latest : leaf;
  }, null);
  return { sourceTip: last?.key ?? null, dangling: tipKey !== null && !tree.byKey.has(tipKey) };
}

function tallyOf(source: SourceConversation, tree: OrderedTree): Tally {
  const tally: Tally = {
    nodes: source.entries.length,
    placeholder: 0,
    hidden: 0,
    reasoning: 0,
    tool: 0,
    shown: 0,
    unreadable: 0,
    unknownType: Object.values(source.unknownTypes).reduce((sum, count) => sum + count, 0),
    leaves: 0,
  };
  for (const entry of tree.ordered) {
    tally[entry.kind] += 1;
    if (isKept(entry) && tree.keptBelow(entry.key).length === 0) tally.leaves += 1;
  }
  return tally;
}
