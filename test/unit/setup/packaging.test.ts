import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Configuration, TargetConfiguration } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { thirdPartyNotices } from '../../../build/licences.mjs';
import { root } from '../../../build/setup/paths.mjs';
import { scratchFolder } from './scratch.ts';

/** What electron-builder itself reads and checks a configuration with, before it packages. */
interface Validator {
  getConfig(folder: string, file: string | null, overrides: null): Promise<Configuration>;
  validateConfiguration(config: Configuration, log: { isEnabled: boolean }): Promise<void>;
}

const electronBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const { getConfig, validateConfiguration }: Validator = electronBuilder(
  'app-builder-lib/out/util/config/config.js',
);
const quiet = { isEnabled: false };

function targets(platform: { target?: unknown } | null | undefined): string[] {
  return ((platform?.target ?? []) as TargetConfiguration[]).flatMap(({ target, arch }) =>
    [arch].flat().map((one) => `${target} ${one}`),
  );
}

describe('the configuration of the packages', () => {
  it("passes electron-builder's own validator, with a target for each platform", async () => {
    const config = await getConfig(root, null, null);
    await validateConfiguration(config, quiet);
    expect(targets(config.win)).toEqual(['nsis x64', 'nsis arm64']);
    expect(targets(config.mac)).toEqual(['dmg x64', 'dmg arm64', 'zip x64', 'zip arm64']);
    expect(targets(config.linux)).toEqual(['AppImage x64', 'AppImage arm64', 'deb x64', 'deb arm64']);
  });

  it('would not pass with a mistake in it', async () => {
    const config = await getConfig(root, null, null);
    const wrong = { ...config, nsis: { ...config.nsis, oneclick: true } } as Configuration;
    await expect(validateConfiguration(wrong, quiet)).rejects.toThrow('configuration.nsis');
  });

  it('sets every fuse, and names only files that exist', async () => {
    const config = await getConfig(root, null, null);
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    for (const file of [config.win?.icon, config.mac?.icon, config.linux?.icon, config.mac?.entitlements]) {
      expect(existsSync(join(root, String(file))), String(file)).toBe(true);
    }
  });
});

describe('the notices of what others made', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/native': {},
      'node_modules/bundled': { dev: true },
      'node_modules/tool': { dev: true },
    },
  };
  const checkout = {
    'package-lock.json': JSON.stringify(lock),
    'out/packages/main.json': '["node_modules/bundled"]',
    'node_modules/native/package.json': '{"name":"native","version":"1.0.0","license":"MIT"}',
    'node_modules/native/LICENSE': 'Copyright the native author',
    'node_modules/bundled/package.json':
      '{"name":"bundled","version":"2.0.0","license":"ISC","author":"B. Author"}',
    'node_modules/tool/package.json': '{"name":"tool","version":"3.0.0","license":"GPL-3.0"}',
  };

  it('hold what is bundled and what is beside the bundles, and not the tools', () => {
    const notices = thirdPartyNotices(scratchFolder(checkout));
    expect(notices).toContain('## native 1.0.0\n\nLicence: MIT\n\n```text\nCopyright the native author');
    expect(notices).toContain('Published under ISC by B. Author');
    expect(notices).not.toContain('tool');
  });

  it('name what a package contains of others apart, with its own licence', () => {
    const unpdf = { name: 'unpdf', version: '1.8.1', license: 'MIT' };
    const files = (devDependencies: object) => ({
      ...checkout,
      'out/packages/main.json': '["node_modules/unpdf"]',
      'node_modules/unpdf/package.json': JSON.stringify({ ...unpdf, devDependencies }),
      'node_modules/unpdf/LICENSE': 'MIT License',
    });
    const notices = thirdPartyNotices(scratchFolder(files({ 'pdfjs-dist': '~6.1.200' })));
    expect(notices).toContain('the following 3 packages');
    expect(notices).toContain('## unpdf 1.8.1\n\nLicence: MIT');
    expect(notices).toContain(
      '## PDF.js in unpdf 6.1.200\n\nLicence: Apache-2.0\n\n```text\nCopyright Mozilla',
    );
    expect(notices).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    expect(() => thirdPartyNotices(scratchFolder(files({})))).toThrow('no longer built with pdfjs-dist');
  });

  it('are not made from a package that states no licence, or before the bundles', () => {
    const nameless = {
      ...checkout,
      'node_modules/bundled/package.json': '{"name":"bundled","version":"2.0.0"}',
    };
    expect(() => thirdPartyNotices(scratchFolder(nameless))).toThrow('bundled states no licence');
    const { 'out/packages/main.json': _built, ...unbuilt } = checkout;
    expect(() => thirdPartyNotices(scratchFolder(unbuilt))).toThrow('not built');
  });
});
