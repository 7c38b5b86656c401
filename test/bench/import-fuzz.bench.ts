import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFormat, survive } from '../integration/import/fuzz.ts';
import { openRig } from '../integration/import/rig.ts';
import { report, rounded } from './support/measure.ts';

/** 10,000 mutated archives, or as many as BOUGH_FUZZ says: none crashes, leaves something half there, or a file outside. */
const archives = Number(process.env['BOUGH_FUZZ'] ?? 10_000);
const scratch = mkdtempSync(join(tmpdir(), 'bough-own-'));
const own = await ownFormat(scratch);
rmSync(scratch, { recursive: true, force: true });
const start = performance.now();
for (let first = 1; first <= archives; first += 500) {
  const folder = mkdtempSync(join(tmpdir(), 'bough-fuzz-'));
  mkdirSync(join(folder, 'workspace'));
  const rig = await openRig(join(folder, 'workspace'));
  for (let seed = first; seed < first + 500 && seed <= archives; seed += 1)
    await survive(seed, rig, folder, own);
  await rig.close();
  rmSync(folder, { recursive: true, force: true });
  process.stderr.write(`${Math.min(archives, first + 499)} of ${archives}\n`);
}
report({ bench: 'import-fuzz', value: archives, unit: 'mutated archives survived' });
report({
  bench: 'import-fuzz-time',
  value: rounded((performance.now() - start) / archives, 2),
  unit: 'ms an archive',
});
