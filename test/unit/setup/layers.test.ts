import { describe, expect, it } from 'vitest';
import config from '../../../.dependency-cruiser.cjs';
import { layers } from '../../../build/setup/checks.mjs';
import { scratchFolder } from './scratch.ts';

/** A checkout in small that keeps every rule, with stand-ins for the packages that the rules name. */
const clean: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'bough',
    version: '1.0.0',
    type: 'module',
    imports: { '#contract': './preload/contract/index.ts' },
    dependencies: { 'better-sqlite3': '1', electron: '1', openai: '1', sharp: '1', zod: '1' },
  }),
  ...Object.fromEntries(
    ['better-sqlite3', 'electron', 'openai', 'sharp', 'vue', 'zod'].flatMap((name) => [
      [`node_modules/${name}/package.json`, `{"name":"${name}","version":"1.0.0","main":"index.js"}`],
      [`node_modules/${name}/index.js`, ''],
    ]),
  ),
  'main/index.ts':
    "import './shell/window.ts';\nimport './storage/database.ts';\nimport './providers/openai.ts';",
  'main/shell/window.ts': "import { app } from 'electron';\nexport const name = app;",
  'main/storage/database.ts': "import Database from 'better-sqlite3';\nexport const open = Database;",
  'main/providers/openai.ts': "export const load = () => import('openai');",
  'main/core/tree.ts':
    "import type { Request } from '#contract';\nimport type { Row } from '../storage/rows.ts';\nexport const tip = (row: Row & Request) => row;",
  'main/storage/rows.ts':
    "import { tip } from '../core/tree.ts';\nexport type Row = { id: string };\nexport { tip };",
  'preload/index.ts':
    "import { contextBridge } from 'electron';\nimport './contract/index.ts';\nexport { contextBridge };",
  'preload/contract/index.ts':
    "import { z } from 'zod';\nexport type Request = { n: 1 };\nexport const s = z;",
  'renderer/bridge/api.ts': "import type { Request } from '#contract';\nexport type R = Request;",
  'renderer/features/chat/Chat.tsx':
    "import '../../ui/Button.tsx';\nimport './parts.ts';\nexport const C = () => <p />;",
  'renderer/features/chat/parts.ts': 'export const a = 1;',
  'renderer/features/tree/Tree.tsx': 'export const T = () => <p />;',
  'renderer/ui/Button.tsx': 'export const B = () => <p />;',
  'test/lab/server.ts': "import { createServer } from 'node:http';\nexport { createServer };",
  'build/a.mjs': '',
};

/** One planted violation of each rule. */
const violations: [rule: string, folder: string, text: string][] = [
  ['core-is-pure', 'main/core', "import { readFileSync } from 'node:fs';\nreadFileSync('');"],
  ['core-is-pure', 'main/core', "import { s } from '#contract';\nexport const t = s;"],
  ['core-is-pure', 'main/core', "export const load = () => import('../storage/database.ts');"],
  ['core-is-pure', 'main/core', "export { tip } from '../storage/rows.ts';"],
  [
    'electron-only-in-the-shell',
    'main/storage',
    "import type { App } from 'electron';\nexport type A = App;",
  ],
  ['electron-only-in-the-shell', 'renderer/app', "import { ipcRenderer } from 'electron';\nipcRenderer;"],
  ['shell-is-the-outermost-layer', 'main/run', "import '../shell/window.ts';"],
  ['main-knows-no-renderer', 'main/run', "import '../../renderer/ui/Button.tsx';"],
  [
    'renderer-only-through-the-contract',
    'renderer/app',
    "import type { Row } from '../../main/storage/rows.ts';\nexport type R = Row;",
  ],
  ['no-node-in-the-renderer', 'renderer/app', "import { join } from 'node:path';\njoin();"],
  ['features-are-strangers', 'renderer/features/chat', "import '../tree/Tree.tsx';"],
  ['ui-and-bridge-stand-below-features', 'renderer/ui', "import '../features/tree/Tree.tsx';"],
  [
    'contract-knows-only-zod',
    'preload/contract',
    "import type { Row } from '../../main/storage/rows.ts';\nexport type R = Row;",
  ],
  ['preload-is-thin', 'preload', "import '../main/core/tree.ts';"],
  ['lab-is-independent', 'test/lab', "import type { Request } from '#contract';\nexport type R = Request;"],
  ['product-knows-no-tests', 'main/run', "import '../../test/lab/server.ts';"],
  ['sqlite-has-one-home', 'main/run', "import Database from 'better-sqlite3';\nDatabase();"],
  ['sharp-has-one-home', 'main/run', "export const load = () => import('sharp');"],
  ['vendor-sdks-have-one-home', 'main/run', "import 'openai';"],
  ['no-circles', 'main/core', "import './ring.ts';\nexport const a = 1;"],
  ['declared-packages-only', 'main/run', "import 'vue';"],
  ['imports-lead-somewhere', 'main/run', "import './gone.ts';"],
];

/** The n-th planted file; the circle of imports leads back to its own. */
function planted(index: number): string {
  return `${violations[index]?.[1]}/planted-${index}.ts`;
}

describe('the layers of the architecture', () => {
  it('accept a checkout that keeps them', async () => {
    expect(await layers(scratchFolder(clean))).toBe('');
  });

  it('fail the build for every planted violation', async () => {
    const circle = violations.findIndex(([rule]) => rule === 'no-circles');
    const bad = {
      ...Object.fromEntries(violations.map(([, , text], index) => [planted(index), text])),
      'main/core/ring.ts': `import './planted-${circle}.ts';\nexport const b = 1;`,
    };
    const found = await layers(scratchFolder({ ...clean, ...bad }));
    const missed = violations.filter(([rule], index) => !found.includes(`${rule}: ${planted(index)}`));
    expect(missed).toEqual([]);
  });

  it('have a planted violation for every rule', () => {
    const rules = (config.forbidden ?? []).map(({ name }) => name);
    expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(rules));
  });
});
