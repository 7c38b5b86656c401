import { isAbsolute, relative, sep } from 'node:path';
import { z } from 'zod';
import type { Grant, PermissionKind } from '#contract';
import { permissionKinds } from '#contract/tools.ts';
import type { Environment } from '#core/environment.ts';
import type { Settings } from '../../providers/route-store.ts';

const grantSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(permissionKinds),
  place: z.string(),
  label: z.string(),
  conversationId: z.string().nullable(),
  createdAt: z.number(),
});

const key = 'tools.grants';

/** The permissions that hold for longer than one call, in the workspace's database. */
export class Grants {
  readonly #settings: Settings;
  readonly #environment: Environment;

  constructor(settings: Settings, environment: Environment) {
    this.#settings = settings;
    this.#environment = environment;
  }

  /** Oldest first. */
  all(): Grant[] {
    return this.#settings.get(key, z.array(grantSchema), []);
  }

  /** Keeps a permission; one that is there already is given back. */
  add(grant: Omit<Grant, 'id' | 'createdAt'>): Grant {
    const all = this.all();
    const same = all.find(
      ({ kind, place, conversationId }) =>
        kind === grant.kind && place === grant.place && conversationId === grant.conversationId,
    );
    if (same) return same;
    const { newId, now } = this.#environment;
    const made = { ...grant, id: newId(), createdAt: now() };
    this.#settings.set(key, [...all, made]);
    return made;
  }

  revoke(id: string): boolean {
    const all = this.all();
    const left = all.filter((grant) => grant.id !== id);
    if (left.length < all.length) this.#settings.set(key, left);
    return left.length < all.length;
  }

  /** Takes back everything that was allowed for a place and what is below it in name. */
  revokeBelow(kind: PermissionKind, prefix: string): void {
    const all = this.all();
    const left = all.filter((grant) => grant.kind !== kind || !grant.place.startsWith(prefix));
    if (left.length < all.length) this.#settings.set(key, left);
  }

  /** The places that were given in a conversation, those for all conversations included. */
  places(kind: PermissionKind, conversationId: string): string[] {
    return this.all()
      .filter((grant) => grant.kind === kind)
      .filter((grant) => grant.conversationId === null || grant.conversationId === conversationId)
      .map(({ place }) => place);
  }

  /** Whether something was allowed already. A path is also allowed by a folder that it is in. */
  covers(kind: PermissionKind, place: string, conversationId: string): boolean {
    const isPath = kind === 'read' || kind === 'write';
    return this.places(kind, conversationId).some(
      (given) => given === place || (isPath && isInside(given, place)),
    );
  }
}

/** Whether a real path is a folder's own, or of something in it. Compares whole names, not beginnings of texts. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
