import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unzip } from '../../../build/setup/zip.mjs';
import { scratchFolder } from './scratch.ts';
import { type ZipFile, zipArchive } from './zip-archive.ts';

const files: ZipFile[] = [
  { name: 'App/run', content: 'x'.repeat(3_000_000), mode: 0o755 },
  { name: 'App/locales/cs.pak', content: 'česky', mode: 0o644, stored: true },
  { name: 'App/resources/app.js', content: 'not wanted', mode: 0o644 },
];

function archive(content: Buffer): { folder: string; zip: string } {
  const folder = scratchFolder();
  const zip = join(folder, 'archive.zip');
  writeFileSync(zip, content);
  return { folder, zip };
}

describe('unpacking a runtime', () => {
  it('keeps contents and run bits, moves files to their places and leaves the others out', async () => {
    const { folder, zip } = archive(zipArchive(files));
    await unzip(zip, folder, (name) =>
      name.includes('/resources/') ? undefined : name.replace('App/', 'electron/'),
    );
    expect(readFileSync(join(folder, 'electron/run'), 'utf8')).toBe('x'.repeat(3_000_000));
    expect(readFileSync(join(folder, 'electron/locales/cs.pak'), 'utf8')).toBe('česky');
    expect(statSync(join(folder, 'electron/run')).mode & 0o111).toBe(0o111);
    expect(statSync(join(folder, 'electron/locales/cs.pak')).mode & 0o111).toBe(0);
    expect(readdirSync(join(folder, 'electron'))).toEqual(['locales', 'run']);
  });

  it('refuses an archive that is cut short, instead of unpacking half of it', async () => {
    const { folder, zip } = archive(zipArchive(files).subarray(0, -10));
    await expect(unzip(zip, folder, (name) => name)).rejects.toThrow('not a whole zip archive');
  });

  it('refuses a name that leads out of the folder', async () => {
    const { folder, zip } = archive(zipArchive([{ name: '../evil', content: 'x', mode: 0o644 }]));
    await expect(unzip(zip, folder, (name) => name)).rejects.toThrow('outside its folder');
  });
});
