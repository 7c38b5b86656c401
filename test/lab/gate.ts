/** A point in a stream where the lab waits until the test says go on. Used instead of sleeping. */
export interface Gate {
  readonly name: string;
  /** Resolves when a stream has arrived at the gate and everything before it is on the wire. */
  readonly reached: Promise<void>;
  /** Lets the waiting stream, and every later one, pass. */
  release(): void;
  /** For the lab: reports arrival and waits for the release. */
  pass(): Promise<void>;
}

/** A promise together with the function that settles it. */
export function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: settle };
}

/** Makes a closed gate. */
export function createGate(name: string): Gate {
  const arrival = deferred<void>();
  const departure = deferred<void>();
  return {
    name,
    reached: arrival.promise,
    release: () => departure.resolve(),
    pass: () => {
      arrival.resolve();
      return departure.promise;
    },
  };
}
