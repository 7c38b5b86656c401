import { afterEach, describe, expect, it, vi } from 'vitest';
import { runtimeEnvironment } from '../../../build/setup/environment.mjs';
import { findRuntime } from '../../../build/setup/runtime.mjs';
import { SetupError } from '../../../build/setup/steps.mjs';
import { scratchFolder } from './scratch.ts';

afterEach(() => vi.unstubAllEnvs());

function override(version: string): string {
  const folder = scratchFolder({ version: `v${version}` });
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  vi.stubEnv('BOUGH_SQLITE_BINDING', undefined);
  return folder;
}

describe('the runtime', () => {
  it('is the one that the environment names, before any other', () => {
    const folder = override('45.5.0');
    expect(findRuntime()).toMatchObject({ origin: 'override', folder, version: '45.5.0' });
  });

  it('gets a SQLite of its own only where it is older than Electron 36', () => {
    const folder = override('33.2.1');
    vi.stubEnv('XDG_CACHE_HOME', '/cache');
    expect(runtimeEnvironment({ LANG: 'C' })).toEqual({
      LANG: 'C',
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      BOUGH_SQLITE_BINDING: expect.stringMatching(
        /^\/cache\/bough\/sqlite\/better-sqlite3-[\d.]+-[\da-f]{8}\.node$/,
      ),
    });
    const newer = override('36.0.0');
    expect(runtimeEnvironment({})).toEqual({ ELECTRON_OVERRIDE_DIST_PATH: newer });
  });

  it('keeps the SQLite that the environment names', () => {
    override('33.2.1');
    vi.stubEnv('BOUGH_SQLITE_BINDING', '/mine.node');
    expect(runtimeEnvironment({})).toMatchObject({ BOUGH_SQLITE_BINDING: '/mine.node' });
  });

  it('is a problem that can be solved where the named folder holds none', () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', scratchFolder());
    expect(() => findRuntime()).toThrow(SetupError);
  });
});
