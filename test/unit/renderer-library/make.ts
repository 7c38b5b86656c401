import type { Conversation } from '#contract';

/** A conversation for tests; `n` gives it its id and its place in time, the greater the newer. */
export function conversation(n: number, more: Partial<Conversation> = {}): Conversation {
  const id = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  return {
    id,
    title: `Conversation ${n}`,
    titleSource: 'auto',
    tipId: id,
    rootId: id,
    pathLength: 2,
    branchCount: 1,
    agentId: id,
    reader: null,
    createdAt: n,
    updatedAt: n,
    trashedAt: null,
    ...more,
  };
}

/** A promise that the test settles. */
export function deferred<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
