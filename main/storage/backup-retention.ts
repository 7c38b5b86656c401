const day = 24 * 60 * 60 * 1000;

/**
 * Which backups are kept: all of the last two days, the newest of each of the last seven days, of each of the last four
 * weeks and of each of the last six months. What was brought from another computer is kept like any other.
 *
 * @param names begin with their time in ISO form, with dashes in place of colons and dots
 * @param now milliseconds since the epoch
 */
export function keptBackups(names: readonly string[], now: number): string[] {
  const kept = new Set<string>();
  const newestOf = new Set<string>();
  for (const name of [...names].sort().reverse()) {
    const at = timeOf(name);
    const age = now - at;
    const slots = [
      age < 7 * day && `day ${Math.floor(at / day)}`,
      age < 28 * day && `week ${Math.floor(at / (7 * day))}`,
      age < 183 * day && `month ${name.slice(0, 7)}`,
    ].filter((slot) => slot !== false);
    if (age < 2 * day || slots.some((slot) => !newestOf.has(slot))) kept.add(name);
    for (const slot of slots) newestOf.add(slot);
  }
  const [newest] = [...names].sort().reverse();
  // However old: the last one is all there is.
  if (newest !== undefined) kept.add(newest);
  return names.filter((name) => kept.has(name));
}

/** Milliseconds since the epoch; a name that tells no time counts as new, so that it is never removed. */
function timeOf(name: string): number {
  const iso = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name);
  if (!iso) return Number.POSITIVE_INFINITY;
  return Date.parse(`${iso[1]}T${iso[2]}:${iso[3]}:${iso[4]}.${iso[5]}Z`);
}
