import Module, { createRequire } from 'node:module';
import type sharp from 'sharp';

export type SharpModule = typeof sharp;

type Resolve = (request: string, ...rest: unknown[]) => string;

const nativeLinux = /^@img\/sharp-linux(?:musl)?-[a-z0-9]+\/sharp\.node$/;

/**
 * Loads sharp. In Electron on Linux its WebAssembly build takes the place of the native one, whose libraries clash with
 * those that the Electron executable is linked to (sharp issues 4522 and 4525).
 */
export function loadSharp(): SharpModule {
  if (process.platform === 'linux' && process.versions['electron'] !== undefined) preferWebAssembly();
  return createRequire(import.meta.url)('sharp');
}

function preferWebAssembly(): void {
  const loader = Module as unknown as { _resolveFilename: Resolve };
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, ...rest) =>
    resolve(nativeLinux.test(request) ? '@img/sharp-wasm32/sharp.node' : request, ...rest);
}
