import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type PageFont, shapeById, smallFont, usualFont } from '#core/snapshot/shapes.ts';
import { builtDrawers } from '../../fixtures/atlas.ts';

/** Letters, a log, code, numbers and look-alikes, as conversations hold them. */
const text = [
  'Could the fridge go under the window if we move the sink to the long wall? Yes, with one condition: the door opens to the left, so leave at least a hand between its edge and the shelf.',
  'The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs. Sphinx of black quartz, judge my vow! How vexingly quick daft zebras jump. Waltz, bad nymph, for quick jigs vex.',
  'THE FIVE BOXING WIZARDS JUMP QUICKLY. Jana, Karel, Hana, Yusuf, Xavier, Zoe, Quentin, Wim, Bea, Dirk, Olga, Ulrich, Emil, Gita, Pavel, Theo, Lena, Rosa, Viktor, Ines, Filip, Cyril, Nora, Mats, Adam, Stan.',
  '2026-11-30 14:19:22 WARN database: wrote 4196 bytes in 18 ms, retry 3 of 5. 2026-11-30 14:19:23 INFO server: GET messages, limit 56, answered 211 in 184 ms. 2026-11-30 14:19:27 ERROR queue: job 58213 failed, connection refused at port 5432, next try in 30 seconds.',
  'const total = items.filter((item) => item.price > 12).reduce((sum, item) => sum + item.price * item.count, 7); if (answer.status !== 214) throw new Error("the request failed"); return Math.max(left, right) / width;',
  'def mean(values): return sum(values) / len(values) if values else None. SELECT name, city FROM guests WHERE age > 21 ORDER BY city LIMIT 50; git commit --message "Move the sink"',
  'Sill 88 cm, wall 3.45 m, pipe 22 mm, 230 V, 16 A, 65 W. Invoice 2026-417: 1,234.56 EUR net, 21 % tax, total 1,493.82 EUR, due 14.12.2026. Order 77319, 48265, 91374, 62958, 15847, 39621.',
  'form from, burn bum, clear dear, corn com, modern modem, kernel keel, bill hill, hat bat, cat eat, sin sun, vow wow, yes yet, MAKE HAKE, GOAL COAL, QUOTE, BEAR REAR, UNIT, VIEW, KING HIND, TILT LIFT, five hive, nine mine. O0 0O l1 1l I1 1I S5 5S B8 8B Z2 2Z G6 6G q9 9q rn m vv w cl d.',
  'ids 9c26d264 4f1b8e57 a3d5c9e2, path /home/jana/Plans/floor.pdf, mail jana@example.org, see https://example.org/plans?room=7, or call +421 651 234 567 before nine.',
].join(' ');

/** Share of the letters, blanks not counted, that come out right. */
const accuracyOf = (read: string): number => {
  const [wanted, got] = [text, read].map((one) => one.replaceAll(/\s/g, ''));
  return 1 - editDistance(wanted ?? '', got ?? '') / (wanted?.length ?? 1);
};

function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const same = (above[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      row.push(Math.min(same, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** What Tesseract reads of a picture. With 5.3 it was 97.3 % of the usual letters and 95.9 % of the small ones. */
function read(png: Buffer): string {
  const { stdout, status, stderr } = spawnSync('tesseract', ['-', '-', '--psm', '6'], {
    input: png,
    encoding: 'utf8',
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const isThere = spawnSync('tesseract', ['--version']).status === 0;
const drawerOf = builtDrawers();

describe('[S4] pages read by tesseract, which does not know our fonts', () => {
  it.skipIf(!isThere).each<[PageFont, number]>([
    [usualFont, 0.94],
    [smallFont, 0.92],
  ])('in %s are right in at least %d of their letters', { timeout: 120_000 }, async (font, floor) => {
    const shape = shapeById(`${font}/100x30`);
    const [page, more] = drawerOf(font).draw(text, shape);
    if (!page || more) throw new Error('It should fit on one page');
    const enlarged = await sharp(page.png)
      .resize(page.width * 3, page.height * 3, { kernel: 'cubic' })
      .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#fff' })
      .png()
      .toBuffer();
    expect(accuracyOf(read(enlarged))).toBeGreaterThan(floor);
  });
});
