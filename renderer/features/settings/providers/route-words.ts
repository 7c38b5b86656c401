import type { Preset, Route } from '#contract';

/** What a route's key is doing, in one word for translations. */
export type KeyState = 'practice' | 'local' | 'noKey' | 'missing' | 'system' | 'plain' | 'session';

/** Tells how a route stands with its key. */
export function keyStateOf({ wire, local, needsKey, keyStorage }: Route): KeyState {
  if (wire === 'practice') return 'practice';
  if (keyStorage !== 'none') return keyStorage;
  if (local) return 'local';
  return needsKey ? 'missing' : 'noKey';
}

/** Brings a pasted key into shape: line breaks and spaces come along from web pages and letters. */
export function cleanKey(pasted: string): string {
  return pasted.replace(/\s+/g, '');
}

/** Whether an address leads to this computer. */
function isLocalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** Whether an address can be asked at all: http or https. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Whether a key sent to this address could be read on the way. */
export function isReadableOnTheWay(address: string): boolean {
  return address.startsWith('http://') && isWebAddress(address) && !isLocalAddress(address);
}

/** The presets whose names, ids or hosts hold what was typed. */
export function filterPresets(presets: readonly Preset[], text: string): readonly Preset[] {
  const wanted = text.trim().toLowerCase();
  return presets.filter(({ id, name, baseUrl }) => `${id} ${name} ${baseUrl}`.toLowerCase().includes(wanted));
}
