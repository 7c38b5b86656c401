const allowed = new Set(['https:', 'http:', 'mailto:']);

/**
 * Decides what may be handed to the system's browser or mail program.
 *
 * @returns the normalised address, or null for anything but http, https and mailto
 */
export function externalUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return allowed.has(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}
