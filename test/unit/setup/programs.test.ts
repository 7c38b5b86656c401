import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasProgram, PROGRAMS, tryPrograms } from '../../../build/setup/programs.mjs';
import { scratchFolder } from './scratch.ts';

const packages = PROGRAMS.map(({ debian }) => debian);

describe('programs that some tests use', () => {
  it('are found on the path', () => {
    const folder = scratchFolder({ [process.platform === 'win32' ? 'reader.exe' : 'reader']: '' });
    expect(hasProgram('reader', join(folder, 'elsewhere'))).toBe(false);
    expect(hasProgram('reader', folder)).toBe(true);
  });

  it('are not asked for where they are, and installed where that needs nobody', async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const asked: string[][] = [];
    let there = true;
    const install = async (names: string[]) => {
      asked.push(names);
      there = true;
    };
    await tryPrograms({ has: () => there, canInstall: true, install, print });
    expect([asked, lines]).toEqual([[], []]);
    there = false;
    await tryPrograms({ has: () => there, canInstall: true, install, print });
    expect(asked).toEqual([packages]);
    expect(lines.join('\n')).not.toContain('Skipped');
  });

  it('that cannot be had are told in one line with what helps, and never end the command', async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const has = (name: string): boolean => name !== 'soffice';
    await tryPrograms({ has, canInstall: false, print });
    expect(lines).toEqual([
      expect.stringMatching(
        /^Skipped tests: Word documents in LibreOffice\. To run them: .*(libreoffice|soffice)/,
      ),
    ]);
    await tryPrograms({
      has,
      canInstall: true,
      install: () => Promise.reject(new Error('No network.')),
      print,
    });
    expect(lines.filter((line) => line.startsWith('Skipped')).at(-1)).toContain(
      'LibreOffice (No network). To',
    );
  });
});
