const secrets: readonly RegExp[] = [
  // Vendors' key shapes, also half-masked as OpenAI quotes them ("sk-abc***xyz").
  /\b(?:sk|pk|rk|gsk|xai|key|or|hf|AIza)[-_]?[\w*-]{12,}/g,
  /\bBearer\s+[\w.~+/*=-]{8,}/gi,
  /\b(?:x-api-key|api[-_ ]?key|authorization)["']?\s*[:=]\s*["']?[\w.~+/*=-]{8,}/gi,
];

/** Longest technical detail that is kept, in characters. */
const longest = 4000;

/**
 * Takes keys out of a text that people may copy and send on: the route's own key, and whatever is shaped like one.
 *
 * @param key the key of the request, or null
 */
export function redact(text: string, key: string | null): string {
  let clean = text;
  if (key !== null && key.length >= 4) {
    for (const form of new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])) {
      clean = clean.replaceAll(form, '[key]');
    }
  }
  for (const secret of secrets) clean = clean.replace(secret, '[key]');
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
}
