import type { MethodInput, NewKey, Preset, Route, WireName } from '#contract';
import { cleanKey, isWebAddress } from './route-words.ts';

/** The wires that a provider of the user's own may speak. */
export const offeredWires = [
  'openai-chat',
  'openai-responses',
  'anthropic',
  'google',
  'ollama',
] as const satisfies readonly WireName[];
export type OfferedWire = (typeof offeredWires)[number];

/** What stands in the form of a provider. */
export interface RouteFields {
  /** Empty: the server's host is its name. */
  name: string;
  baseUrl: string;
  wire: OfferedWire;
  /** Empty: the stored key stays. */
  key: string;
  /** How to keep the key where the system cannot encrypt it. */
  storage: 'session' | 'plain';
}

/** Fields that cannot be sent as they are. */
export interface FieldFaults {
  name?: true;
  baseUrl?: true;
  key?: true;
}

/** The form's first state: a preset's own values, or those of the route that is being edited. */
export function startFields(preset: Preset, route: Route | null): RouteFields {
  return {
    name: route?.name ?? (preset.id === 'other' ? '' : preset.name),
    baseUrl: route?.baseUrl ?? preset.baseUrl,
    wire: offeredWires.find((wire) => wire === (route ?? preset).wire) ?? 'openai-chat',
    key: '',
    storage: route?.keyStorage === 'plain' ? 'plain' : 'session',
  };
}

/** What the provider will be called. Empty while neither a name nor an address was entered. */
export function nameOf({ name, baseUrl }: RouteFields): string {
  const address = baseUrl.trim();
  return name.trim() || (URL.canParse(address) ? new URL(address).host : '');
}

/**
 * What is missing or cannot be right. A stored key counts for the server it was given for: main does not send it
 * to another one.
 */
export function faultsOf(fields: RouteFields, preset: Preset, route: Route | null): FieldFaults {
  const stored =
    route !== null && route.keyStorage !== 'none' && originOf(route.baseUrl) === originOf(fields.baseUrl);
  return {
    ...(nameOf(fields) === '' && { name: true }),
    ...(!isWebAddress(fields.baseUrl.trim()) && { baseUrl: true }),
    ...(preset.needsKey && !stored && cleanKey(fields.key) === '' && { key: true }),
  };
}

/** What is saved. `system`: the computer encrypts keys, so there is nothing to choose. */
export function toRequest(
  fields: RouteFields,
  preset: Preset,
  route: Route | null,
  system: boolean,
): MethodInput<'providers.saveRoute'> {
  const value = cleanKey(fields.key);
  const storage: NewKey['storage'] = system ? 'system' : fields.storage;
  return {
    route: {
      ...(route && { id: route.id }),
      preset: preset.id,
      name: nameOf(fields),
      wire: fields.wire,
      baseUrl: fields.baseUrl.trim(),
    },
    ...(value !== '' && { key: { value, storage } }),
  };
}

function originOf(address: string): string {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : address;
}
