import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountFile, type CountTokens, roughFileTokens } from '#core/context/estimate.ts';
import { tokenCounter } from '#core/tokens/count.ts';
import { readVocabulary } from '#core/tokens/vocabulary.ts';
import { beginningOf, decodeText } from '../text.ts';

/**
 * Opens what all estimates are made with: the tokens of o200k.
 *
 * @param vocabularyFile as `build/tokens` writes it
 */
export function openTokenCounter(vocabularyFile: string): CountTokens {
  return tokenCounter(readVocabulary(readFileSync(vocabularyFile)));
}

/** Counts what wires put into a message of a text file. One that is not there is told of in a line, and guessed here. */
export function fileCounter(count: CountTokens, folder: string): CountFile {
  return (file, characters) => {
    try {
      if (!/^[0-9a-f]{64}$/.test(file.hash)) return roughFileTokens(file, characters);
      const text = decodeText(readFileSync(join(folder, file.hash)));
      return count(beginningOf(text, characters));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return roughFileTokens(file, characters);
      throw error;
    }
  };
}
