import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtlas } from '../../main/core/snapshot/atlas.ts';
import { makeDistinct } from './distinct.ts';
import { drawUnifont, unifontCell } from './unifont.ts';

/** `node build/atlas/main.ts [folder]`: draws the fonts' glyphs and writes one atlas file for each cell size. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../out/atlas');
mkdirSync(folder, { recursive: true });

const file = writeAtlas(unifontCell, makeDistinct(drawUnifont(), unifontCell));
const path = join(folder, 'unifont-8x16.atlas');
writeFileSync(`${path}.new`, file);
renameSync(`${path}.new`, path);
