import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { recordPackages } from './build/bundled-packages.mjs';

/** The oldest engine a bundle may meet: the Electron 33 of the tests. The shipped Electron is newer. */
const oldest = { node: 'node20.18', chrome: 'chrome130' };

const workers = globSync('main/**/*.worker.ts', { cwd: import.meta.dirname });

/**
 * Three bundles: `out/main` and `out/preload` as CommonJS, `out/renderer` for the app's own protocol. Packages
 * under `dependencies` (native code) stay outside; all others are bundled. Source maps are not made.
 */
export default defineConfig({
  main: {
    plugins: [recordPackages('main')],
    build: {
      outDir: 'out/main',
      target: oldest.node,
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          index: resolve('main/index.ts'),
          ...Object.fromEntries(workers.map((file) => [basename(file, '.ts'), resolve(file)])),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  preload: {
    plugins: [recordPackages('preload')],
    build: {
      outDir: 'out/preload',
      target: oldest.node,
      minify: true,
      reportCompressedSize: false,
      // A sandboxed preload can require nothing but electron: everything else goes into its one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react(), recordPackages('renderer')],
    // Grammars are fetched by the worker one by one, which only a module can do.
    worker: { format: 'es', plugins: () => [recordPackages('renderer-workers')] },
    build: {
      outDir: 'out/renderer',
      target: oldest.chrome,
      minify: true,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      // The content security policy allows no data: URLs for fonts and scripts.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: { index: resolve('renderer/index.html') } },
    },
  },
});
