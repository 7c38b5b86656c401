import { z } from 'zod';
import type { ProxySignIn } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { KeyStore } from './keys.ts';
import type { ProxyChoice, SignIn } from './proxy.ts';

const vaultId = 'proxy';
const signInSchema = z.strictObject({ username: z.string(), password: z.string() });

/**
 * The user's sign-in to the proxy that they named, kept with the keys. It belongs to that proxy: another address does
 * not get it. Never in a file that is not encrypted.
 */
export class ProxySignInStore {
  readonly #keys: KeyStore;
  readonly #choice: () => ProxyChoice;

  constructor(keys: KeyStore, choice: () => ProxyChoice) {
    this.#keys = keys;
    this.#choice = choice;
  }

  /** Null where none is kept, or where this computer cannot read it: then the proxy asks, and so is the user. */
  get(): SignIn | null {
    const place = placeOf(this.#choice());
    const kept = place === null ? null : this.#keys.get(vaultId, place);
    return kept?.kind === 'key' ? signInSchema.parse(JSON.parse(kept.value)) : null;
  }

  /** What the window may know of it. */
  describe(): ProxySignIn {
    const place = placeOf(this.#choice());
    const signIn = this.get();
    if (place === null || signIn === null) return { username: '', storage: 'none' };
    const encrypted = this.#keys.storageOf(vaultId, place) === 'system';
    return { username: signIn.username, storage: encrypted ? 'system' : 'session' };
  }

  /**
   * Keeps a sign-in, or forgets it: encrypted by the system, or until the app closes where the system cannot.
   *
   * @throws `bad_request` where no proxy of the user's own is chosen
   */
  async set(signIn: SignIn | null): Promise<ProxySignIn> {
    const place = placeOf(this.#choice());
    if (signIn === null) await this.#keys.remove(vaultId);
    else if (place === null) throw new BoughError('bad_request', 'No proxy is named to sign in to');
    else {
      const storage = this.#keys.encrypts ? 'system' : 'session';
      await this.#keys.set(vaultId, place, { value: JSON.stringify(signIn), storage });
    }
    return this.describe();
  }
}

/** What a sign-in belongs to; null where no proxy was named. */
function placeOf(choice: ProxyChoice): string | null {
  if (choice === 'system' || choice === 'none') return null;
  const { protocol, host } = new URL(choice);
  return `${protocol}//${host}`;
}
