import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtlas } from '../../main/core/snapshot/atlas.ts';
import { beginsTall } from '../../main/core/snapshot/tall.ts';
import { makeDistinct } from './distinct.ts';
import { drawGalmuri, galmuriCell } from './galmuri.ts';
import { drawUnifont, unifontCell } from './unifont.ts';

/** `node build/atlas/main.ts [folder]`: draws the fonts' glyphs and writes one atlas file for each cell size. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../out/atlas');
mkdirSync(folder, { recursive: true });

write('unifont-8x16', writeAtlas(unifontCell, makeDistinct(drawUnifont(), unifontCell)));
const small = makeDistinct(drawGalmuri(), galmuriCell, (cell) => beginsTall(cell, galmuriCell.width));
write('galmuri-5x10', writeAtlas(galmuriCell, small));

function write(name: string, file: Uint8Array): void {
  const path = join(folder, `${name}.atlas`);
  writeFileSync(`${path}.new`, file);
  renameSync(`${path}.new`, path);
}
