/**
 * Tells a benchmark's result from everything else that it prints.
 *
 * @param {string} line
 * @returns {boolean} whether it is one JSON object with `bench`, `value` and `unit`
 */
export function isResult(line) {
  if (!line.startsWith('{')) return false;
  try {
    const { bench, value, unit } = JSON.parse(line);
    return typeof bench === 'string' && typeof value === 'number' && typeof unit === 'string';
  } catch {
    return false;
  }
}
