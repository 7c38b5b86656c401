/**
 * A short name for a text, always the same for the same text: ten characters of base 36. Not for secrets.
 * Two FNV-1a sums over the UTF-16 units, started apart.
 */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
  }
  return pad(low) + pad(high);
}

/** A fresh recall id for something at a place. Short, because models copy it; the same place gives the same id. */
export function recallIdFor(place: string, taken: ReadonlySet<string>): string {
  for (let salt = ''; ; salt += '+') {
    const id = `r${shortHash(place + salt).slice(2, 8)}`;
    if (!taken.has(id)) return id;
  }
}

/** The lower 26 bits, which are five characters of base 36 at most. */
const pad = (sum: number): string =>
  ((sum ^ (sum >>> 26)) & 0x3ffffff).toString(36).padStart(5, '0').slice(-5);
