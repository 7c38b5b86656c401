import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shapeById } from '#core/snapshot/shapes.ts';
import { builtDrawers } from '../../fixtures/atlas.ts';
import { scripts } from '../../fixtures/scripts.ts';

const shapes = ['unifont-8x16/98x20', 'galmuri-5x10/157x32'];
const source = Object.values(scripts).join('\n').repeat(8);

/** The hashes of the pages by shape, drawn by a process of its own. */
function drawnElsewhere(): Record<string, string[]> {
  const script = `
    const { shapeById } = await import('./main/core/snapshot/shapes.ts');
    const { builtDrawers } = await import('./test/fixtures/atlas.ts');
    const { scripts } = await import('./test/fixtures/scripts.ts');
    const source = Object.values(scripts).join('\\n').repeat(8);
    const drawerOf = builtDrawers();
    const drawn = ${JSON.stringify(shapes)}.toReversed().map((id) => {
      const shape = shapeById(id);
      return [id, Array.from(drawerOf(shape.font).draw(source, shape), (page) => page.hash)];
    });
    process.stdout.write(JSON.stringify(Object.fromEntries(drawn)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string[]>;
}

describe('[S2] the same fold', () => {
  it('has the same bytes in two processes, in any order, and after others', () => {
    const elsewhere = drawnElsewhere();
    const drawerOf = builtDrawers();
    for (const id of shapes) {
      const shape = shapeById(id);
      const drawn = () => Array.from(drawerOf(shape.font).draw(source, shape), (page) => page.hash);
      const first = drawn();
      expect(first.length).toBeGreaterThan(3);
      // Another text in between leaves composed letters behind: they must not change what is drawn.
      Array.from(drawerOf(shape.font).draw('ก็ ที่ é́ ã̃ '.repeat(50), shape));
      expect(drawn()).toEqual(first);
      expect(elsewhere[id]).toEqual(first);
    }
  });
});
