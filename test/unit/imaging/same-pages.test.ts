import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shapeById } from '#core/snapshot/shapes.ts';
import { createPageDrawer } from '../../../main/imaging/draw-pages.ts';
import { builtAtlas } from '../../fixtures/atlas.ts';
import { scripts } from '../../fixtures/scripts.ts';

const shape = 'unifont-8x16/98x20';
const source = Object.values(scripts).join('\n').repeat(8);

/** The hashes of the pages, drawn by a process of its own. */
function drawnElsewhere(): string[] {
  const script = `
    const { createPageDrawer } = await import('./main/imaging/draw-pages.ts');
    const { shapeById } = await import('./main/core/snapshot/shapes.ts');
    const { builtAtlas } = await import('./test/fixtures/atlas.ts');
    const { scripts } = await import('./test/fixtures/scripts.ts');
    const source = Object.values(scripts).join('\\n').repeat(8);
    const pages = createPageDrawer(builtAtlas()).draw(source, shapeById('${shape}'));
    process.stdout.write(JSON.stringify(Array.from(pages, (page) => page.hash)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

describe('[S2] the same fold', () => {
  it('has the same bytes in two processes, in any order, and after others', () => {
    const drawer = createPageDrawer(builtAtlas());
    const drawn = () => Array.from(drawer.draw(source, shapeById(shape)), (page) => page.hash);
    const first = drawn();
    expect(first.length).toBeGreaterThan(3);
    // Another text in between leaves composed letters behind: they must not change what is drawn.
    Array.from(drawer.draw('ก็ ที่ é́ ã̃ '.repeat(50), shapeById(shape)));
    expect(drawn()).toEqual(first);
    expect(drawnElsewhere()).toEqual(first);
  });
});
