/** What keys and tokens look like, whoever made them; a name that says so hides its value whatever that looks like. */
const secrets = [
  /\b(?:sk|pk|rk|gsk|xai|AIza|ghp|gho|hf|key)[-_][A-Za-z0-9_-]{12,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[^\s"']{8,}/gi,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?/g,
];
const secretName = /^(?:authorization|cookie|(?:x-)?(?:api-?|goog-api-)?key|token|secret|password)$/i;

/** Characters of the shortest value that is looked for: shorter ones are in ordinary words. */
const shortest = 6;

/**
 * One line of the log, with its data as JSON, without anything that looks like a key.
 *
 * @param known values that are secret whatever they look like
 */
export function redactLine(
  message: string,
  data?: Record<string, unknown>,
  known: Iterable<string> = [],
): string {
  const text = data === undefined ? message : `${message} ${JSON.stringify(data, hideNamed)}`;
  const shapeless = [...known].filter(({ length }) => length >= shortest).flatMap(formsOf);
  const clean = shapeless.reduce((line, secret) => line.replaceAll(secret, '[hidden]'), text);
  return secrets.reduce((line, secret) => line.replace(secret, '[hidden]'), clean);
}

/** A value as addresses and JSON hold it, and JSON within JSON. */
function formsOf(secret: string): string[] {
  const inner = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, encodeURIComponent(secret), inner, JSON.stringify(inner).slice(1, -1)])];
}

function hideNamed(name: string, value: unknown): unknown {
  if (secretName.test(name)) return '[hidden]';
  return value instanceof Error ? { message: value.message, stack: value.stack } : value;
}
