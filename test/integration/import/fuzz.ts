import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { type ArchiveFiles, chatGptArchive, claudeArchive, seeded } from '../../fixtures/import-archives.ts';
import { exported } from './exported.ts';
import { fillAtRandom } from './random-workspace.ts';
import { openRig, type Rig } from './rig.ts';

/** Some conversations in our own format, to be changed. */
export async function ownFormat(folder: string): Promise<Uint8Array> {
  const rig = await openRig(folder);
  for (const seed of [1, 2]) await fillAtRandom(rig, seed);
  const text = await exported(rig.workspace);
  await rig.close();
  return Buffer.from(text);
}

/** Archives whose bytes, files or values were changed at random, the same for the same seed. */
function mutatedArchive(seed: number, own: Uint8Array): { name: string; bytes: Uint8Array } {
  const random = seeded(seed * 2_654_435_761);
  const size = { seed: seed + 1, conversations: 2, nodes: 8, damaged: true };
  const kinds = [
    () => chatGptArchive({ ...size, layout: 'full' }),
    () => chatGptArchive({ ...size, layout: 'slim' }),
    () => claudeArchive(size),
    () => ({ 'conversations.bough.json': own }),
  ];
  const files = (kinds[Math.floor(random() * kinds.length)] ?? kinds[0])?.() ?? {};
  if (random() < 0.7) mutateFiles(files, random);
  const [first = ['conversations.json', new Uint8Array()]] = Object.entries(files).filter(([name]) =>
    name.startsWith('conv'),
  );
  if (random() < 0.4) return { name: first[0], bytes: first[1] };
  const zip = zipSync(files, { level: random() < 0.5 ? 0 : 6 });
  return { name: 'export.zip', bytes: random() < 0.6 ? mutateBytes(zip, random) : zip };
}

function mutateFiles(files: ArchiveFiles, random: () => number): void {
  for (const [name, bytes] of Object.entries(files)) {
    if (random() < 0.6)
      files[name] = random() < 0.5 ? mutateBytes(bytes, random) : mutateValues(bytes, random);
  }
}

function mutateBytes(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = () => Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.25) return bytes.slice(0, at());
  if (kind < 0.4) return Buffer.concat([bytes.slice(0, at()), bytes.slice(at())]);
  const changed = bytes.slice();
  for (let n = 0; n < 1 + random() * 8; n += 1) changed[at()] = Math.floor(random() * 256);
  return changed;
}

/** Values that no program would write, in the place of others. */
const strange = [
  'null',
  '0',
  '-1e308',
  '""',
  '[]',
  '{}',
  'true',
  '"../../x"',
  '{"__proto__":1}',
  '9e18',
  '"\\ud800"',
];

function mutateValues(bytes: Uint8Array, random: () => number): Uint8Array {
  let text = Buffer.from(bytes).toString('utf8');
  const values = [...text.matchAll(/(?<=:)(?:"[^"\\]*"|\d+|null|true|\[[^[\]]*\]|\{[^{}]*\})/g)];
  for (let n = 0; n < 4 && values.length > 0; n += 1) {
    const found = values[Math.floor(random() * values.length)]?.[0] ?? '';
    text = text.replace(`:${found}`, `:${strange[Math.floor(random() * strange.length)]}`);
  }
  return Buffer.from(text, 'utf8');
}

/**
 * Imports a mutated archive. Throws what went wrong: a crash, something half there, a file outside of the workspace.
 *
 * @param folder holds the workspace and the archive, and nothing else
 * @param own what `ownFormat` made
 */
export async function survive(seed: number, rig: Rig, folder: string, own: Uint8Array): Promise<void> {
  const { name, bytes } = mutatedArchive(seed, own);
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const report = await rig.bring([file]);
  rmSync(file);
  if (report.state === 'failed' && !report.failure?.code.startsWith('import_')) {
    throw new Error(`Seed ${seed}: ${JSON.stringify(report.failure)}`);
  }
  for (const { conversationId, messages, grown } of report.conversations) {
    const { ids, tipId } = rig.workspace.messages.skeleton(conversationId);
    if (!ids.includes(tipId) || (!grown && ids.length !== messages + 1))
      throw new Error(`Seed ${seed}: half there`);
  }
  const around = readdirSync(folder);
  if (around.length !== 1) throw new Error(`Seed ${seed}: ${around} beside the workspace`);
  const within = readdirSync(rig.folder).filter(
    (each) => !/^(?:bough\.(?:db|lock)|transcripts$|attachments$|backups$)/.test(each),
  );
  if (within.length > 0) throw new Error(`Seed ${seed}: ${within} in the workspace`);
}
