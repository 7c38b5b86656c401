import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWhole } from '../../../build/setup/folders.mjs';
import { scratchFolder } from './scratch.ts';

/** The id of a process that has ended. */
function endedProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

describe('a cached folder', () => {
  it('is there whole or not at all', async () => {
    const folder = scratchFolder();
    const target = join(folder, 'runtime');
    const interrupted = makeWhole(target, async (temporary) => {
      writeFileSync(join(temporary, 'half'), '');
      expect(existsSync(target)).toBe(false);
      throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('loses what a killed run left behind, but not what a running one is making', async () => {
    const folder = scratchFolder();
    mkdirSync(join(folder, `runtime.partial-${endedProcess()}`));
    mkdirSync(join(folder, `runtime.partial-${process.ppid}`));
    await makeWhole(join(folder, 'runtime'), async (temporary) =>
      writeFileSync(join(temporary, 'file'), 'new'),
    );
    expect(readdirSync(folder).sort()).toEqual(['runtime', `runtime.partial-${process.ppid}`]);
  });

  it('stays as it is when another run was first', async () => {
    const folder = scratchFolder();
    const target = join(folder, 'runtime');
    await makeWhole(target, async (temporary) => {
      mkdirSync(target);
      writeFileSync(join(target, 'file'), 'first');
      writeFileSync(join(temporary, 'file'), 'second');
    });
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['runtime']);
  });
});
