import { createHmac } from 'node:crypto';
import { sha256 } from './hash.ts';

/** What a signature of the lab vouches for: a block of thinking, encrypted reasoning, or a signed part. */
export interface Seal {
  readonly kind: 'thinking' | 'redacted' | 'encrypted' | 'signed-part';
  readonly model: string;
  /** Hash of the key that it was made for, where the vendor binds it to the account. */
  readonly account?: string;
  /** The response that it came with, or the item's id where the vendor binds it to that. */
  readonly response: string;
  /** Place among that response's content blocks. */
  readonly index: number;
  /** How many such blocks that response had in all. */
  readonly of: number;
  /** Tokens of the reasoning, visible or not. */
  readonly tokens: number;
  /** Hash of what is visible of it. */
  readonly text: string;
  /** Hash of tools, system and every message before the block, without thinking blocks. */
  readonly prefix: string;
  /** Hash of the thinking block before this one in the conversation, or empty. */
  readonly previous: string;
}

// Fixed, so that a conversation survives a restart of the lab as it survives one of the vendor's servers.
const SECRET = 'bough provider lab';

const mac = (body: string) => createHmac('sha256', SECRET).update(body).digest('base64url');

/** Makes the opaque string that a client has to return unchanged. */
export function issue(seal: Seal): string {
  const body = Buffer.from(JSON.stringify(seal)).toString('base64url');
  return Buffer.from(`lab1.${body}.${mac(body)}`).toString('base64');
}

/** Reads a signature back; null unless the lab issued exactly this string. */
export function open(signature: string): Seal | null {
  const [version, body, proof] = Buffer.from(signature, 'base64').toString().split('.');
  if (version !== 'lab1' || body === undefined || proof !== mac(body)) return null;
  const seal = JSON.parse(Buffer.from(body, 'base64url').toString()) as Seal;
  return issue(seal) === signature ? seal : null;
}

/** The hash of a visible text as it stands in a {@link Seal}. */
export const textHash = (text: string) => sha256(text);
