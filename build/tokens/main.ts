import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base';
import { writeVocabulary } from '../../main/core/tokens/vocabulary.ts';

/** `node build/tokens/main.ts [folder]`: writes the vocabulary that the app counts with. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../out/tokens');
mkdirSync(folder, { recursive: true });

const encoder = new TextEncoder();
const bytes = Array.from(tokens, (token) =>
  typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? []),
);
const path = join(folder, 'o200k.tokens');
writeFileSync(`${path}.new`, writeVocabulary(bytes));
renameSync(`${path}.new`, path);
