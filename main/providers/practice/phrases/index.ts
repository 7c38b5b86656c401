import type { Language } from '#contract';
import { cs } from './cs.ts';
import { en } from './en.ts';
import { id } from './id.ts';
import { nl } from './nl.ts';
import type { Phrases } from './phrases.ts';
import { pt } from './pt.ts';
import { th } from './th.ts';

/** What the practice assistant says in each language of the interface. */
export const phrases: Readonly<Record<Language, Phrases>> = { en, cs, nl, id, 'pt-BR': pt, th };
