import { describe, expect, it } from 'vitest';
import { installedMatchesLock } from '../../../build/setup/dependencies.mjs';
import { scratchFolder } from './scratch.ts';

interface Locked {
  version: string;
  integrity?: string;
  optional?: boolean;
}

const zod: Locked = { version: '4.6.7', integrity: 'sha512-a' };
const react: Locked = { version: '19.3.1', integrity: 'sha512-b' };

function checkout(locked: Record<string, Locked>, installed?: Record<string, Locked>): string {
  const lock = (packages: Record<string, Locked>) => JSON.stringify({ lockfileVersion: 3, packages });
  return scratchFolder({
    'package-lock.json': lock({ '': { version: '0.1.0' }, ...locked }),
    ...(installed && { 'node_modules/.package-lock.json': lock(installed) }),
  });
}

describe('the installed packages', () => {
  it('are right when npm recorded exactly what the lock file names', () => {
    const packages = { 'node_modules/zod': zod, 'node_modules/react': react };
    expect(installedMatchesLock(checkout(packages, packages))).toBe(true);
  });

  it('may lack an optional package, which is one for another platform', () => {
    const other = { 'node_modules/fsevents': { version: '2.3.3', optional: true } };
    const folder = checkout({ 'node_modules/zod': zod, ...other }, { 'node_modules/zod': zod });
    expect(installedMatchesLock(folder)).toBe(true);
  });

  it.each([
    ['after an interrupted install, which leaves no record', undefined],
    ['when one is missing', { 'node_modules/zod': zod }],
    [
      'when one has another version',
      { 'node_modules/zod': zod, 'node_modules/react': { ...react, version: '18.0.0' } },
    ],
    [
      'when one has other contents',
      { 'node_modules/zod': zod, 'node_modules/react': { ...react, integrity: 'x' } },
    ],
    [
      'when one is too much',
      { 'node_modules/zod': zod, 'node_modules/react': react, 'node_modules/vue': react },
    ],
  ])('are installed anew %s', (_when, installed) => {
    const folder = checkout({ 'node_modules/zod': zod, 'node_modules/react': react }, installed);
    expect(installedMatchesLock(folder)).toBe(false);
  });
});
