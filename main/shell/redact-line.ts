/** What keys and tokens look like, whoever made them; a name that says so hides its value whatever that looks like. */
const secrets = [
  /\b(?:sk|pk|rk|gsk|xai|AIza|ghp|gho|hf|key)[-_][A-Za-z0-9_-]{12,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[^\s"']{8,}/gi,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?/g,
];
const secretName = /^(?:authorization|cookie|(?:x-)?(?:api-?|goog-api-)?key|token|secret|password)$/i;

/** One line of the log, with its data as JSON, without anything that looks like a key. */
export function redactLine(message: string, data?: Record<string, unknown>): string {
  const text = data === undefined ? message : `${message} ${JSON.stringify(data, hideNamed)}`;
  return secrets.reduce((line, secret) => line.replace(secret, '[hidden]'), text);
}

function hideNamed(name: string, value: unknown): unknown {
  if (secretName.test(name)) return '[hidden]';
  return value instanceof Error ? { message: value.message, stack: value.stack } : value;
}
