const prefix = 'message:';

/** The key of a message as it is kept; of the root for null. No key of a source can be the root's. */
export const storedKey = (key: string | null): string => (key === null ? 'root' : `${prefix}${key}`);

/** The other way around; null for the root's. */
export const keyOfStored = (stored: string): string | null =>
  stored.startsWith(prefix) ? stored.slice(prefix.length) : null;
