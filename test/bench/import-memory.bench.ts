import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipWriter } from '../../main/export/zip-writer.ts';
import { chatGptArchive, pixel, seeded } from '../fixtures/import-archives.ts';
import { openRig } from '../integration/import/rig.ts';
import { report, rounded } from './support/measure.ts';

/** An archive of 2 GB, or of as many MB as BOUGH_IMPORT_MB says: what importing it takes in memory. */
const megabytes = Number(process.env['BOUGH_IMPORT_MB'] ?? 2048);
const pictureBytes = 4 * 1024 * 1024;

async function writeArchive(file: FileHandle): Promise<void> {
  const zip = new ZipWriter({ write: async (piece) => void (await file.writeFile(piece)) });
  const add = async (name: string, ...pieces: Uint8Array[]): Promise<void> => {
    const entry = await zip.entry(name, name.endsWith('.json') ? 8 : 0);
    for (const piece of pieces) await entry.write(piece);
    await entry.close();
  };
  const random = seeded(7);
  const noise = Buffer.from(Array.from({ length: 65_536 }, () => Math.floor(random() * 256)));
  let written = 0;
  for (let part = 0; written < megabytes * 2 ** 20; part += 1) {
    const files = chatGptArchive({ seed: part + 1, conversations: 40, nodes: 60, layout: 'full' });
    for (const [name, bytes] of Object.entries(files)) {
      if (name === 'conversations.json')
        await add(`conversations-${String(part).padStart(3, '0')}.json`, bytes);
      if (!name.endsWith('.png') || written >= megabytes * 2 ** 20) continue;
      const body = Array.from({ length: pictureBytes / noise.length }, () => noise);
      await add(name, pixel, Buffer.from(name), ...body);
      written += pictureBytes;
    }
  }
  await zip.finish();
}

const folder = mkdtempSync(join(tmpdir(), 'bough-import-'));
const path = join(folder, 'export.zip');
const file = await open(path, 'wx');
await writeArchive(file);
await file.close();
const rig = await openRig(join(folder, 'workspace'));
const before = process.memoryUsage.rss();
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
const start = performance.now();
const result = await rig.bring([path]);
const seconds = (performance.now() - start) / 1000;
clearInterval(watch);
report({ bench: 'import-archive-size', value: rounded(statSync(path).size / 2 ** 20, 0), unit: 'MiB' });
report({
  bench: 'import-memory-peak',
  value: rounded(peak / 2 ** 20, 0),
  unit: 'MiB',
  peer: { name: 'before', value: rounded(before / 2 ** 20, 0) },
});
report({
  bench: 'import-time',
  value: rounded(seconds, 1),
  unit: `s for ${result.imported} conversations, ${result.messages} messages, ${result.attachments.found} files`,
});
await rig.close();
rmSync(folder, { recursive: true, force: true });
